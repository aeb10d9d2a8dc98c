// Attention as the formula has it: softmax(Q K^T * scale + masks) V, one pass after the other, each over everything.
// Written to be read and believed. It is slow, keeps every intermediate, and knows neither projections nor arguments.

import { biasesOf, mayAttend } from './masks.js';
import { softmaxRow } from './softmax.js';

/** @import { CheckedOptions } from '../attention/options.js' */

/**
 * Sizes of one call. T counts all keys: past, new and extra ones.
 *
 * @typedef {object} Sizes
 * @property {number} batch B
 * @property {number} numHeads H
 * @property {number} numKvHeads Hkv: query head h reads key and value head floor(h / (H / Hkv))
 * @property {number} queryLen L
 * @property {number} keyLen S: the new keys
 * @property {number} pastLen P: the keys before them
 * @property {number} extraLen the keys after them, which no mask, range or length touches
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
 * @param {CheckedOptions} options
 * @param {Sizes} sizes
 * @param {Pick<Activations, 'query' | 'key' | 'value'>} inputs
 * @param {Given} [given]
 * @returns {Activations}
 */
export function attend(options, sizes, { query, key, value }, given = {}) {
  // 1. How alike are query i and key j?            dotProducts = Q K^T
  const dotProducts = given.dotProducts ?? multiplyByKeys(sizes, query, key);

  // 2. Not too large for the softmax:              scores = scale * dotProducts
  const scale = Math.fround(options.scale);
  const scores = given.scores ?? dotProducts.map((product) => scale * product);

  // 3. Never beyond +-softcap, if it is given:     softcapped = softcap * tanh(scores / softcap)
  const { softcap } = options;
  const softcapped = softcap === 0 ? scores : capScores(scores, softcap);

  // 4. Who may attend to whom, and how willingly:  masked = softcapped + biases, or -Infinity
  const masked = applyMasks(options, sizes, softcapped);

  // 5. Shares of 1:                                attention_ij = exp(masked_ij) / (sum_k exp(masked_ik) + exp(sink))
  const shares = shareAmongKeys(options, sizes, masked);
  const attention = given.attention ?? shares.attention;

  // 6. The mean of the values, weighted by them:   z_i = sum_j attention_ij v_j
  const heads = given.heads ?? multiplyByValues(options, sizes, attention, value);

  const { logSumExp } = shares;
  return {
    query,
    key,
    value,
    dotProducts,
    scores,
    softcapped,
    masked,
    attention,
    heads,
    logSumExp,
  };
}

/**
 * @param {Float64Array} scores
 * @param {number} softcap positive
 * @returns {Float64Array} softcap * tanh(scores / softcap)
 */
export function capScores(scores, softcap) {
  return scores.map((score) => softcap * Math.tanh(score / softcap));
}

/**
 * Visits each query: b batch entry, h head, i query, and the row of a (B, H, L, ...) array that is its own.
 *
 * @param {Sizes} sizes
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
 * @param {Sizes} sizes
 * @returns {number} T
 */
export function allKeys({ pastLen, keyLen, extraLen }) {
  return pastLen + keyLen + extraLen;
}

/**
 * @param {Sizes} sizes
 * @param {Float64Array} query (B, H, L, E)
 * @param {Float64Array} key (B, Hkv, T, E)
 * @returns {Float64Array} (B, H, L, T)
 */
function multiplyByKeys(sizes, query, key) {
  const { batch, numHeads, queryLen, headDim } = sizes;
  const keys = allKeys(sizes);
  const dotProducts = new Float64Array(batch * numHeads * queryLen * keys);
  forEachQuery(sizes, (b, h, i, row) => {
    for (let j = 0; j < keys; j++) {
      const k = firstKey(sizes, b, h) + j;
      let sum = 0;
      for (let e = 0; e < headDim; e++) sum += query[row * headDim + e] * key[k * headDim + e];
      dotProducts[row * keys + j] = sum;
    }
  });
  return dotProducts;
}

/**
 * @param {CheckedOptions} options
 * @param {Sizes} sizes
 * @param {Float64Array} scores (B, H, L, T)
 * @returns {Float64Array} (B, H, L, T)
 */
function applyMasks(options, sizes, scores) {
  const keys = allKeys(sizes);
  const masked = new Float64Array(scores.length);
  forEachQuery(sizes, (b, h, i, row) => {
    for (let j = 0; j < keys; j++) {
      const cell = row * keys + j;
      masked[cell] = mayAttend(options, sizes, b, h, i, j)
        ? biasesOf(options, sizes, b, h, i, j).reduce((sum, bias) => sum + bias, scores[cell])
        : -Infinity;
    }
  });
  return masked;
}

/**
 * @param {CheckedOptions} options
 * @param {Sizes} sizes
 * @param {Float64Array} masked (B, H, L, T)
 */
function shareAmongKeys(options, sizes, masked) {
  const keys = allKeys(sizes);
  const attention = new Float64Array(masked.length); // (B, H, L, T)
  const logSumExp = new Float64Array(sizes.batch * sizes.numHeads * sizes.queryLen); // (B, H, L)
  forEachQuery(sizes, (b, h, i, row) => {
    const scores = masked.subarray(row * keys, (row + 1) * keys);
    const shares = attention.subarray(row * keys, (row + 1) * keys);
    const takesPart = (/** @type {number} */ j) => mayAttend(options, sizes, b, h, i, j);
    logSumExp[row] = softmaxRow(scores, shares, takesPart, options.sinks?.data[h]);
  });
  return { attention, logSumExp };
}

/**
 * A key that may not be attended to is left out, not multiplied by 0: its value may be NaN.
 *
 * @param {CheckedOptions} options
 * @param {Sizes} sizes
 * @param {Float64Array} attention (B, H, L, T)
 * @param {Float64Array} value (B, Hkv, T, Ev)
 * @returns {Float64Array} (B, H, L, Ev)
 */
function multiplyByValues(options, sizes, attention, value) {
  const { batch, numHeads, queryLen, valueHeadDim } = sizes;
  const keys = allKeys(sizes);
  const heads = new Float64Array(batch * numHeads * queryLen * valueHeadDim);
  forEachQuery(sizes, (b, h, i, row) => {
    for (let j = 0; j < keys; j++) {
      const share = attention[row * keys + j];
      if (share === 0 && !mayAttend(options, sizes, b, h, i, j)) continue;
      const v = firstKey(sizes, b, h) + j;
      for (let d = 0; d < valueHeadDim; d++) {
        heads[row * valueHeadDim + d] += share * value[v * valueHeadDim + d];
      }
    }
  });
  return heads;
}
