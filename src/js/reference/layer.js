// The multi-head layer (Vaswani et al. 2017, section 3.2.2), one step after the other:
//
//   head_i = Attention(x W_Q^i, x W_K^i, x W_V^i)        output = Concat(head_1 ... head_H) W_O + b_O
//
// There is one linear map from x to each head's queries, keys and values, and no second one.

import { extraKeys } from '../layer/config.js';
import { attend } from './attention.js';
import { mergeHeads, splitHeads } from './heads.js';
import { appendExtraKeys, placeInSequence } from './keys.js';
import { linear } from './linear.js';
import { normalize, normsOf } from './norm.js';

/** @import { CheckedForward } from '../layer/forward.js' */
/** @import { ResolvedConfig } from '../types/index.js' */
/** @import { Activations } from './attention.js' */
/** @import { Parameters } from './parameters.js' */
/** @typedef {ArrayLike<number>} Numbers */

/**
 * @typedef {object} LayerActivations
 * @property {Float64Array} projectedQuery (B, L, H E)
 * @property {Float64Array} projectedKey (B, S, Hkv E)
 * @property {Float64Array} query (B, H, L, E)
 * @property {Float64Array} key (B, Hkv, P + S, E)
 * @property {Float64Array} value (B, Hkv, P + S, Ev)
 * @property {Activations} attended what went into attention, extra keys included, and what came of it
 * @property {Float64Array} meanAttention (B, L, T)
 * @property {Float64Array} concatenated (B, L, H Ev)
 * @property {Float64Array} contributions (B, H, L, outputDim)
 * @property {Float64Array} output (B, L, outputDim)
 */

/**
 * @param {ResolvedConfig} config
 * @param {Parameters} parameters
 * @param {CheckedForward} call
 * @returns {LayerActivations}
 */
export function forward(config, parameters, call) {
  const { batch, numHeads, numKvHeads, queryLen, keyLen, headDim, valueHeadDim, replace } = call;
  const { W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O, bias_k, bias_v } = parameters;

  // 1. Three linear maps, for all heads at once:           Q = x W_Q^T + b_Q, and so on
  const Q = linear(call.query.data, W_Q, b_Q, config.embedDim); // (B, L, H E)
  const K = linear(call.key.data, W_K, b_K, config.keyDim); //     (B, S, Hkv E)
  const V = linear(call.value.data, W_V, b_V, config.valueDim); // (B, S, Hkv Ev)

  // 2. Normalised, if the layer does so, each row cut into heads, placed among the past: q_i, k_j, v_j of every head
  const norms = normsOf(config, parameters);
  const normalQ = normalize(norms.query, Q); // (B, L, H E)
  const normalK = normalize(norms.key, K); //   (B, S, Hkv E)
  const placed = placeInSequence(call, {
    query: splitHeads(normalQ, queryLen, numHeads, headDim), // (B, H, L, E)
    key: splitHeads(normalK, keyLen, numKvHeads, headDim), //   (B, Hkv, S, E)
    value: splitHeads(V, keyLen, numKvHeads, valueHeadDim), //  (B, Hkv, S, Ev)
  });
  const given = doubles(replace);
  const query = given.query ?? placed.query; // (B, H, L, E)
  const key = given.key ?? placed.key; //       (B, Hkv, P + S, E)
  const value = given.value ?? placed.value; // (B, Hkv, P + S, Ev)

  // 3. Attention for each head:                            z_i = softmax(Q_i K_i^T * scale + masks) V_i
  const sizes = { ...call, extraLen: extraKeys(config) };
  const all = {
    query,
    key: appendExtraKeys(config, batch, key, headDim, bias_k), //          (B, Hkv, T, E)
    value: appendExtraKeys(config, batch, value, valueHeadDim, bias_v), // (B, Hkv, T, Ev)
  };
  const attended = attend(call, sizes, all, given);

  // 4. The heads of each token side by side:               concatenated = Concat(z_1 ... z_H)
  const concatenated = mergeHeads(attended.heads, queryLen, numHeads, valueHeadDim); // (B, L, H Ev)

  // 5. What each head adds, and all of it together:        output = sum_i z_i W_O^i + b_O
  const contributions = forEachHead(call, config.outputDim, (h, part) =>
    linear(part(attended.heads), headOf(config, W_O, h), null, valueHeadDim),
  ); // (B, H, L, outputDim)
  const output = linear(concatenated, W_O, b_O, numHeads * valueHeadDim); //   (B, L, outputDim)

  const meanAttention = meanOverHeads(call, attended.attention); // (B, L, T)
  const projected = { projectedQuery: Q, projectedKey: K };
  const mapped = { meanAttention, concatenated, contributions, output };
  return { ...projected, query, key, value, attended, ...mapped };
}

/**
 * W_O^i: the columns of W_O that head i is multiplied by.
 *
 * @param {ResolvedConfig} config
 * @param {Numbers} W_O (outputDim, H Ev)
 * @param {number} head
 * @returns {Float64Array} (outputDim, Ev)
 */
export function headOf({ numHeads, valueHeadDim, outputDim }, W_O, head) {
  const columns = new Float64Array(outputDim * valueHeadDim);
  for (let at = 0; at < columns.length; at++) {
    const o = Math.floor(at / valueHeadDim);
    const d = at % valueHeadDim;
    columns[at] = W_O[(o * numHeads + head) * valueHeadDim + d];
  }
  return columns;
}

/**
 * Makes a (B, H, L, width) array out of the (L, width) that `compute` gives for each head; `part` is what a
 * (B, H, L, Ev) array has for it.
 *
 * @param {CheckedForward} call
 * @param {number} width
 * @param {(h: number, part: (heads: Float64Array) => Float64Array) => Float64Array} compute
 */
export function forEachHead({ batch, numHeads, queryLen, valueHeadDim }, width, compute) {
  const all = new Float64Array(batch * numHeads * queryLen * width);
  const size = queryLen * valueHeadDim;
  for (let at = 0; at < batch * numHeads; at++) {
    const rows = compute(at % numHeads, (heads) => heads.subarray(at * size, (at + 1) * size));
    all.set(rows, at * queryLen * width);
  }
  return all;
}

/**
 * @param {CheckedForward} call
 * @param {Float64Array} maps (B, H, L, T)
 * @returns {Float64Array} (B, L, T)
 */
export function meanOverHeads({ batch, numHeads }, maps) {
  const size = batch === 0 ? 0 : maps.length / (batch * numHeads);
  const mean = new Float64Array(batch * size);
  maps.forEach((share, at) => {
    const b = Math.floor(at / (size * numHeads));
    mean[b * size + (at % size)] += share / numHeads;
  });
  return mean;
}

/**
 * @param {CheckedForward['replace']} replace
 * @returns {Partial<Record<keyof CheckedForward['replace'], Float64Array>>}
 */
function doubles(replace) {
  return Object.fromEntries(
    Object.entries(replace).map(([name, { data }]) => [name, Float64Array.from(data)]),
  );
}
