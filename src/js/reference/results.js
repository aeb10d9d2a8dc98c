// What a call gives back, made of its intermediates: the results and, in the same shape, their bounds.

import { extraKeys } from '../arguments/layer.js';
import { checkOut } from '../arguments/numbers.js';
import { fill } from '../arguments/typed-array.js';

/** @import { PlannedCall } from '../arguments/attention-options.js' */
/** @import { ForwardPlan } from '../arguments/layer.js' */
/** @import { AttentionResult, AttentionTrace, MultiHeadAttentionResult, ResolvedConfig } from '../types/index.js' */
/** @import { Activations } from './attention.js' */
/** @import { LayerActivations } from './layer.js' */
/** @import { DoubleTensor } from './types.js' */

/**
 * A copy, of the given shape, without B if the caller left it out; in the caller's own tensor, if there is one.
 *
 * @param {PlannedCall} plan
 * @param {Float64Array} data
 * @param {readonly number[]} shape
 * @param {{ data: Float32Array, own: unknown }} [target]
 * @returns {DoubleTensor}
 */
function deliver({ batched }, data, shape, target) {
  if (target === undefined) return { data: data.slice(), shape: shape.slice(batched ? 0 : 1) };
  fill(target.data, data);
  return /** @type {DoubleTensor} */ (target.own);
}

/**
 * @param {PlannedCall} plan
 * @param {Activations} activations
 * @param {PlannedCall['out']} [out]
 * @returns {AttentionResult<DoubleTensor>}
 */
export function attentionResult(plan, activations, out) {
  if (out) checkOut(out);
  const { batch, numHeads, queryLen, keyLen, pastLen, valueHeadDim } = plan;
  const map = [batch, numHeads, queryLen, pastLen + keyLen];
  const shape = [batch, numHeads, queryLen, valueHeadDim];
  /** @type {AttentionResult<DoubleTensor>} */
  const result = { output: deliver(plan, activations.heads, shape, out?.output) };
  if (plan.attention) result.attention = deliver(plan, activations.attention, map, out?.attention);
  addPresent(plan, activations, result);
  if (plan.trace) {
    result.logSumExp = deliver(plan, activations.logSumExp, map.slice(0, 3));
    result.trace = traceOf(plan, map, activations);
  }
  return result;
}

/**
 * @param {ResolvedConfig} config
 * @param {ForwardPlan} plan
 * @param {LayerActivations} activations
 * @param {PlannedCall['out']} [out]
 * @returns {MultiHeadAttentionResult<DoubleTensor>}
 */
export function forwardResult(config, plan, activations, out) {
  if (out) checkOut(out);
  const { batch, numHeads, numKvHeads, queryLen, keyLen, pastLen, headDim, valueHeadDim } = plan;
  const { attended, concatenated, contributions } = activations;
  const keys = pastLen + keyLen;
  const map = [batch, numHeads, queryLen, keys + extraKeys(config)];
  const shape = [batch, queryLen, config.outputDim];
  /** @type {MultiHeadAttentionResult<DoubleTensor>} */
  const result = { output: deliver(plan, activations.output, shape, out?.output) };
  if (plan.attention) {
    result.attention = plan.averageHeads
      ? deliver(plan, activations.meanAttention, [batch, queryLen, map[3]], out?.attention)
      : deliver(plan, attended.attention, map, out?.attention);
  }
  addPresent(plan, activations, result);
  if (plan.trace) {
    result.logSumExp = deliver(plan, attended.logSumExp, map.slice(0, 3));
    result.trace = {
      query: deliver(plan, activations.query, [batch, numHeads, queryLen, headDim]),
      key: deliver(plan, activations.key, [batch, numKvHeads, keys, headDim]),
      value: deliver(plan, activations.value, [batch, numKvHeads, keys, valueHeadDim]),
      ...traceOf(plan, map, attended),
      heads: deliver(plan, attended.heads, [batch, numHeads, queryLen, valueHeadDim]),
      concatenated: deliver(plan, concatenated, [batch, queryLen, numHeads * valueHeadDim]),
      contributions: deliver(plan, contributions, [batch, numHeads, queryLen, config.outputDim]),
    };
  }
  return result;
}

/**
 * The past of the next call, if there was one in this.
 *
 * @param {PlannedCall} plan
 * @param {{ key: Float64Array, value: Float64Array }} all past and new ones
 * @param {AttentionResult<DoubleTensor>} result
 */
function addPresent(plan, { key, value }, result) {
  if (plan.pastKey === null) return;
  const { batch, numKvHeads, keyLen, pastLen, headDim, valueHeadDim } = plan;
  result.presentKey = deliver(plan, key, [batch, numKvHeads, pastLen + keyLen, headDim]);
  result.presentValue = deliver(plan, value, [batch, numKvHeads, pastLen + keyLen, valueHeadDim]);
}

/**
 * @param {PlannedCall} plan
 * @param {readonly number[]} map (B, H, L, T)
 * @param {Activations} activations
 * @returns {AttentionTrace<DoubleTensor>}
 */
function traceOf(plan, map, { dotProducts, scores, softcapped, masked, attention }) {
  return {
    dotProducts: deliver(plan, dotProducts, map),
    scores: deliver(plan, scores, map),
    ...(plan.softcap > 0 && { softcapped: deliver(plan, softcapped, map) }),
    masked: deliver(plan, masked, map),
    attention: deliver(plan, attention, map),
  };
}
