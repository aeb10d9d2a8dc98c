// Appends the layer's extra keys and values, and finds the gradients of the new keys and values among all.

import { extraKeys } from '../layer/config.ts';
import { join, repeat } from './heads.ts';
import { rotateRows } from './positions.ts';
import type { CheckedCall } from '../attention/schema.ts';
import type { ResolvedConfig } from '../types/index.ts';
import type { DoubleTensor } from './types.ts';

type Numbers = ArrayLike<number>;

/**
 * Appends the layer's extra keys, or values.
 *
 * @param heads keys or values, (B, Hkv, P + S, width)
 * @param learned (Hkv * width): the learned key, or value, of addBiasKv
 * @returns (B, Hkv, P + S + extra, width)
 */
export function appendExtraKeys(
  config: ResolvedConfig,
  { data, shape: [batch, numKvHeads, len, width] }: DoubleTensor,
  learned: Numbers,
): DoubleTensor {
  const parts = [data];
  if (config.addBiasKv) parts.push(repeat(batch, learned));
  if (config.addZeroAttention) parts.push(new Float64Array(batch * numKvHeads * width));
  return {
    data: join(batch * numKvHeads, parts),
    shape: [batch, numKvHeads, len + extraKeys(config), width],
  };
}

/**
 * The gradients of attention.ts's addPositionsAndPast: cuts the gradients of the new keys and values out, between the past and
 * the extra keys, and rotates the gradients of queries and keys back.
 *
 * @param extraLen number of keys that the layer appends
 * @param gradients (B, H, L, E), (B, Hkv, T, E), (B, Hkv, T, Ev)
 * @returns (B, H, L, E), (B, Hkv, S, E), (B, Hkv, S, Ev)
 */
export function addPositionsAndPastBackward(
  call: CheckedCall,
  extraLen: number,
  { query, key, value }: { query: Float64Array; key: Float64Array; value: Float64Array },
): { query: Float64Array; key: Float64Array; value: Float64Array } {
  const { batch, numKvHeads, queryLen, keyLen, pastLen, headDim, valueHeadDim, positions } = call;
  const rotatedBack = (x: Float64Array, len: number) =>
    positions?.type === 'rotary'
      ? rotateRows(x, positions, len, headDim, positions.offset + pastLen, -1)
      : x;
  const keys = pastLen + keyLen + extraLen;
  const cut = (x: Float64Array, width: number) => {
    const cutOut = new Float64Array(batch * numKvHeads * keyLen * width);
    for (let head = 0; head < batch * numKvHeads; head++) {
      const first = (head * keys + pastLen) * width;
      cutOut.set(x.subarray(first, first + keyLen * width), head * keyLen * width);
    }
    return cutOut;
  };
  return {
    query: rotatedBack(query, queryLen),
    key: rotatedBack(cut(key, headDim), keyLen),
    value: cut(value, valueHeadDim),
  };
}
