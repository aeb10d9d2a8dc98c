// A submission, checked, and what the right computation gives for it. Everything that a fault's formula may use.

import { wrongShape } from '../arguments/errors.js';
import { checkAttention } from '../attention/attention.js';
import { extraKeys } from '../layer/config.js';
import { checkForward } from '../layer/forward.js';
import { boundForward } from '../reference/layer-bounds.js';
import { forward, inputOf } from '../reference/layer.js';
import { attendTo, boundsOf } from '../reference/operations.js';
import { attentionResult, forwardResult } from '../reference/results.js';
import { layerOf, named } from './layer-of.js';
import { boundsFor, formatOfAll, precisionOf } from './precision.js';
import { checkSubmission, headsIn } from './submission.js';

/** @import { CheckedCall } from '../attention/options.js' */
/** @import { CheckedForward } from '../layer/forward.js' */
/** @import { AttentionResult, MultiHeadAttentionResult } from '../types/index.js' */
/** @import { Projection } from '../reference/parameters.js' */
/** @import { Sharing } from '../reference/softmax.js' */
/** @import { DoubleTensor } from '../reference/types.js' */
/** @import { Numbers } from './arrays.js' */
/** @import { Format } from './precision.js' */
/** @import { Name } from './steps.js' */

/** @typedef {Projection & { extra: ArrayLike<number> }} Extended extra: the key, or value, that the layer learns */

/** @typedef {{ query: Projection, key: Extended, value: Extended, output: Projection | null }} Parameters */

/**
 * @typedef {object} Task
 * @property {import('../types/index.js').ResolvedConfig} config
 * @property {Parameters | null} parameters null: attention as a function, without projections
 * @property {import('./layer-of.js').LayerOf['norms'] | null} norms
 * @property {CheckedCall | CheckedForward} call
 * @property {Record<'query' | 'key' | 'value', Numbers>} inputs with B, in float64
 * @property {number} extraLen keys that the layer adds at the end
 * @property {Sharing['empty']} emptyRows the map's row of a query that may attend to nothing
 * @property {Given} given
 * @property {Format} format in which the submission was computed
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
    const activations = attendTo(call);
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
  return {
    config,
    parameters,
    norms,
    call,
    inputs: inputsOf(call),
    extraLen: parameters ? extraKeys(config) : 0,
    emptyRows: 'zeros',
    given,
    format,
  };
}

/**
 * @param {CheckedCall} call
 * @returns {Task['inputs']} one tensor where one input serves as two
 */
function inputsOf(call) {
  const query = inputOf(call, 'query');
  const key = call.key === call.query ? query : inputOf(call, 'key');
  return { query, key, value: call.value === call.key ? key : inputOf(call, 'value') };
}

/** @param {CheckedCall} call */
function sizesAsConfig({ numHeads, numKvHeads, headDim, valueHeadDim }) {
  const embedDim = numHeads * headDim;
  return { embedDim, numHeads, numKvHeads, headDim, valueHeadDim, addBiasKv: false };
}
