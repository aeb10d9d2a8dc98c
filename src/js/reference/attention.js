// Attention as the formula has it: softmax(Q K^T * scale + masks) V, one seam after the other, each over everything.
// Written to be read and believed. It is slow, keeps every intermediate, and knows neither projections nor arguments.

import { join, takeRows } from './heads.js';
import { tableOf } from './masks.js';
import { SEAMS } from './seams.js';

/** @import { CheckedCall, CheckedOptions } from '../attention/options.js' */
/** @import { Sizes as MaskSizes } from './masks.js' */
/** @import { Part, Seams } from './seams.js' */
/** @import { Sharing } from './softmax.js' */
/** @import { DoubleTensor } from './types.js' */

/**
 * Sizes of one call. T counts all keys: past, new and extra ones.
 *
 * @typedef {MaskSizes & Own} Sizes
 *
 * @typedef {object} Own
 * @property {number} numKvHeads Hkv: query head h reads key and value head floor(h / (H / Hkv))
 * @property {number} headDim E
 * @property {number} valueHeadDim Ev
 */

/**
 * @typedef {object} Activations
 * @property {Float64Array} query (B, H, L, E)
 * @property {Float64Array} key (B, Hkv, T, E)
 * @property {Float64Array} value (B, Hkv, T, Ev)
 * @property {Float64Array} dotProducts (B, H, L, T)
 * @property {Float64Array} scores (B, H, L, T)
 * @property {Float64Array} softcapped (B, H, L, T); the scores where softcap is off
 * @property {Uint8Array} allowed (B, H, L, T): 1 where a query may attend to a key
 * @property {Float64Array} masked (B, H, L, T)
 * @property {Float64Array} attention (B, H, L, T)
 * @property {Float64Array} heads z, (B, H, L, Ev)
 * @property {Float64Array} logSumExp (B, H, L)
 */

/**
 * Intermediates that are taken as they are instead of being computed.
 *
 * @typedef {Partial<Pick<Activations, 'dotProducts' | 'scores' | 'attention' | 'heads'>>} Given
 */

/**
 * @typedef {object} Attending what maps are computed with, besides queries and keys
 * @property {CheckedOptions} options
 * @property {number} pastLen P
 * @property {number} extraLen
 * @property {Sharing['empty']} empty
 */

/**
 * The maps, and what they are made of. B, H, L and T are those of the tensors.
 *
 * @param {Seams} seams
 * @param {Attending} attending
 * @param {DoubleTensor} query (B, H, L, E)
 * @param {DoubleTensor} key (B, Hkv, T, E)
 * @param {{ given?: Given, rows?: readonly number[] | null }} [more] rows: the maps of these queries only
 */
export function mapsOf(seams, attending, query, key, { given = {}, rows = null } = {}) {
  const { options, pastLen, extraLen, empty } = attending;
  const [batch, numHeads, queryLen] = query.shape;
  const keys = key.shape[2];
  const sizes = { batch, numHeads, queryLen, keyLen: keys - pastLen - extraLen, pastLen, extraLen };
  const shape = [batch, numHeads, queryLen, keys];
  const taken = (/** @type {Float64Array | undefined} */ data) => data && { data, shape };

  // 1. How alike are query i and key j?            dotProducts = Q K^T
  const asking = rows === null ? query : takeRows(query, rows);
  const dotProducts = taken(given.dotProducts) ?? seams.dot(asking, seams.share(key, numHeads));

  // 2. Not too large for the softmax:              scores = scale * dotProducts
  const scores = taken(given.scores) ?? seams.scale(dotProducts, Math.fround(options.scale));

  // 3. Never beyond +-softcap, if it is given:     softcapped = softcap * tanh(scores / softcap)
  const softcapped = seams.softcap(scores, options.softcap);

  // 4. Who may attend to whom, and how willingly:  masked = softcapped + biases, or -Infinity
  const biases = seams.bias(options, sizes);
  const allowed = tableOf(seams.allow(options, sizes), softcapped.shape, rows);
  const added =
    rows === null || biases === null
      ? biases
      : (/** @type {[number, number, number, number]} */ ...[b, h, i, j]) =>
          biases(b, h, rows[i], j);
  const masked = seams.mask(softcapped, added, allowed);

  // 5. Shares of 1:                                attention_ij = exp(masked_ij) / (sum_k exp(masked_ik) + exp(sink))
  const sinks = options.sinks?.data ?? null;
  const shares = seams.softmax(masked, allowed, { sinks, empty });
  const attention = taken(given.attention) ?? seams.dropout(shares, allowed);
  return { dotProducts, scores, softcapped, allowed, masked, shares, attention };
}

/**
 * What the heads give.
 *
 * @param {Seams} seams
 * @param {{ attention: DoubleTensor, allowed: Uint8Array }} maps
 * @param {DoubleTensor} value (B, Hkv, T, Ev)
 * @returns {DoubleTensor} (B, H, L, Ev)
 */
export function headsOf(seams, { attention, allowed }, value) {
  // 6. The mean of the values, weighted by them:   z_i = sum_j attention_ij v_j
  return seams.mix(attention, seams.share(value, attention.shape[1]), allowed);
}

/**
 * Turns queries and new keys to where they stand, if positions are rotary, and puts keys and values after those of
 * the past. The past holds keys that were turned when they were new.
 *
 * @param {Seams} seams
 * @param {CheckedCall} call
 * @param {DoubleTensor} heads (B, H, L, E), (B, Hkv, S, E) or (B, Hkv, S, Ev)
 * @param {Part} part
 * @returns {DoubleTensor} (B, H, L, E) or (B, Hkv, P + S, E or Ev)
 */
export function place(seams, { positions, pastLen, pastKey, pastValue }, heads, part) {
  const rotary = positions?.type === 'rotary' ? positions : null;
  const { data, shape } = seams.positions(heads, rotary, (rotary?.offset ?? 0) + pastLen, part);
  const past = { query: null, key: pastKey, value: pastValue }[part];
  if (past === null) return { data, shape };
  const [batch, numKvHeads, len, width] = shape;
  const all = join(batch * numKvHeads, [past.data, data]);
  return { data: all, shape: [batch, numKvHeads, pastLen + len, width] };
}

/**
 * @param {CheckedOptions & { pastLen: number }} call
 * @param {number} extraLen
 * @param {Record<Part, DoubleTensor>} inputs (B, H, L, E), (B, Hkv, T, E), (B, Hkv, T, Ev)
 * @param {Given} [given]
 * @returns {Activations}
 */
export function attend(call, extraLen, { query, key, value }, given = {}) {
  const attending = {
    options: call,
    pastLen: call.pastLen,
    extraLen,
    empty: /** @type {const} */ ('zeros'),
  };
  const maps = mapsOf(SEAMS, attending, query, key, { given });
  return {
    query: query.data,
    key: key.data,
    value: value.data,
    dotProducts: maps.dotProducts.data,
    scores: maps.scores.data,
    softcapped: maps.softcapped.data,
    allowed: maps.allowed,
    masked: maps.masked.data,
    attention: maps.attention.data,
    heads: given.heads ?? headsOf(SEAMS, maps, value).data,
    logSumExp: maps.shares.logSumExp ?? new Float64Array(0),
  };
}

/**
 * Visits each query: b batch entry, h head, i query, and the row of a (B, H, L, ...) array that is its own.
 *
 * @param {Pick<Sizes, 'batch' | 'numHeads' | 'queryLen'>} sizes
 * @param {(b: number, h: number, i: number, row: number) => void} visit
 */
export function forEachQuery({ batch, numHeads, queryLen }, visit) {
  let row = 0;
  for (let b = 0; b < batch; b++) {
    for (let h = 0; h < numHeads; h++) {
      for (let i = 0; i < queryLen; i++) visit(b, h, i, row++);
    }
  }
}

/**
 * The row of a (B, Hkv, T, ...) array where the keys or values begin that head h reads.
 *
 * @param {Sizes} sizes
 * @param {number} b
 * @param {number} h
 */
export function firstKey(sizes, b, h) {
  const group = sizes.numHeads / sizes.numKvHeads; // query heads that share a key head
  return (b * sizes.numKvHeads + Math.floor(h / group)) * allKeys(sizes);
}

/**
 * @param {Pick<Sizes, 'pastLen' | 'keyLen' | 'extraLen'>} sizes
 * @returns {number} T
 */
export function allKeys({ pastLen, keyLen, extraLen }) {
  return pastLen + keyLen + extraLen;
}
