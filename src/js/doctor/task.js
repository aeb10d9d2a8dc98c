// A submission, checked, and what the right computation gives for it. Everything that a fault's formula may use.

import { wrongShape } from '../arguments/errors.js';
import { checkAttention } from '../attention/attention.js';
import { extraKeys } from '../layer/config.js';
import { checkForward } from '../layer/forward.js';
import { scaledDotProductAttention } from '../reference/index.js';
import { layerOf, named } from './layer-of.js';
import { checkSubmission, headsIn } from './submission.js';

/** @import { CheckedCall, CheckedOptions } from '../attention/options.js' */
/** @import { CheckedForward } from '../layer/forward.js' */
/** @import { DoubleTensor, ReferenceAttentionResult, ReferenceForwardResult } from '../reference/types.js' */
/** @import { Numbers } from './arrays.js' */
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
  const asked = { trace: true, bounds: true };
  if (submitted.parameters === undefined) {
    const { query, key = query, value = key } = inputs;
    const call = named('inputs', () => checkAttention(query, key, value, options, 'float64'));
    expectTokens(call);
    const all = { ...options, ...asked };
    const right = scaledDotProductAttention(call.query, call.key, call.value, all);
    return { task: taskOf(call, null, given, sizesAsConfig(call), null), right: rightOf(right) };
  }
  const heads = numHeads ?? headsIn(given.attention, inputs.query.shape.length);
  const { config, layer, parameters, norms } = layerOf(submitted.parameters, {
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
