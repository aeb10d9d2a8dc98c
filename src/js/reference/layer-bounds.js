// The bounds of bounds.js for the steps of layer.js, in their order.

import { extraKeys } from '../layer/config.js';
import { boundAttention } from './attention-bounds.js';
import { boundLinear, boundMean, boundNorm, boundPlaced, exact, FLOAT32 } from './bounds.js';
import { mergeHeads, splitHeads } from './heads.js';
import { appendExtraKeys } from './keys.js';
import { forEachHead, headOf, meanOverHeads } from './layer.js';
import { normsOf } from './norm.js';

/** @import { CheckedForward } from '../layer/forward.js' */
/** @import { ResolvedConfig } from '../types/index.js' */
/** @import { Precision } from './bounds.js' */
/** @import { LayerActivations } from './layer.js' */
/** @import { Parameters } from './parameters.js' */

/**
 * @param {ResolvedConfig} config
 * @param {Parameters} parameters
 * @param {CheckedForward} call
 * @param {LayerActivations} values
 * @param {Precision} [precision]
 * @returns {LayerActivations} the bound of each
 */
export function boundForward(config, parameters, call, values, precision = FLOAT32) {
  const { batch, numHeads, numKvHeads, queryLen, keyLen, headDim, valueHeadDim, replace } = call;
  const { W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O } = parameters;

  // 1. and 2. Projected, normalised, cut into heads, placed among the past.
  const Q = boundLinear(call.query.data, null, W_Q, b_Q, config.embedDim, precision);
  const K = boundLinear(call.key.data, null, W_K, b_K, config.keyDim, precision);
  const V = boundLinear(call.value.data, null, W_V, b_V, config.valueDim, precision);
  const norms = normsOf(config, parameters);
  const normalQ = boundNorm(norms.query, values.projectedQuery, Q, precision);
  const normalK = boundNorm(norms.key, values.projectedKey, K, precision);
  const errors = {
    query: splitHeads(normalQ, queryLen, numHeads, headDim),
    key: splitHeads(normalK, keyLen, numKvHeads, headDim),
    value: splitHeads(V, keyLen, numKvHeads, valueHeadDim),
  };
  const placed = boundPlaced(call, values, errors, precision);
  const query = replace.query ? exact(values.query) : placed.query;
  const key = replace.key ? exact(values.key) : placed.key;
  const value = replace.value ? exact(values.value) : placed.value;

  // 3. Attention, where the extra keys are exact.
  const sizes = { ...call, extraLen: extraKeys(config) };
  const bias_k = new Float64Array(numKvHeads * headDim);
  const bias_v = new Float64Array(numKvHeads * valueHeadDim);
  const extended = (
    /** @type {Float64Array} */ data,
    /** @type {number} */ width,
    /** @type {Float64Array} */ learned,
  ) => {
    const shape = [batch, numKvHeads, call.pastLen + keyLen, width];
    return appendExtraKeys(config, { data, shape }, learned).data;
  };
  const all = {
    query,
    key: extended(key, headDim, bias_k),
    value: extended(value, valueHeadDim, bias_v),
  };
  const attended = boundAttention(call, sizes, values.attended, all, replace, precision);

  // 4. and 5. Side by side, and through W_O.
  const concatenated = mergeHeads(attended.heads, queryLen, numHeads, valueHeadDim);
  const contributions = forEachHead(call, config.outputDim, (h, part) =>
    boundLinear(
      part(values.attended.heads),
      part(attended.heads),
      headOf(config, W_O, h),
      null,
      valueHeadDim,
      precision,
    ),
  );
  const output = boundLinear(
    values.concatenated,
    concatenated,
    W_O,
    b_O,
    numHeads * valueHeadDim,
    precision,
  );

  const shares = values.attended.attention.map(Math.abs); // given ones may be below 0
  const meanAttention = boundMean(
    meanOverHeads(call, shares),
    meanOverHeads(call, attended.attention),
    numHeads,
    precision,
  );
  const projected = { projectedQuery: Q, projectedKey: K };
  const mapped = { meanAttention, concatenated, contributions, output };
  return { ...projected, query, key, value, attended, ...mapped };
}
