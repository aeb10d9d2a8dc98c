// Bounds the rounding errors of the layer in float32, in the order of the steps of layer.ts.

import { extraKeys } from '../layer/config.ts';
import { boundAttention } from './attention-bounds.ts';
import {
  boundLinear,
  boundMean,
  boundNorm,
  boundPositionsAndPast,
  exact,
  FLOAT32,
} from './bounds.ts';
import { mergeHeads, splitHeads } from './heads.ts';
import { appendExtraKeys } from './keys.ts';
import { forEachHead, headOf, meanOverHeads } from './layer.ts';
import { normsOf } from './norm.ts';
import type { CheckedForward } from '../layer/forward.ts';
import type { ResolvedConfig } from '../types/index.ts';
import type { Precision } from './bounds.ts';
import type { LayerActivations } from './layer.ts';
import type { Parameters } from './parameters.ts';

/** @returns a bound for every number of `values` */
export function boundForward(
  config: ResolvedConfig,
  parameters: Parameters,
  call: CheckedForward,
  values: LayerActivations,
  precision: Precision = FLOAT32,
): LayerActivations {
  const { batch, numHeads, numKvHeads, queryLen, keyLen, headDim, valueHeadDim, replace } = call;
  const { W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O } = parameters;

  // 1. and 2. Projections, norms, the split into heads, positions, the past.
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
  const prepared = boundPositionsAndPast(call, values, errors, precision);
  const query = replace.query ? exact(values.query) : prepared.query;
  const key = replace.key ? exact(values.key) : prepared.key;
  const value = replace.value ? exact(values.value) : prepared.value;

  // 3. Attention, with exact extra keys.
  const sizes = { ...call, extraLen: extraKeys(config) };
  const bias_k = new Float64Array(numKvHeads * headDim);
  const bias_v = new Float64Array(numKvHeads * valueHeadDim);
  const extended = (data: Float64Array, width: number, learned: Float64Array) => {
    const shape = [batch, numKvHeads, call.pastLen + keyLen, width];
    return appendExtraKeys(config, { data, shape }, learned).data;
  };
  const all = {
    query,
    key: extended(key, headDim, bias_k),
    value: extended(value, valueHeadDim, bias_v),
  };
  const attended = boundAttention(call, sizes, values.attended, all, replace, precision);

  // 4. and 5. The concatenated heads, and W_O.
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

  const weights = values.attended.attention.map(Math.abs); // replaced weights may be below 0
  const meanAttention = boundMean(
    meanOverHeads(call, weights),
    meanOverHeads(call, attended.attention),
    numHeads,
    precision,
  );
  const projected = { projectedQuery: Q, projectedKey: K };
  const mapped = { meanAttention, concatenated, contributions, output };
  return { ...projected, query, key, value, attended, ...mapped };
}
