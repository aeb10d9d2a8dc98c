// Prepares a submission for the search of faults: the arguments of every fault's formula, and the correct numbers with their
// bounds.

import { wrongShape } from '../arguments/errors.ts';
import { attention, checkAttention } from '../attention/attention.ts';
import { extraKeys } from '../layer/config.ts';
import { checkForward, forward } from '../layer/forward.ts';
import { attendTo, inputOf } from '../reference/attention.ts';
import { boundCall } from '../reference/attention-bounds.ts';
import { boundIdentity } from '../reference/bounds.ts';
import { boundForward } from '../reference/layer-bounds.ts';
import { forward as computeForward } from '../reference/layer.ts';
import { attentionNumbers, forwardNumbers, resultOf } from '../reference/results.ts';
import { layerOf, named } from './layer-of.ts';
import { boundsFor, formatOfAll, precisionOf } from './precision.ts';
import { checkSubmission, headsIn } from './submission.ts';
import type { CheckedCall } from '../attention/schema.ts';
import type { CheckedForward } from '../layer/forward.ts';
import type { AttentionResult, MultiHeadAttentionResult, ResolvedConfig } from '../types/index.ts';
import type { Precision } from '../reference/bounds.ts';
import type { Projection } from '../reference/parameters.ts';
import type { SoftmaxOptions } from '../reference/softmax.ts';
import type { DoubleTensor } from '../reference/types.ts';
import type { Numbers } from './arrays.ts';
import type { Format } from './precision.ts';
import type { Name } from './steps.ts';
import type { LayerOf } from './layer-of.ts';

/** extra: the learned key, or value, of addBiasKv */
type Extended = Projection & { extra: ArrayLike<number> };

export type Parameters = {
  query: Projection;
  key: Extended;
  value: Extended;
  output: Projection | null;
};

export interface CheckedSubmission {
  config: ResolvedConfig;
  /** null: attention as a function, without projections */
  parameters: Parameters | null;
  norms: LayerOf['norms'] | null;
  call: CheckedCall | CheckedForward;
  /** with B, in float64 */
  inputs: Record<'query' | 'key' | 'value', Numbers>;
  /** number of extra keys */
  extraLen: number;
  /** the attention weights of a query that may attend to no key */
  emptyRows: SoftmaxOptions['empty'];
  given: Given;
  /** the format in which the submission was computed */
  format: Format;
}

export type Given = { output: Numbers; attention?: Numbers } & Partial<Record<Name, Numbers>>;

export function prepareSubmission(submission: unknown): { task: CheckedSubmission; right: Right } {
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
    const bounds = boundCall(call, activations, precision);
    const task = taskOf(call, null, given, format, sizesAsConfig(call), null);
    const [result, allowed] = [activations, bounds].map((one) =>
      resultOf(attention, call, attentionNumbers(one)),
    );
    return { task, right: rightOf(given, result, allowed) };
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
  const computed = parameters.output ? config : { ...config, outputDim: 0 };
  const activations = computeForward(computed, all, call);
  const bounds = boundForward(computed, all, call, activations, precision);
  const [result, allowed] = [activations, bounds].map((one) =>
    resultOf(forward, { ...call, config: computed }, forwardNumbers(one)),
  );
  if (parameters.output === null) deliverHeads(result, allowed, all.b_O, precision);
  const task = taskOf(call, parameters, given, format, config, norms);
  return { task, right: rightOf(given, result, allowed) };
}

type Delivered = { output: DoubleTensor; trace: { concatenated: DoubleTensor } };

/**
 * Sets the output of a layer without output projection, the concatenated heads, and its bound, that of a product by the
 * identity. The identity itself is never made: it would have the square of a row's numbers.
 *
 * @param result without its output
 * @param bounds of the result
 */
function deliverHeads(
  result: Delivered,
  bounds: Delivered,
  bias: ArrayLike<number> | null,
  precision: Precision,
) {
  const { data: heads, shape } = result.trace.concatenated;
  const errors = bounds.trace.concatenated.data;
  const width = shape[shape.length - 1];
  const output = heads.map((value, at) => value + (bias === null ? 0 : bias[at % width]));
  result.output = { data: output, shape };
  bounds.output = { data: boundIdentity(heads, errors, bias, width, precision), shape };
}

/** Refuses empty input. */
function expectTokens({ query, key }: CheckedCall) {
  for (const [name, { data, shape }] of Object.entries({ query, key })) {
    if (data.length > 0) continue;
    throw wrongShape(`inputs.${name}`, 'at least one token', shape);
  }
}

type Results = AttentionResult<DoubleTensor> | MultiHeadAttentionResult<DoubleTensor>;

export interface Right {
  arrays: Partial<Record<Name, DoubleTensor>>;
  bounds: Partial<Record<Name, DoubleTensor>>;
}

/**
 * The correct numbers, and bounds of the rounding errors in the submission's format.
 */
function rightOf(given: Given, result: Results, bounds: Results): Right {
  const [arrays, computed] = [result, bounds].map(({ trace, output, attention }) => {
    const all: Partial<Record<Name, DoubleTensor>> = { heads: output, ...trace, attention, output };
    return all;
  });
  const allowed: Right['bounds'] = {};
  for (const name of Object.keys(given) as Name[]) {
    const [array, expected, bound] = [given[name], arrays[name], computed[name]];
    if (!array || !expected || !bound) continue;
    allowed[name] = { ...bound, data: boundsFor(array, expected, bound.data) };
  }
  return { arrays, bounds: allowed };
}

function taskOf(
  call: CheckedCall | CheckedForward,
  parameters: Parameters | null,
  given: Given,
  format: Format,
  config: any,
  norms: CheckedSubmission['norms'],
): CheckedSubmission {
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

/** @returns the same tensor for two inputs that are one */
function inputsOf(call: CheckedCall): CheckedSubmission['inputs'] {
  const query = inputOf(call, 'query');
  const key = call.key === call.query ? query : inputOf(call, 'key');
  return { query, key, value: call.value === call.key ? key : inputOf(call, 'value') };
}

function sizesAsConfig({ numHeads, numKvHeads, headDim, valueHeadDim }: CheckedCall) {
  const embedDim = numHeads * headDim;
  return { embedDim, numHeads, numKvHeads, headDim, valueHeadDim, addBiasKv: false };
}
