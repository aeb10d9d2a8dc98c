// A submission, checked, and what the right computation gives for it. Everything that a fault's formula may use.

import { wrongShape } from '../arguments/errors.js';
import { checkAttention } from '../attention/attention.js';
import { extraKeys } from '../layer/config.js';
import { checkForward } from '../layer/forward.js';
import { attend } from '../reference/attention.js';
import { placeInSequence } from '../reference/keys.js';
import { boundForward } from '../reference/layer-bounds.js';
import { forward } from '../reference/layer.js';
import { boundsOf } from '../reference/operations.js';
import { attentionResult, forwardResult } from '../reference/results.js';
import { layerOf, named } from './layer-of.js';
import { boundsFor, formatOfAll, precisionOf } from './precision.js';
import { checkSubmission, headsIn } from './submission.js';

/** @import { CheckedCall, CheckedOptions } from '../attention/options.js' */
/** @import { CheckedForward } from '../layer/forward.js' */
/** @import { AttentionResult, MultiHeadAttentionResult } from '../types/index.js' */
/** @import { DoubleTensor } from '../reference/types.js' */
/** @import { Numbers } from './arrays.js' */
/** @import { Format } from './precision.js' */
/** @import { Name, Steps } from './steps.js' */

/** @typedef {{ weight: ArrayLike<number>, bias: ArrayLike<number> | null, extra: ArrayLike<number> }} Projection */

/** @typedef {Record<'query' | 'key' | 'value', Projection> & { output: Projection | null }} Parameters */

/**
 * @typedef {object} Task
 * @property {import('../types/index.js').ResolvedConfig} config
 * @property {Parameters | null} parameters null: attention as a function, without projections
 * @property {import('./layer-of.js').LayerOf['norms'] | null} norms
 * @property {CheckedCall | CheckedForward} call
 * @property {Record<'query' | 'key' | 'value', Numbers>} inputs with B, in float64
 * @property {number} extraLen keys that the layer adds at the end
 * @property {Record<'order' | 'padding' | 'given', CheckedOptions>} allowing the options of each reason why a key is masked
 * @property {'zeros' | 'nan' | 'uniform'} emptyRows the map's row of a query that may attend to nothing
 * @property {Given} given
 * @property {Format} format in which the submission was computed
 * @property {(of: object, what: string, compute: () => Numbers, by?: Function) => Numbers} remember
 *   computes once for the same object, the same name and the same function
 *
 * @typedef {{ output: Numbers, attention?: Numbers } & Partial<Record<Name, Numbers>>} Given
 */

/**
 * @param {unknown} submission
 * @returns {{ task: Task, right: Right }}
 */
export function readTask(submission) {
  const submitted = checkSubmission(submission);
  const { inputs, given } = submitted;
  const { numHeads, numKvHeads, addZeroAttention, queryKeyNorm, ...options } = submitted.options;
  const format = formatOfAll(given);
  const precision = precisionOf(format);
  const asked = { ...options, trace: true };
  if (submitted.parameters === undefined) {
    const { query, key = query, value = key } = inputs;
    const call = named('inputs', () => checkAttention(query, key, value, asked, 'float64'));
    expectTokens(call);
    const activations = attend(
      call,
      { ...call, extraLen: 0 },
      placeInSequence(call, doubles(call)),
    );
    const result = attentionResult(call, activations);
    const bounds = attentionResult(call, boundsOf(call, activations, precision));
    const task = taskOf(call, null, given, format, sizesAsConfig(call), null);
    return { task, right: rightOf(given, result, bounds) };
  }
  const heads = numHeads ?? headsIn(given.attention, inputs.query.shape.length);
  const { config, all, parameters, norms } = layerOf(submitted.parameters, {
    numHeads: heads,
    numKvHeads,
    addZeroAttention,
    queryKeyNorm,
  });
  const { query, key, value } = inputs;
  const whole = [query, value ? (key ?? query) : key, value, asked];
  const call = named('inputs', () => checkForward(config, whole, undefined, 'float64'));
  expectTokens(call);
  const activations = forward(config, all, call);
  const result = forwardResult(config, call, activations);
  const bounds = forwardResult(
    config,
    call,
    boundForward(config, all, call, activations, precision),
  );
  const task = taskOf(call, parameters, given, format, config, norms);
  return { task, right: rightOf(given, result, bounds) };
}

/** @param {CheckedCall} call */
function doubles({ query, key, value }) {
  const [q, k, v] = [query, key, value].map(({ data }) => Float64Array.from(data));
  return { query: q, key: k, value: v };
}

/**
 * Nothing shows nothing.
 *
 * @param {CheckedCall} call
 */
function expectTokens({ query, key }) {
  for (const [name, { data, shape }] of Object.entries({ query, key })) {
    if (data.length > 0) continue;
    throw wrongShape(`inputs.${name}`, 'at least one token', shape);
  }
}

/**
 * What the formula gives, and how far from it an honest computation in the submission's format may be.
 *
 * @typedef {AttentionResult<DoubleTensor> | MultiHeadAttentionResult<DoubleTensor>} Results
 *
 * @typedef {object} Right
 * @property {Partial<Record<Name, DoubleTensor>>} arrays
 * @property {Partial<Record<Name, DoubleTensor>>} bounds
 *
 * @param {Given} given
 * @param {Results} result
 * @param {Results} bounds
 * @returns {Right}
 */
function rightOf(given, result, bounds) {
  const [arrays, computed] = [result, bounds].map(({ trace, output, attention }) => {
    /** @type {Partial<Record<Name, DoubleTensor>>} */
    const all = { heads: output, ...trace, attention, output };
    return all;
  });
  /** @type {Right['bounds']} */
  const allowed = {};
  for (const name of /** @type {Name[]} */ (Object.keys(given))) {
    const [array, expected, bound] = [given[name], arrays[name], computed[name]];
    if (!array || !expected || !bound) continue;
    allowed[name] = { ...bound, data: boundsFor(array, expected, bound.data) };
  }
  return { arrays, bounds: allowed };
}

/**
 * @param {CheckedCall | CheckedForward} call
 * @param {Parameters | null} parameters
 * @param {Given} given
 * @param {Format} format
 * @param {any} config
 * @param {Task['norms']} norms
 * @returns {Task}
 */
function taskOf(call, parameters, given, format, config, norms) {
  /** @type {WeakMap<object, { what: string, by?: Function, result: Numbers }[]>} */
  const known = new WeakMap();
  return {
    config,
    parameters,
    norms,
    call,
    inputs: inputsOf(call),
    extraLen: parameters ? extraKeys(config) : 0,
    allowing: allowingOf(call),
    emptyRows: 'zeros',
    given,
    format,
    remember(of, what, compute, by) {
      const results = known.get(of) ?? [];
      known.set(of, results);
      const found = results.find((one) => one.what === what && one.by === by);
      if (found) return found.result;
      const result = compute();
      results.push({ what, by, result });
      return result;
    },
  };
}

/**
 * @param {CheckedCall} call
 * @returns {Task['inputs']}
 */
function inputsOf({ batched, query, key, value }) {
  const of = (/** @type {{ data: ArrayLike<number>, shape: readonly number[] }} */ x) => ({
    data: Float64Array.from(x.data),
    shape: batched ? x.shape : [1, ...x.shape],
  });
  const queries = of(query);
  const keys = key === query ? queries : of(key);
  return { query: queries, key: keys, value: value === key ? keys : of(value) };
}

/**
 * Takes the reasons why a key may be masked apart: one mask may be wrong and the others right.
 *
 * @param {CheckedCall} call
 * @returns {Task['allowing']}
 */
function allowingOf(call) {
  const byLength = call.causal === 'by-length';
  const nothing = /** @type {const} */ ({ windowLeft: -1, windowRight: -1, causal: 'none' });
  const isPadding = (/** @type {{ strides: readonly number[] }} */ { strides }) =>
    strides[1] === 0 && strides[2] === 0 && strides[3] !== 0;
  return {
    order: { ...call, masks: [], keyLengths: byLength ? call.keyLengths : null },
    padding: { ...call, ...nothing, masks: call.masks.filter(isPadding) },
    given: {
      ...call,
      ...nothing,
      masks: call.masks.filter((mask) => !isPadding(mask)),
      keyLengths: null,
    },
  };
}

/** @param {CheckedCall} call */
function sizesAsConfig({ numHeads, numKvHeads, headDim, valueHeadDim }) {
  const embedDim = numHeads * headDim;
  return { embedDim, numHeads, numKvHeads, headDim, valueHeadDim, addBiasKv: false };
}
