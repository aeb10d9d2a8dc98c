// The seams of multi-head attention: each step is a pure function of float64 tensors, and one object has all steps, so that any
// step can be replaced. attention.ts and layer.ts compose them; the doctor replaces one for each mistake. A seam reads its
// sizes from its tensors, because a wrong step before it returns other shapes.

import { expectShape, mergeHeads, repeatHeadsBy, splitHeads } from './heads.ts';
import { linear } from './linear.ts';
import { addBiases, allowedOf, biasOf } from './masks.ts';
import { normalize } from './norm.ts';
import { rotate } from './positions.ts';
import { softmaxOf } from './softmax.ts';
import type { CheckedRotary } from '../attention/positions.ts';
import type { CellBiases, MaskOptions, Reasons, Sizes } from './masks.ts';
import type { Norm } from './norm.ts';
import type { Projection } from './parameters.ts';
import type { SoftmaxOptions } from './softmax.ts';
import type { DoubleTensor } from './types.ts';

export type Part = 'query' | 'key' | 'value';

/**
 * The steps, in order. B batch, L queries, S new keys, T all keys, H heads, Hkv key heads, E and Ev their widths. Every sum is
 * in the order of its index, from 0.
 */
export interface Seams {
  /** (B, L, D) to (B, L, H E) */
  project: (x: DoubleTensor, projection: Projection, part: Part) => DoubleTensor;
  /** (B, L, H E) to (B, L, H E) */
  normalize: (rows: DoubleTensor, norm: Norm | null, part: Part) => DoubleTensor;
  /** (B, L, H E) to (B, H, L, E) */
  split: (rows: DoubleTensor, heads: number, part: Part) => DoubleTensor;
  /** (B, H, L, E) to (B, H, L, E); first: the position of the first row */
  positions: (
    heads: DoubleTensor,
    rotary: CheckedRotary | null,
    first: number,
    part: Part,
  ) => DoubleTensor;
  /** (B, Hkv, T, E) to (B, H, T, E) */
  repeatHeads: (heads: DoubleTensor, numHeads: number) => DoubleTensor;
  /** (B, H, L, E), (B, H, T, E) to (B, H, L, T) */
  dot: (query: DoubleTensor, key: DoubleTensor) => DoubleTensor;
  /** (B, H, L, T) to (B, H, L, T) */
  scale: (products: DoubleTensor, scale: number) => DoubleTensor;
  /** (B, H, L, T) to (B, H, L, T); 0: no cap */
  softcap: (scores: DoubleTensor, softcap: number) => DoubleTensor;
  /** returns the reasons why query i of head h may attend to key j */
  allow: (options: MaskOptions, sizes: Sizes) => Reasons;
  /** returns the addends of the score of query i and key j */
  bias: (options: MaskOptions, sizes: Sizes) => CellBiases;
  /** (B, H, L, T) to (B, H, L, T) */
  mask: (scores: DoubleTensor, biases: CellBiases, allowed: Uint8Array) => DoubleTensor;
  /** (B, H, L, T) to (B, H, L, T), with logSumExp (B, H, L); allowed null: every score except -Infinity */
  softmax: (
    masked: DoubleTensor,
    allowed: Uint8Array | null,
    options: SoftmaxOptions,
  ) => DoubleTensor & { logSumExp?: Float64Array };
  /** (B, H, L, T) to (B, H, L, T); returns its input */
  dropout: (attention: DoubleTensor, allowed: Uint8Array) => DoubleTensor;
  /** (B, H, L, T), (B, H, T, Ev) to (B, H, L, Ev) */
  mix: (attention: DoubleTensor, value: DoubleTensor, allowed: Uint8Array) => DoubleTensor;
  /** (B, H, L, Ev) to (B, L, H Ev) */
  concatenate: (heads: DoubleTensor) => DoubleTensor;
  /** (B, L, H Ev) to (B, L, outputDim); null: the layer has no output projection */
  output: (concatenated: DoubleTensor, projection: Projection | null) => DoubleTensor;
}

export const SEAMS: Seams = {
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
  repeatHeads: (heads, numHeads) =>
    repeatHeadsBy(heads, numHeads, (h, group) => Math.floor(h / group)),

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
  softmax: (masked, allowed, options) => softmaxOf(masked, allowed, options),

  // The reference evaluates: it drops nothing.
  dropout: (attention) => attention,

  // sum_j p_ij v_j. A masked key is left out instead of multiplied by 0: its value may be NaN.
  mix({ data: weights, shape: [batch, heads, len, keys] }, value, allowed) {
    const width = value.shape[3];
    expectShape(value, [batch, heads, keys, width]);
    const mixed = new Float64Array(batch * heads * len * width);
    for (let row = 0, at = 0; row < batch * heads * len; row++) {
      const first = Math.floor(row / len) * keys;
      for (let j = 0; j < keys; j++, at++) {
        if (weights[at] === 0 && allowed[at] === 0) continue;
        for (let d = 0; d < width; d++) {
          mixed[row * width + d] += weights[at] * value.data[(first + j) * width + d];
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
 * @param softcap positive
 * @returns softcap * tanh(scores / softcap)
 */
export function capScores(scores: Float64Array, softcap: number): Float64Array {
  return scores.map((score) => softcap * Math.tanh(score / softcap));
}
