// The seams of multi-head attention: each step is a pure function of float64 tensors, and all of them are one object, so that
// any may be replaced. attention.js and layer.js compose them; the doctor replaces one for each mistake. A seam takes its sizes
// from its tensors, because a wrong one before it makes other shapes.

import { expectShape, mergeHeads, shareBy, splitHeads } from './heads.js';
import { linear } from './linear.js';
import { addBiases, allowedOf, biasOf } from './masks.js';
import { normalize } from './norm.js';
import { rotate } from './positions.js';
import { softmaxOf } from './softmax.js';

/** @import { CheckedRotary } from '../attention/options.js' */
/** @import { CellBiases, MaskOptions, Reasons, Sizes } from './masks.js' */
/** @import { Norm } from './norm.js' */
/** @import { Projection } from './parameters.js' */
/** @import { Sharing } from './softmax.js' */
/** @import { DoubleTensor } from './types.js' */

/** @typedef {'query' | 'key' | 'value'} Part */

/**
 * In the order in which they are done. B batch, L queries, S new keys, T all keys, H heads, Hkv key heads, E and Ev their widths.
 * Every sum is in the order of its index, from 0 on.
 *
 * @typedef {object} Seams
 * @property {(x: DoubleTensor, projection: Projection, part: Part) => DoubleTensor} project (B, L, D) to (B, L, H E)
 * @property {(rows: DoubleTensor, norm: Norm | null, part: Part) => DoubleTensor} normalize (B, L, H E) to (B, L, H E)
 * @property {(rows: DoubleTensor, heads: number, part: Part) => DoubleTensor} split (B, L, H E) to (B, H, L, E)
 * @property {(heads: DoubleTensor, rotary: CheckedRotary | null, first: number, part: Part) => DoubleTensor} positions
 *   (B, H, L, E) to (B, H, L, E); first: where the first of them stands
 * @property {(heads: DoubleTensor, numHeads: number) => DoubleTensor} share (B, Hkv, T, E) to (B, H, T, E)
 * @property {(query: DoubleTensor, key: DoubleTensor) => DoubleTensor} dot (B, H, L, E), (B, H, T, E) to (B, H, L, T)
 * @property {(products: DoubleTensor, scale: number) => DoubleTensor} scale (B, H, L, T) to (B, H, L, T)
 * @property {(scores: DoubleTensor, softcap: number) => DoubleTensor} softcap (B, H, L, T) to (B, H, L, T); 0: no cap
 * @property {(options: MaskOptions, sizes: Sizes) => Reasons} allow of a cell (b, h, i, j)
 * @property {(options: MaskOptions, sizes: Sizes) => CellBiases} bias of a cell (b, h, i, j)
 * @property {(scores: DoubleTensor, biases: CellBiases, allowed: Uint8Array) => DoubleTensor} mask (B, H, L, T) to (B, H, L, T)
 * @property {(masked: DoubleTensor, allowed: Uint8Array | null, sharing: Sharing) => DoubleTensor & { logSumExp?: Float64Array }} softmax
 *   (B, H, L, T) to (B, H, L, T), with logSumExp (B, H, L); allowed null: what is not -Infinity
 * @property {(attention: DoubleTensor, allowed: Uint8Array) => DoubleTensor} dropout (B, H, L, T) to (B, H, L, T): none
 * @property {(attention: DoubleTensor, value: DoubleTensor, allowed: Uint8Array) => DoubleTensor} mix
 *   (B, H, L, T), (B, H, T, Ev) to (B, H, L, Ev)
 * @property {(heads: DoubleTensor) => DoubleTensor} concatenate (B, H, L, Ev) to (B, L, H Ev)
 * @property {(concatenated: DoubleTensor, projection: Projection | null) => DoubleTensor} output
 *   (B, L, H Ev) to (B, L, outputDim); null: there is no such map
 */

/** @type {Seams} */
export const SEAMS = {
  // x W^T + b
  project({ data, shape: [batch, len, width] }, { weight, bias }) {
    return { data: linear(data, weight, bias, width), shape: [batch, len, weight.length / width] };
  },

  normalize: ({ data, shape }, norm) => ({ data: normalize(norm, data), shape }),

  split: ({ data, shape: [batch, len, width] }, heads) => ({
    data: splitHeads(data, len, heads, width / heads),
    shape: [batch, heads, len, width / heads],
  }),

  positions: (heads, rotary, first, part) =>
    rotary === null || part === 'value' ? heads : rotate(heads, rotary, first),

  // Query head h reads key head floor(h / (H / Hkv)).
  share: (heads, numHeads) => shareBy(heads, numHeads, (h, group) => Math.floor(h / group)),

  // sum_e q_ie k_je
  dot({ data: query, shape: [batch, heads, len, width] }, key) {
    const keys = key.shape[2];
    expectShape(key, [batch, heads, keys, width]);
    const products = new Float64Array(batch * heads * len * keys);
    for (let row = 0, at = 0; row < batch * heads * len; row++) {
      const first = Math.floor(row / len) * keys;
      for (let j = 0; j < keys; j++, at++) {
        let sum = 0;
        for (let e = 0; e < width; e++) {
          sum += query[row * width + e] * key.data[(first + j) * width + e];
        }
        products[at] = sum;
      }
    }
    return { data: products, shape: [batch, heads, len, keys] };
  },

  scale: ({ data, shape }, scale) => ({ data: data.map((product) => scale * product), shape }),

  // softcap tanh(score / softcap)
  softcap: (scores, softcap) =>
    softcap === 0 ? scores : { data: capScores(scores.data, softcap), shape: scores.shape },

  allow: allowedOf,

  bias: biasOf,

  // score + bias + bias ..., or -Infinity
  mask(scores, biases, allowed) {
    const { data, shape } = addBiases(scores, biases);
    return { data: data.map((score, at) => (allowed[at] === 1 ? score : -Infinity)), shape };
  },

  // exp(x_ij) / (sum_k exp(x_ik) + exp(sink))
  softmax: (masked, allowed, sharing) => softmaxOf(masked, allowed, sharing),

  // Results are those of evaluation, where nothing is dropped.
  dropout: (attention) => attention,

  // sum_j p_ij v_j. A key that may not be attended to is left out, not multiplied by 0: its value may be NaN.
  mix({ data: shares, shape: [batch, heads, len, keys] }, value, allowed) {
    const width = value.shape[3];
    expectShape(value, [batch, heads, keys, width]);
    const mixed = new Float64Array(batch * heads * len * width);
    for (let row = 0, at = 0; row < batch * heads * len; row++) {
      const first = Math.floor(row / len) * keys;
      for (let j = 0; j < keys; j++, at++) {
        if (shares[at] === 0 && allowed[at] === 0) continue;
        for (let d = 0; d < width; d++) {
          mixed[row * width + d] += shares[at] * value.data[(first + j) * width + d];
        }
      }
    }
    return { data: mixed, shape: [batch, heads, len, width] };
  },

  concatenate: ({ data, shape: [batch, heads, len, width] }) => ({
    data: mergeHeads(data, len, heads, width),
    shape: [batch, len, heads * width],
  }),

  // z W_O^T + b_O
  output: (concatenated, projection) =>
    projection === null ? concatenated : SEAMS.project(concatenated, projection, 'query'),
};

/**
 * @param {Float64Array} scores
 * @param {number} softcap positive
 * @returns {Float64Array} softcap * tanh(scores / softcap)
 */
export function capScores(scores, softcap) {
  return scores.map((score) => softcap * Math.tanh(score / softcap));
}
