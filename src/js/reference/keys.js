// Which keys and values there are besides the new ones: the past before them, the layer's own after them.

import { join, repeat } from './heads.js';
import { turn } from './positions.js';

/** @import { CheckedCall } from '../attention/options.js' */
/** @import { ResolvedConfig } from '../types/index.js' */
/** @typedef {ArrayLike<number>} Numbers */

/**
 * Turns queries and new keys to where they stand, if positions are rotary, and puts keys and values after those of
 * the past. The past holds keys that were turned when they were new.
 *
 * @param {CheckedCall} call
 * @param {{ query: Float64Array, key: Float64Array, value: Float64Array }} fresh (B, H, L, E), (B, Hkv, S, E), (B, Hkv, S, Ev)
 * @returns {{ query: Float64Array, key: Float64Array, value: Float64Array }} (B, H, L, E), (B, Hkv, P + S, E or Ev)
 */
export function placeInSequence(call, { query, key, value }) {
  const { batch, numKvHeads, queryLen, keyLen, pastLen, headDim, positions, pastKey, pastValue } =
    call;
  const turned = (/** @type {Float64Array} */ x, /** @type {number} */ len) =>
    positions?.type === 'rotary' ? turn(x, positions, len, headDim, positions.offset + pastLen) : x;
  return {
    query: turned(query, queryLen),
    key: join(batch * numKvHeads, [pastKey?.data ?? [], turned(key, keyLen)]),
    value: join(batch * numKvHeads, [pastValue?.data ?? [], value]),
  };
}

/**
 * @param {ResolvedConfig} config
 * @param {number} batch
 * @param {Numbers} numbers keys (B, Hkv, P + S, width), or values
 * @param {number} width
 * @param {Numbers} learned (Hkv * width): the key, or value, that every sequence has with addBiasKv
 * @returns {Float64Array} (B, Hkv, P + S + extra, width)
 */
export function appendExtraKeys(config, batch, numbers, width, learned) {
  const parts = [numbers];
  if (config.addBiasKv) parts.push(repeat(batch, learned));
  if (config.addZeroAttention) parts.push(new Float64Array(batch * config.numKvHeads * width));
  return join(batch * config.numKvHeads, parts);
}

/**
 * The other way round, for gradients: takes those of the new keys and values out from between the past's and the layer's
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
