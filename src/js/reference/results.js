// Makes a call's results of its intermediates, and their bounds in the same shape.

import { extraKeys } from '../layer/config.js';
import { expectTargets } from '../arguments/targets.js';
import { fill } from '../arguments/tensor.js';

/** @import { CheckedCall } from '../attention/options.js' */
/** @import { CheckedForward } from '../layer/forward.js' */
/** @import { AttentionResult, AttentionTrace, MultiHeadAttentionResult, ResolvedConfig } from '../types/index.js' */
/** @import { Activations } from './attention.js' */
/** @import { LayerActivations } from './layer.js' */
/** @import { DoubleTensor } from './types.js' */

/**
 * A copy, of the given shape, without B if the caller left it out; in the caller's own tensor, if there is one.
 *
 * @param {CheckedCall} call
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
 * @param {CheckedCall} call
 * @param {Activations} activations
 * @param {CheckedCall['out']} [out]
 * @returns {AttentionResult<DoubleTensor>}
 */
export function attentionResult(call, activations, out) {
  if (out) expectTargets(out);
  const { batch, numHeads, queryLen, keyLen, pastLen, valueHeadDim } = call;
  const map = [batch, numHeads, queryLen, pastLen + keyLen];
  const shape = [batch, numHeads, queryLen, valueHeadDim];
  /** @type {AttentionResult<DoubleTensor>} */
  const result = { output: deliver(call, activations.heads, shape, out?.output) };
  if (call.attention) result.attention = deliver(call, activations.attention, map, out?.attention);
  addPresent(call, activations, result);
  if (call.trace) {
    result.logSumExp = deliver(call, activations.logSumExp, map.slice(0, 3));
    result.trace = traceOf(call, map, activations);
  }
  return result;
}

/**
 * @param {ResolvedConfig} config
 * @param {CheckedForward} call
 * @param {LayerActivations} activations
 * @param {CheckedCall['out']} [out]
 * @returns {MultiHeadAttentionResult<DoubleTensor>}
 */
export function forwardResult(config, call, activations, out) {
  if (out) expectTargets(out);
  const { batch, numHeads, numKvHeads, queryLen, keyLen, pastLen, headDim, valueHeadDim } = call;
  const { attended, concatenated, contributions } = activations;
  const keys = pastLen + keyLen;
  const map = [batch, numHeads, queryLen, keys + extraKeys(config)];
  const shape = [batch, queryLen, config.outputDim];
  /** @type {MultiHeadAttentionResult<DoubleTensor>} */
  const result = { output: deliver(call, activations.output, shape, out?.output) };
  if (call.attention) {
    result.attention = call.averageHeads
      ? deliver(call, activations.meanAttention, [batch, queryLen, map[3]], out?.attention)
      : deliver(call, attended.attention, map, out?.attention);
  }
  addPresent(call, activations, result);
  if (call.trace) {
    result.logSumExp = deliver(call, attended.logSumExp, map.slice(0, 3));
    result.trace = {
      query: deliver(call, activations.query, [batch, numHeads, queryLen, headDim]),
      key: deliver(call, activations.key, [batch, numKvHeads, keys, headDim]),
      value: deliver(call, activations.value, [batch, numKvHeads, keys, valueHeadDim]),
      ...traceOf(call, map, attended),
      heads: deliver(call, attended.heads, [batch, numHeads, queryLen, valueHeadDim]),
      concatenated: deliver(call, concatenated, [batch, queryLen, numHeads * valueHeadDim]),
      contributions: deliver(call, contributions, [batch, numHeads, queryLen, config.outputDim]),
    };
  }
  return result;
}

/**
 * The past of the next call, if there was one in this.
 *
 * @param {CheckedCall} call
 * @param {{ key: Float64Array, value: Float64Array }} all past and new ones
 * @param {AttentionResult<DoubleTensor>} result
 */
function addPresent(call, { key, value }, result) {
  if (call.pastKey === null) return;
  const { batch, numKvHeads, keyLen, pastLen, headDim, valueHeadDim } = call;
  result.presentKey = deliver(call, key, [batch, numKvHeads, pastLen + keyLen, headDim]);
  result.presentValue = deliver(call, value, [batch, numKvHeads, pastLen + keyLen, valueHeadDim]);
}

/**
 * @param {CheckedCall} call
 * @param {readonly number[]} map (B, H, L, T)
 * @param {Activations} activations
 * @returns {AttentionTrace<DoubleTensor>}
 */
function traceOf(call, map, { dotProducts, scores, softcapped, masked, attention }) {
  return {
    dotProducts: deliver(call, dotProducts, map),
    scores: deliver(call, scores, map),
    ...(call.softcap > 0 && { softcapped: deliver(call, softcapped, map) }),
    masked: deliver(call, masked, map),
    attention: deliver(call, attention, map),
  };
}
