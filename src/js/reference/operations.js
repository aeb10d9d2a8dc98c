// The reference's operations as a user calls them: arguments checked as the engine does, numbers computed as
// attention.js, linear.js, softmax.js and positions.js say.

import { planAttention } from '../attention-plan.js';
import { differentiableAttention } from '../backward-plan.js';
import { mapSizes } from '../window-plan.js';
import { planEmbed, planLinear, planSoftmax } from '../small-plans.js';
import { attend } from './attention.js';
import { attentionBackward } from './backward.js';
import { boundAttention, boundPlaced, exact } from './bounds.js';
import { placeInSequence } from './keys.js';
import { ReferenceKept } from './kept.js';
import { linear as multiply } from './linear.js';
import { sinusoids } from './positions.js';
import { STREAMS, uniform } from './random.js';
import { attentionResult } from './results.js';
import { softmaxRows } from './softmax.js';

/** @import { EmbedOptions } from '../types.js' */
/** @import { DoubleTensor, Input, ReferenceAttentionOptions, ReferenceAttentionResult } from './types.js' */

/**
 * softmax(Q K^T / sqrt(E)) V for every head (Vaswani et al. 2017, equation 1).
 *
 * @param {Input} query (B, H, L, E), or all three without B
 * @param {Input} key (B, Hkv, S, E)
 * @param {Input} value (B, Hkv, S, Ev)
 * @param {ReferenceAttentionOptions} [options]
 * @returns {ReferenceAttentionResult}
 */
export function scaledDotProductAttention(query, key, value, options) {
  return attentionOf(() => {}, query, key, value, options);
}

/**
 * @param {() => void} expectReady throws if the engine that was asked was disposed
 * @param {Input} query
 * @param {Input} key
 * @param {Input} value
 * @param {ReferenceAttentionOptions} [options]
 * @returns {ReferenceAttentionResult}
 */
export function attentionOf(expectReady, query, key, value, options) {
  const plan = planAttention(query, key, value, options, 'float64');
  const sizes = { ...plan, extraLen: 0 };
  const fresh = {
    query: Float64Array.from(plan.query.data),
    key: Float64Array.from(plan.key.data),
    value: Float64Array.from(plan.value.data),
  };
  const placed = placeInSequence(plan, fresh);
  const activations = attend(plan, sizes, placed);
  /** @type {ReferenceAttentionResult} */
  const result = attentionResult(plan, activations, plan.out);
  if (plan.bounds) {
    const errors = { query: exact(fresh.query), key: exact(fresh.key), value: exact(fresh.value) };
    const placedErrors = boundPlaced(plan, placed, errors);
    const bounds = boundAttention(plan, sizes, activations, placedErrors, {});
    result.bounds = attentionResult(plan, bounds);
  }
  if (plan.keep) {
    const call = differentiableAttention(plan);
    result.kept = new ReferenceKept(
      mapSizes(plan, 0),
      activations.attention,
      expectReady,
      call,
      (gradOutput) => attentionBackward(plan, activations, call, gradOutput),
    );
  }
  return result;
}

/**
 * y = x W^T + b
 *
 * @param {Input} x (..., In)
 * @param {Input} weight (Out, In)
 * @param {Input} [bias] (Out)
 * @returns {DoubleTensor} (..., Out)
 */
export function linear(x, weight, bias) {
  const plan = planLinear(x, weight, bias, 'float64');
  const data = multiply(plan.x.data, plan.weight.data, plan.bias && plan.bias.data, plan.inputDim);
  return { data, shape: plan.shape };
}

/**
 * exp(x) / sum exp(x) along the last axis.
 *
 * @param {Input} x (..., N)
 * @returns {DoubleTensor} (..., N)
 */
export function softmax(x) {
  const { x: input, rows, size, shape } = planSoftmax(x, 'float64');
  return { data: softmaxRows(input.data, rows, size), shape };
}

/**
 * Untrained token vectors: uniform in [-1, 1), the same for the same id, seed and width; and where the tokens stand.
 *
 * @param {ArrayLike<number>} ids (L)
 * @param {EmbedOptions} options
 * @returns {{ tokens: DoubleTensor, positions: DoubleTensor, x: DoubleTensor }} (L, embedDim) each; x is the sum
 */
export function embed(ids, options) {
  const plan = planEmbed(ids, options);
  const len = plan.ids.length;
  const tokens = new Float64Array(len * plan.embedDim);
  plan.ids.forEach((id, i) => {
    tokens.set(uniform(plan.embedDim, plan.seed, STREAMS.tokens, id), i * plan.embedDim);
  });
  const positions = plan.sinusoidal
    ? sinusoids(len, plan.embedDim, plan.offset)
    : new Float64Array(tokens.length);
  const x = tokens.map((number, at) => number + positions[at]);
  const shape = [len, plan.embedDim];
  return {
    tokens: { data: tokens, shape },
    positions: { data: positions, shape },
    x: { data: x, shape },
  };
}
