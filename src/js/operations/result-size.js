// How many numbers a call gives back in tensors of its own, which a memory limit counts. Tensors of the caller's are not
// counted.

import { extraKeys } from '../arguments/layer.js';

/** @import { AttentionPlan } from '../arguments/attention.js' */
/** @import { PlannedOptions, Sizes } from '../arguments/attention-options.js' */
/** @import { ForwardPlan } from '../arguments/layer.js' */
/** @import { ResolvedConfig } from '../types/index.js' */

/** @param {AttentionPlan} plan */
export function attentionSize(plan) {
  const rows = plan.batch * plan.numHeads * plan.queryLen;
  const output = plan.out.output ? 0 : rows * plan.valueHeadDim;
  const maps = mapCount(plan) * rows * (plan.pastLen + plan.keyLen);
  const logSumExp = plan.trace ? rows : 0;
  return output + maps + logSumExp + presentSize(plan);
}

/**
 * @param {ResolvedConfig} config
 * @param {ForwardPlan} plan
 */
export function forwardSize(config, plan) {
  const { batch, numHeads, queryLen, headDim, valueHeadDim, out } = plan;
  const rows = batch * numHeads * queryLen;
  const columns = plan.pastLen + plan.keyLen + extraKeys(config);
  let size = mapCount(plan) * rows * columns + presentSize(plan);
  if (!out.output) size += batch * queryLen * config.outputDim;
  if (plan.attention && plan.averageHeads && !out.attention) {
    size -= (rows - batch * queryLen) * columns; // one map of the counted ones is a mean
  }
  if (plan.trace) {
    const perRow = headDim + 2 * valueHeadDim + config.outputDim + 1; // query; heads, twice; contributions; logSumExp
    size += rows * perRow + keysSize(plan);
  }
  return size;
}

/**
 * Maps of every head.
 *
 * @param {PlannedOptions & { out: { attention?: unknown } }} plan
 */
function mapCount({ trace, attention, softcap, out }) {
  return (trace ? (softcap > 0 ? 5 : 4) : 0) + (attention && !out.attention ? 1 : 0);
}

/** @param {AttentionPlan | ForwardPlan} plan */
function presentSize(plan) {
  return plan.pastKey === null ? 0 : keysSize(plan);
}

/** @param {Sizes} plan */
function keysSize({ batch, numKvHeads, pastLen, keyLen, headDim, valueHeadDim }) {
  return batch * numKvHeads * (pastLen + keyLen) * (headDim + valueHeadDim);
}
