// The layer's own keys and values, after the new ones; and the way back from all of them, for gradients.

import { extraKeys } from '../layer/config.js';
import { join, repeat } from './heads.js';
import { turn } from './positions.js';

/** @import { CheckedCall } from '../attention/options.js' */
/** @import { ResolvedConfig } from '../types/index.js' */
/** @import { DoubleTensor } from './types.js' */
/** @typedef {ArrayLike<number>} Numbers */

/**
 * @param {ResolvedConfig} config
 * @param {DoubleTensor} heads keys (B, Hkv, P + S, width), or values
 * @param {Numbers} learned (Hkv * width): the key, or value, that every sequence has with addBiasKv
 * @returns {DoubleTensor} (B, Hkv, P + S + extra, width)
 */
export function appendExtraKeys(config, { data, shape: [batch, numKvHeads, len, width] }, learned) {
  const parts = [data];
  if (config.addBiasKv) parts.push(repeat(batch, learned));
  if (config.addZeroAttention) parts.push(new Float64Array(batch * numKvHeads * width));
  return {
    data: join(batch * numKvHeads, parts),
    shape: [batch, numKvHeads, len + extraKeys(config), width],
  };
}

/**
 * The gradients of attention.js's place: takes those of the new keys and values out from between the past's and the layer's
 * own, and turns those of queries and keys back.
 *
 * @param {CheckedCall} call
 * @param {number} extraLen keys that the layer added at the end
 * @param {{ query: Float64Array, key: Float64Array, value: Float64Array }} of (B, H, L, E), (B, Hkv, T, E), (B, Hkv, T, Ev)
 * @returns {{ query: Float64Array, key: Float64Array, value: Float64Array }} (B, H, L, E), (B, Hkv, S, E), (B, Hkv, S, Ev)
 */
export function takeFromSequence(call, extraLen, { query, key, value }) {
  const { batch, numKvHeads, queryLen, keyLen, pastLen, headDim, valueHeadDim, positions } = call;
  const turnedBack = (/** @type {Float64Array} */ x, /** @type {number} */ len) =>
    positions?.type === 'rotary'
      ? turn(x, positions, len, headDim, positions.offset + pastLen, -1)
      : x;
  const keys = pastLen + keyLen + extraLen;
  const cut = (/** @type {Float64Array} */ x, /** @type {number} */ width) => {
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
