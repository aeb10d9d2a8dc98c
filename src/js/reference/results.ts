// Makes a call's results of its intermediates, and their bounds in the same shape.

import { extraKeys } from '../layer/config.ts';
import { expectTargets } from '../arguments/targets.ts';
import { fill } from '../arguments/tensor.ts';
import type { CheckedCall } from '../attention/options.ts';
import type { CheckedForward } from '../layer/forward.ts';
import type {
  AttentionResult,
  AttentionTrace,
  MultiHeadAttentionResult,
  ResolvedConfig,
} from '../types/index.ts';
import type { Activations } from './attention.ts';
import type { LayerActivations } from './layer.ts';
import type { DoubleTensor } from './types.ts';

/**
 * A copy, of the given shape, without B if the caller left it out; in the caller's own tensor, if there is one.
 */
function deliver(
  { batched }: CheckedCall,
  data: Float64Array,
  shape: readonly number[],
  target?: { data: Float32Array; own: unknown },
): DoubleTensor {
  if (target === undefined) return { data: data.slice(), shape: shape.slice(batched ? 0 : 1) };
  fill(target.data, data);
  return target.own as DoubleTensor;
}

export function attentionResult(
  call: CheckedCall,
  activations: Activations,
  out?: CheckedCall['out'],
): AttentionResult<DoubleTensor> {
  if (out) expectTargets(out);
  const { batch, numHeads, queryLen, keyLen, pastLen, valueHeadDim } = call;
  const map = [batch, numHeads, queryLen, pastLen + keyLen];
  const shape = [batch, numHeads, queryLen, valueHeadDim];
  const result: AttentionResult<DoubleTensor> = {
    output: deliver(call, activations.heads, shape, out?.output),
  };
  if (call.attention) result.attention = deliver(call, activations.attention, map, out?.attention);
  addPresent(call, activations, result);
  if (call.trace) {
    result.logSumExp = deliver(call, activations.logSumExp, map.slice(0, 3));
    result.trace = traceOf(call, map, activations);
  }
  return result;
}

export function forwardResult(
  config: ResolvedConfig,
  call: CheckedForward,
  activations: LayerActivations,
  out?: CheckedCall['out'],
): MultiHeadAttentionResult<DoubleTensor> {
  if (out) expectTargets(out);
  const { batch, numHeads, numKvHeads, queryLen, keyLen, pastLen, headDim, valueHeadDim } = call;
  const { attended, concatenated, contributions } = activations;
  const keys = pastLen + keyLen;
  const map = [batch, numHeads, queryLen, keys + extraKeys(config)];
  const shape = [batch, queryLen, config.outputDim];
  const result: MultiHeadAttentionResult<DoubleTensor> = {
    output: deliver(call, activations.output, shape, out?.output),
  };
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
 * @param all past and new ones
 */
function addPresent(
  call: CheckedCall,
  { key, value }: { key: Float64Array; value: Float64Array },
  result: AttentionResult<DoubleTensor>,
) {
  if (call.pastKey === null) return;
  const { batch, numKvHeads, keyLen, pastLen, headDim, valueHeadDim } = call;
  result.presentKey = deliver(call, key, [batch, numKvHeads, pastLen + keyLen, headDim]);
  result.presentValue = deliver(call, value, [batch, numKvHeads, pastLen + keyLen, valueHeadDim]);
}

/** @param map (B, H, L, T) */
function traceOf(
  call: CheckedCall,
  map: readonly number[],
  { dotProducts, scores, softcapped, masked, attention }: Activations,
): AttentionTrace<DoubleTensor> {
  return {
    dotProducts: deliver(call, dotProducts, map),
    scores: deliver(call, scores, map),
    ...(call.softcap > 0 && { softcapped: deliver(call, softcapped, map) }),
    masked: deliver(call, masked, map),
    attention: deliver(call, attention, map),
  };
}
