// The arguments of a kept call's backward, checked and in one canonical form, for the engine and the reference alike, and
// whether the call has gradients. Computes nothing.

import { throwIfAborted, toSignal } from './attention-options.js';
import { HeadwiseError } from './errors.js';
import { optionNames, readOptions, toFunction } from './options.js';
import { expectShape, toTensor } from './tensor.js';

/** @import { AttentionPlan } from './attention-plan.js' */
/** @import { ForwardPlan } from './layer-plan.js' */
/** @import { Precision } from './tensor.js' */
/** @import { FloatTensor, ResolvedConfig } from './types.js' */

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
 * @typedef {object} BackwardPlan
 * @property {FloatTensor} gradOutput
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

const OPTIONS = optionNames('signal', 'onProgress');

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
 * @returns {HeadwiseError} for a layer that is not any more what it was when the call was made
 */
export function parametersChanged() {
  return new HeadwiseError(
    'unsupported',
    'backward: the parameters of the layer have changed since this call, and its gradients need those it had',
  );
}
