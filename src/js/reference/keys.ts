// The layer's own keys and values, after the new ones; and the way back from all of them, for gradients.

import { extraKeys } from '../layer/config.ts';
import { join, repeat } from './heads.ts';
import { turn } from './positions.ts';
import type { CheckedCall } from '../attention/options.ts';
import type { ResolvedConfig } from '../types/index.ts';
import type { DoubleTensor } from './types.ts';

type Numbers = ArrayLike<number>;

/**
 * @param heads keys (B, Hkv, P + S, width), or values
 * @param learned (Hkv * width): the key, or value, that every sequence has with addBiasKv
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
 * The gradients of attention.ts's place: takes those of the new keys and values out from between the past's and the layer's
 * own, and turns those of queries and keys back.
 *
 * @param extraLen keys that the layer added at the end
 * @param of (B, H, L, E), (B, Hkv, T, E), (B, Hkv, T, Ev)
 * @returns (B, H, L, E), (B, Hkv, S, E), (B, Hkv, S, Ev)
 */
export function takeFromSequence(
  call: CheckedCall,
  extraLen: number,
  { query, key, value }: { query: Float64Array; key: Float64Array; value: Float64Array },
): { query: Float64Array; key: Float64Array; value: Float64Array } {
  const { batch, numKvHeads, queryLen, keyLen, pastLen, headDim, valueHeadDim, positions } = call;
  const turnedBack = (x: Float64Array, len: number) =>
    positions?.type === 'rotary'
      ? turn(x, positions, len, headDim, positions.offset + pastLen, -1)
      : x;
  const keys = pastLen + keyLen + extraLen;
  const cut = (x: Float64Array, width: number) => {
    const news = new Float64Array(batch * numKvHeads * keyLen * width);
    for (let head = 0; head < batch * numKvHeads; head++) {
      const first = (head * keys + pastLen) * width;
      news.set(x.subarray(first, first + keyLen * width), head * keyLen * width);
    }
    return news;
  };
  return {
    query: turnedBack(query, queryLen),
    key: turnedBack(cut(key, headDim), keyLen),
    value: cut(value, valueHeadDim),
  };
}
