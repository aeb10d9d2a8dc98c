// Runs onnxruntime's tests of its own ("contrib") operators MultiHeadAttention, Attention,
// GroupQueryAttention and RotaryEmbedding as calls of headwise. Inputs have the names of
// cases.json, which describes them.

import { turningLayer } from '../rotary.js';
import { attend, forward } from '../suite.js';
import { identity, joinRows, splitHeads, transpose, zeros } from '../tensors.js';
import { lostInAttention, lostInWriting, toHalf } from './written.js';

/** @import { PlainTensor, MultiHeadAttentionTrace } from '../../../src/js/types/index.ts' */
/** @import { Read } from '../pack.js' */
/** @import { AttentionCall, Case, Check, LayerCall, Numbers, Suite } from '../suite.js' */
/** @import { Written } from './written.js' */

/**
 * @typedef {object} Stored
 * @property {string} name
 * @property {'MultiHeadAttention' | 'Attention' | 'GroupQueryAttention' | 'RotaryEmbedding'} op
 * @property {number} H
 * @property {number} Hkv
 * @property {Written} Q
 * @property {Written} K
 * @property {Written} V
 * @property {Written} Y
 * @property {Written} [bias] MultiHeadAttention: (3 H E), added to queries, keys and values
 * @property {Written} [attnBias]
 * @property {Written} [pastK]
 * @property {Written} [pastV]
 * @property {Written} [presentK]
 * @property {Written} [presentV]
 * @property {number} [scale]
 * @property {number} [softcap]
 * @property {number} [localWindow]
 * @property {number[]} [sink]
 * @property {boolean} [half]
 * @property {Written} X Attention, RotaryEmbedding: the one input
 * @property {Written} W Attention: (D, 3 H E)
 * @property {Written} b Attention: (3 H E)
 * @property {boolean} interleaved RotaryEmbedding
 * @property {number} theta RotaryEmbedding
 */

/** The ratio of float16's rounding to float32's. */
const HALF = 2 ** 13;

/**
 * @param {Read} read
 * @returns {Promise<Suite>}
 */
export async function loadOnnxruntime(read) {
  const text = new TextDecoder().decode(await read('conformance/onnxruntime/cases.json'));
  const { version, cases, leftOut } = JSON.parse(text);
  return {
    name: 'onnxruntime, contrib operators',
    version,
    cases: cases.map((/** @type {Stored} */ stored) => ({ name: stored.name, run: toRun(stored) })),
    leftOut,
  };
}

/**
 * @param {Stored} stored
 * @returns {Case['run']}
 */
function toRun(stored) {
  if (stored.op === 'RotaryEmbedding') return runRotary(stored);
  if (stored.op === 'Attention') return runLayer(stored, attentionLayer(stored));
  return stored.bias ? runLayer(stored, biasedLayer(stored, stored.bias)) : runAttention(stored);
}

/**
 * MultiHeadAttention and GroupQueryAttention: queries, keys and values are given.
 *
 * @param {Stored} stored
 * @returns {Case['run']}
 */
function runAttention(stored) {
  const call = attentionCall(stored);
  const { Q, K, V, Y, attnBias, sink, half, H, presentK, presentV } = stored;
  const lost = {
    query: lostInWriting(Q.data),
    key: lostInWriting(K.data),
    value: lostInWriting(V.data),
    bias: lostInWriting(attnBias?.data) + lostInWriting(sink),
    output: lostInWriting(Y.data),
  };
  return async (engine, oracle) => {
    const { computed, exact, bounds } = await attend(engine, oracle, call);
    /** @type {Check[]} */
    const checks = [
      {
        place: 'output',
        computed: computed.output,
        expected: splitHeads(toTensor(Y), H),
        bound: bounds.output,
        ...(half ? { coarser: HALF } : { lost: lostInAttention(lost, call, exact) }),
      },
    ];
    const { pastKey, pastValue } =
      /** @type {{ pastKey?: PlainTensor, pastValue?: PlainTensor }} */ (call.options);
    if (pastKey && pastValue) {
      // Present keys or values, for a file without them: by definition the past and then the new ones.
      const key = presentK ? toTensor(presentK) : joinRows(pastKey, call.key);
      const value = presentV ? toTensor(presentV) : joinRows(pastValue, call.value);
      checks.push(
        sameAs('present_key', key, computed.presentKey),
        sameAs('present_value', value, computed.presentValue),
      );
    }
    return checks;
  };
}

/**
 * @param {Stored} stored
 * @returns {AttentionCall}
 */
function attentionCall({ op, H, Hkv, Q, K, V, pastK, pastV, attnBias, sink, half, ...rest }) {
  const toHeads = (/** @type {Written} */ x, /** @type {number} */ heads) =>
    splitHeads(toTensor(x, half), heads);
  const key = toHeads(K, Hkv);
  const value = toHeads(V, Hkv);
  const { scale, softcap, localWindow } = rest;
  /** @type {AttentionCall & { options: object }} */
  const call = {
    query: toHeads(Q, H),
    key,
    value,
    options: {
      causal: op === 'GroupQueryAttention',
      scale,
      softcap,
      window: localWindow === undefined ? undefined : { left: localWindow - 1 }, // it counts the query's own key
      pastKey: pastK && toTensor(pastK, half),
      pastValue: pastV && toTensor(pastV, half),
      mask: attnBias && { bias: toTensor(attnBias) },
      attention: true,
    },
  };
  return sink ? withSink(call, sink) : call;
}

/**
 * A sink is a key that every query may attend to, with its own score for each head and a value of
 * zeros: here the first key of the past, of zeros, with its score as a bias.
 *
 * @param {AttentionCall} call
 * @param {readonly number[]} sink (H)
 * @returns {AttentionCall}
 */
function withSink({ query, key, value, options = {} }, sink) {
  const first = (/** @type {PlainTensor} */ x, /** @type {any} */ past) => {
    const [batch, heads, , width] = x.shape;
    const zero = zeros(batch, heads, 1, width);
    return past ? joinRows(zero, past) : zero;
  };
  const pastKey = first(key, options.pastKey);
  const pastValue = first(value, options.pastValue);
  const bias = zeros(sink.length, 1, pastKey.shape[2] + key.shape[2]);
  sink.forEach((score, head) => (bias.data[head * bias.shape[2]] = score));
  return { query, key, value, options: { ...options, pastKey, pastValue, mask: { bias } } };
}

/**
 * Attention: one input, one matrix for queries, keys and values, its columns in that order. There is no output projection.
 *
 * @param {Stored} stored
 * @returns {LayerCall}
 */
function attentionLayer({ H, X, W, b, scale }) {
  const width = W.shape[1] / 3;
  return {
    config: { embedDim: X.shape[2], numHeads: H, headDim: width / H, outputDim: width },
    state: {
      in_proj_weight: transpose(toTensor(W)),
      in_proj_bias: toTensor(b),
      'out_proj.weight': identity(width),
      'out_proj.bias': zeros(width),
    },
    query: toTensor(X),
    options: { scale },
  };
}

/**
 * MultiHeadAttention with a bias: queries, keys and values have their weights behind them, but not their biases.
 *
 * @param {Stored} stored
 * @param {Written} bias
 * @returns {LayerCall}
 */
function biasedLayer({ H, Q, K, V }, bias) {
  const width = Q.shape[2];
  return {
    config: { embedDim: width, numHeads: H },
    state: {
      in_proj_weight: identity(width, 3),
      in_proj_bias: toTensor(bias),
      'out_proj.weight': identity(width),
      'out_proj.bias': zeros(width),
    },
    query: toTensor(Q),
    key: toTensor(K),
    value: toTensor(V),
  };
}

/**
 * @param {Stored} stored
 * @param {LayerCall} call
 * @returns {Case['run']}
 */
function runLayer({ Y }, call) {
  return async (engine, oracle) => {
    const { computed, bounds } = await forward(engine, oracle, call);
    const lost = new Float64Array(Y.data.length).fill(lostInWriting(Y.data));
    const [output, bound] = [computed.output, bounds.output];
    return [{ place: 'output', computed: output, expected: toTensor(Y), bound, lost }];
  };
}

/**
 * @param {Stored} stored
 * @returns {Case['run']}
 */
function runRotary({ H, X, Y, interleaved, theta }) {
  const call = turningLayer(toTensor(X), H, { interleaved, theta });
  const expected = splitHeads(toTensor(Y), H);
  // A rotated pair keeps its length: the rounding error of both numbers may be in one of them.
  const each = Math.SQRT2 * lostInWriting(X.data) + lostInWriting(Y.data);
  const lost = new Float64Array(Y.data.length).fill(each);
  return async (engine, oracle) => {
    const { computed, bounds } = await forward(engine, oracle, call);
    const trace = /** @type {MultiHeadAttentionTrace<Numbers>} */ (computed.trace);
    const bound = /** @type {MultiHeadAttentionTrace<Numbers>} */ (bounds.trace);
    return [
      { place: 'output (of queries)', computed: trace.query, expected, bound: bound.query, lost },
      { place: 'output (of keys)', computed: trace.key, expected, bound: bound.key, lost },
    ];
  };
}

/**
 * Values that are only moved keep their bits.
 *
 * @param {string} place
 * @param {PlainTensor} expected
 * @param {Numbers | undefined} computed
 * @returns {Check}
 */
function sameAs(place, expected, computed) {
  return {
    place,
    computed: /** @type {Numbers} */ (computed),
    expected,
    bound: zeros(expected.data.length),
  };
}

/**
 * @param {Written} written
 * @param {boolean} [half] written in float16
 * @returns {PlainTensor}
 */
function toTensor({ shape, data }, half = false) {
  return { data: Float32Array.from(half ? data.map(toHalf) : data), shape };
}
