// The arguments of a kept call's backward, checked and in one canonical form, for the engine and the reference alike, and
// whether the call has gradients. Computes nothing.

import { overlap, throwIfAborted, toSignal } from './attention-options.js';
import { HeadwiseError, wrongKind } from './errors.js';
import { numbers } from './numbers.js';
import { optionNames, readNested, readOptions, toFunction } from './options.js';
import { parameterShapes } from './state-dict.js';
import { expectShape, toResultTensor, toTensor } from './tensor.js';
import { fill } from './typed-array.js';

/** @import { AttentionPlan } from './attention.js' */
/** @import { ForwardPlan } from './layer.js' */
/** @import { Precision, Target } from './tensor.js' */
/** @import { FloatTensor, Gradients, ResolvedConfig } from '../types/index.js' */

/**
 * A call as its gradients see it.
 *
 * @typedef {object} Differentiable
 * @property {number[]} output the shape of the output
 * @property {{ query: number[], key?: number[], value?: number[] }} inputs
 *   the shapes of those that were given; the gradient of one that was not is added to that of the one it came from
 * @property {ResolvedConfig | null} config the layer's, if it was a layer's call
 * @property {boolean} replaced whether something was written over
 */

/**
 * Tensors of the caller's that gradients are written into.
 *
 * @typedef {object} GradientsOut
 * @property {{ query?: Target, key?: Target, value?: Target }} inputs
 * @property {Record<string, Target>} parameters
 */

/**
 * @typedef {object} BackwardPlan
 * @property {FloatTensor} gradOutput
 * @property {GradientsOut} out
 * @property {AbortSignal | null} signal
 * @property {((done: number) => void) | null} onProgress
 */

/**
 * @param {AttentionPlan} plan
 * @returns {Differentiable}
 */
export function differentiableAttention(plan) {
  const { batched, batch, numHeads, queryLen, valueHeadDim, query, key, value } = plan;
  return {
    output: [batch, numHeads, queryLen, valueHeadDim].slice(batched ? 0 : 1),
    inputs: { query: [...query.shape], key: [...key.shape], value: [...value.shape] },
    config: null,
    replaced: false,
  };
}

/**
 * @param {ResolvedConfig} config
 * @param {ForwardPlan} plan
 * @returns {Differentiable}
 */
export function differentiableForward(config, plan) {
  const { batched, batch, queryLen, query, key, value, keyGiven, valueGiven, replace } = plan;
  return {
    output: [batch, queryLen, config.outputDim].slice(batched ? 0 : 1),
    inputs: {
      query: [...query.shape],
      ...(keyGiven && { key: [...key.shape] }),
      ...(valueGiven && { value: [...value.shape] }),
    },
    config,
    replaced: Object.keys(replace).length > 0,
  };
}

const OPTIONS = optionNames('out', 'signal', 'onProgress');
const OUT = optionNames('query', 'key', 'value', 'parameters');

/**
 * @param {Differentiable} call
 * @param {unknown} gradOutput
 * @param {unknown} options
 * @param {Precision} [precision]
 * @returns {BackwardPlan}
 */
export function planBackward(call, gradOutput, options, precision = 'float32') {
  const given = readOptions(options, 'options', OPTIONS);
  const tensor = toTensor(gradOutput, 'gradOutput', precision);
  expectShape(tensor.shape, 'gradOutput', call.output, 'as the output has');
  const plan = {
    gradOutput: tensor,
    out: planOut(call, given.out, precision),
    signal: toSignal(given.signal),
    onProgress: given.onProgress === undefined ? null : toFunction(given.onProgress, 'onProgress'),
  };
  if (call.replaced) {
    throw new HeadwiseError(
      'unsupported',
      'backward: a call with replace has no gradients, for what was written over follows from nothing',
    );
  }
  throwIfAborted(plan);
  return plan;
}

/**
 * @param {Differentiable} call
 * @param {unknown} value
 * @param {Precision} precision
 * @returns {GradientsOut}
 */
function planOut({ inputs, config }, value, precision) {
  const { parameters, ...given } = readNested(value, 'out', OUT);
  /** @type {GradientsOut} */
  const out = { inputs: {}, parameters: {} };
  for (const name of /** @type {const} */ (['query', 'key', 'value'])) {
    if (given[name] === undefined) continue;
    const shape = inputs[name];
    if (shape === undefined) {
      const none = `none, as no ${name} was given, and its gradient is part of another`;
      throw wrongKind(`out.${name}`, none, given[name]);
    }
    out.inputs[name] = toGradient(given[name], `out.${name}`, shape, precision);
  }
  const shapes = config === null ? {} : parameterShapes(config);
  const wanted = readNested(parameters, 'out.parameters', optionNames(...Object.keys(shapes)));
  for (const [name, tensor] of Object.entries(wanted)) {
    if (tensor === undefined) continue;
    out.parameters[name] = toGradient(tensor, `out.parameters.${name}`, shapes[name], precision);
  }
  const all = gradientsIn(out).map(({ data }) => data);
  if (all.some((data, at) => all.slice(at + 1).some((other) => overlap(data, other)))) {
    throw new RangeError('out: expected tensors that are apart, got overlapping arrays');
  }
  return out;
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {readonly number[]} shape
 * @param {Precision} precision
 */
function toGradient(value, name, shape, precision) {
  const tensor = toResultTensor(value, name, precision);
  expectShape(tensor.shape, name, shape);
  return tensor;
}

/**
 * All or none of the caller's tensors are written, so all are looked at first.
 *
 * @param {GradientsOut} out
 */
export function checkGradients({ inputs, parameters }) {
  for (const [name, target] of Object.entries(inputs)) numbers(target, `out.${name}`);
  for (const [name, target] of Object.entries(parameters)) {
    numbers(target, `out.parameters.${name}`);
  }
}

/** @param {GradientsOut} out */
export const gradientsIn = ({ inputs, parameters }) => [
  ...Object.values(inputs),
  ...Object.values(parameters),
];

/**
 * Copies gradients into the caller's tensors.
 *
 * @template {{ data: FloatTensor['data'] | Float64Array }} T
 * @param {GradientsOut} out
 * @param {Gradients<T>} gradients
 * @returns {Gradients<T>} with the caller's in the place of the others
 */
export function fillGradients(out, { parameters, ...inputs }) {
  const deliver = (/** @type {Record<string, T>} */ from, /** @type {object} */ into) => {
    for (const [name, target] of Object.entries(into)) {
      fill(target.data, from[name].data);
      from[name] = target.own;
    }
  };
  deliver(inputs, out.inputs);
  deliver(parameters, out.parameters);
  return { ...inputs, parameters };
}

/**
 * @returns {HeadwiseError} for a layer that is not any more what it was when the call was made
 */
export function parametersChanged() {
  return new HeadwiseError(
    'unsupported',
    'backward: the parameters of the layer have changed since this call, and its gradients need those it had',
  );
}
