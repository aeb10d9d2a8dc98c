// A submission, checked, and what the right computation gives for it. Everything that a fault's formula may use.

import { shorten, wrongKind, wrongShape } from '../arguments/errors.js';
import { checkAttention } from '../arguments/attention.js';
import { extraKeys } from '../arguments/layer-config.js';
import { checkForward } from '../arguments/layer.js';
import { suggestion } from '../arguments/nearest.js';
import { isRecord, toBoolean, toInteger } from '../arguments/options.js';
import { toTensor } from '../arguments/tensor.js';
import { scaledDotProductAttention } from '../reference/index.js';
import { layerOf, named } from './layer-of.js';

/** @import { CheckedCall, CheckedOptions } from '../arguments/attention-options.js' */
/** @import { CheckedForward } from '../arguments/layer.js' */
/** @import { FloatTensor, ForwardOptions, MultiHeadAttentionConfig, TensorLike } from '../types/index.js' */
/** @import { DoubleTensor, ReferenceAttentionResult, ReferenceForwardResult } from '../reference/types.js' */
/** @import { Numbers } from './arrays.js' */
/** @import { Name, Steps } from './steps.js' */

/**
 * What an implementation was given, and what it gave. Arrays as everywhere in headwise: batch first, or all without B.
 *
 * @typedef {object} Submission
 * @property {{ query: SubmittedArray, key?: SubmittedArray, value?: SubmittedArray }} inputs
 *   query (B, L, D), key (B, S, Dk), value (B, S, Dv); key defaults to query, value to key. Without `parameters`: what the
 *   function was called with, (B, H, L, E), (B, Hkv, S, E), (B, Hkv, S, Ev)
 * @property {Record<string, SubmittedArray>} [parameters]
 *   The layer's, under the names and in the layouts of `torch.nn.MultiheadAttention`. Without `out_proj.weight` the
 *   layer ends with the concatenated heads
 * @property {SubmittedOptions} [options] what the exercise asks for
 * @property {SubmittedArray} output (B, L, outputDim), or (B, H, L, Ev) without parameters
 * @property {SubmittedArray} [attention] (B, H, L, S): the maps, one for each head
 * @property {Partial<Record<Intermediate, SubmittedArray>>} [intermediates]
 *   any of what stands between input and output, to find where it goes wrong
 *
 * @typedef {TensorLike | DoubleTensor} SubmittedArray
 *
 * @typedef {'query' | 'key' | 'value' | 'dotProducts' | 'scores' | 'masked' | 'heads' | 'concatenated'} Intermediate
 *
 * @typedef {Omit<ForwardOptions, 'cache' | 'replace' | 'out' | 'signal' | 'trace' | 'keep' | 'attention' | 'onProgress'> & OwnOptions} SubmittedOptions
 *
 * @typedef {object} OwnOptions
 * @property {number} [numHeads] needed with `parameters`, unless `attention` has its axis of heads
 * @property {number} [numKvHeads] default: what the parameters' shapes say
 * @property {boolean} [addZeroAttention] torch's add_zero_attn
 * @property {MultiHeadAttentionConfig['queryKeyNorm']} [queryKeyNorm] queries and keys are normalised
 */

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
 * @property {(of: object, what: string, compute: () => Numbers, by?: Function) => Numbers} remember
 *   computes once for the same object, the same name and the same function
 *
 * @typedef {{ output: Numbers, attention?: Numbers } & Partial<Record<Name, Numbers>>} Given
 */

const FIELDS = ['inputs', 'parameters', 'options', 'output', 'attention', 'intermediates'];
const INPUTS = ['query', 'key', 'value'];
const INTERMEDIATES = [
  ...['query', 'key', 'value', 'dotProducts', 'scores', 'masked', 'heads', 'concatenated'],
];
const NOT_TAKEN = ['cache', 'replace', 'out', 'signal', 'trace', 'keep', 'attention', 'onProgress'];

/**
 * @param {unknown} submission
 * @returns {{ task: Task, right: Right }}
 */
export function readTask(submission) {
  const fields = recordOf(submission, 'submission', FIELDS);
  const inputs = readInputs(fields.inputs);
  const given = readGiven(fields);
  const { numHeads, numKvHeads, addZeroAttention, queryKeyNorm, ...options } = readOptions(
    fields.options,
  );
  const asked = { trace: true, bounds: true };
  if (fields.parameters === undefined) {
    const { query, key = query, value = key } = inputs;
    const call = named('inputs', () => checkAttention(query, key, value, options, 'float64'));
    expectTokens(call);
    const all = { ...options, ...asked };
    const right = scaledDotProductAttention(call.query, call.key, call.value, all);
    return { task: taskOf(call, null, given, sizesAsConfig(call), null), right: rightOf(right) };
  }
  const heads = numHeads ?? headsIn(given.attention, inputs.query.shape.length);
  const { config, layer, parameters, norms } = layerOf(fields.parameters, {
    numHeads: heads,
    numKvHeads,
    addZeroAttention,
    queryKeyNorm,
  });
  const { query, key, value } = inputs;
  const whole = [query, value ? (key ?? query) : key, value, options];
  const call = named('inputs', () => checkForward(config, whole, undefined, 'float64'));
  expectTokens(call);
  const right = layer.forward(call.query, call.key, call.value, { ...options, ...asked });
  return { task: taskOf(call, parameters, given, config, norms), right: rightOf(right) };
}

/**
 * Inputs with the same numbers are one.
 *
 * @param {unknown} given
 * @returns {{ query: FloatTensor, key?: FloatTensor, value?: FloatTensor }}
 */
function readInputs(given) {
  const fields = recordOf(given, 'inputs', INPUTS);
  /** @type {Record<string, FloatTensor>} */
  const inputs = {};
  for (const name of INPUTS) {
    if (fields[name] === undefined && name !== 'query') continue;
    const tensor = toTensor(fields[name], `inputs.${name}`, 'float64');
    inputs[name] = Object.values(inputs).find((other) => areSame(tensor, other)) ?? tensor;
  }
  return /** @type {any} */ (inputs);
}

/**
 * @param {FloatTensor} a
 * @param {FloatTensor} b
 */
function areSame(a, b) {
  return String(a.shape) === String(b.shape) && a.data.every((one, at) => one === b.data[at]);
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
 * What the formula gives, and how far from it an honest computation in float32 may be.
 *
 * @typedef {object} Right
 * @property {Partial<Record<Name, DoubleTensor>>} arrays
 * @property {Partial<Record<Name, DoubleTensor>>} bounds
 *
 * @param {ReferenceAttentionResult | ReferenceForwardResult} result
 * @returns {Right}
 */
function rightOf({ trace, bounds, output, attention }) {
  return {
    arrays: { heads: output, ...trace, attention, output },
    bounds: {
      heads: bounds?.output,
      ...bounds?.trace,
      attention: bounds?.attention,
      output: bounds?.output,
    },
  };
}

/**
 * @param {CheckedCall | CheckedForward} call
 * @param {Parameters | null} parameters
 * @param {Given} given
 * @param {any} config
 * @param {Task['norms']} norms
 * @returns {Task}
 */
function taskOf(call, parameters, given, config, norms) {
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

/**
 * @param {unknown} value
 * @param {string} name
 * @param {readonly string[]} known
 * @returns {Record<string, unknown>}
 */
function recordOf(value, name, known) {
  if (!isRecord(value)) throw wrongKind(name, `an object of ${known.join(', ')}`, value);
  for (const field of Object.keys(value)) {
    if (known.includes(field) || value[field] === undefined) continue;
    throw new TypeError(`${name}: unknown field ${shorten(field)}${suggestion(field, known)}`);
  }
  return Object.fromEntries(known.map((field) => [field, own(value, field)]));
}

/**
 * @param {Record<string, unknown>} record
 * @param {string} name
 */
const own = (record, name) => (Object.hasOwn(record, name) ? record[name] : undefined);

/**
 * @param {Record<string, unknown>} fields
 * @returns {Given}
 */
function readGiven({ output, attention, intermediates = {} }) {
  const inside = recordOf(intermediates, 'intermediates', INTERMEDIATES);
  const read = (/** @type {unknown} */ value, /** @type {string} */ name) => {
    const { data, shape } = toTensor(value, name, 'float64');
    return { data: Float64Array.from(data), shape };
  };
  const found = Object.entries(inside).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(
      found.map(([name, value]) => [name, read(value, `intermediates.${name}`)]),
    ),
    output: read(output, 'output'),
    ...(attention !== undefined && { attention: read(attention, 'attention') }),
  };
}

/**
 * @param {unknown} value
 * @returns {Record<string, any>}
 */
function readOptions(value = {}) {
  if (!isRecord(value)) throw wrongKind('options', 'an object', value);
  const options = { ...value };
  for (const name of NOT_TAKEN) {
    if (options[name] !== undefined) {
      throw new TypeError(
        `options.${name}: expected none, as it changes no result or has its own field`,
      );
    }
  }
  for (const name of ['numHeads', 'numKvHeads']) {
    if (options[name] !== undefined) toInteger(options[name], `options.${name}`, 1);
  }
  if (options.addZeroAttention !== undefined) {
    toBoolean(options.addZeroAttention, 'options.addZeroAttention');
  }
  return options;
}

/**
 * H, which only a map tells: (B, H, L, S), or (H, L, S) where query is (L, D).
 *
 * @param {Numbers | undefined} attention
 * @param {number} queryAxes
 */
function headsIn(attention, queryAxes) {
  if (!attention) return undefined;
  const axes = attention.shape.length;
  return axes === queryAxes + 1 && axes >= 3 ? attention.shape[axes - 3] : undefined;
}
