// Attention by its formula, softmax(Q K^T * scale + masks) V: one seam after the other, each on whole tensors. It is written
// for readers: it is slow, returns every intermediate, and knows neither projections nor arguments.

import { join, takeRows } from './heads.ts';
import { tableOf } from './masks.ts';
import { SEAMS } from './seams.ts';
import type { CheckedCall, CheckedOptions } from '../attention/schema.ts';
import type { Sizes as MaskSizes } from './masks.ts';
import type { Part, Seams } from './seams.ts';
import type { SoftmaxOptions } from './softmax.ts';
import type { DoubleTensor } from './types.ts';

/** Sizes of one call. T counts all keys: past, new and extra ones. */
export type Sizes = MaskSizes & HeadSizes;

interface HeadSizes {
  /** Hkv: query head h reads key and value head floor(h / (H / Hkv)) */
  numKvHeads: number;
  /** E */
  headDim: number;
  /** Ev */
  valueHeadDim: number;
}

export interface Activations {
  /** (B, H, L, E) */
  query: Float64Array;
  /** (B, Hkv, T, E) */
  key: Float64Array;
  /** (B, Hkv, T, Ev) */
  value: Float64Array;
  /** (B, H, L, T) */
  dotProducts: Float64Array;
  /** (B, H, L, T) */
  scores: Float64Array;
  /** (B, H, L, T); the scores where softcap is off */
  softcapped: Float64Array;
  /** (B, H, L, T): 1 where a query may attend to a key */
  allowed: Uint8Array;
  /** (B, H, L, T) */
  masked: Float64Array;
  /** (B, H, L, T) */
  attention: Float64Array;
  /** z, (B, H, L, Ev) */
  heads: Float64Array;
  /** (B, H, L) */
  logSumExp: Float64Array;
}

/** The caller's values for intermediates, which replace the computed ones. */
export type Replaced = Partial<Pick<Activations, 'dotProducts' | 'scores' | 'attention' | 'heads'>>;

/** the arguments of the maps besides queries and keys */
interface MapOptions {
  options: CheckedOptions;
  /** P */
  pastLen: number;
  extraLen: number;
  empty: SoftmaxOptions['empty'];
}

/**
 * Computes the maps with their intermediates. The tensors give B, H, L and T.
 *
 * @param query (B, H, L, E)
 * @param key (B, Hkv, T, E)
 * @param more rows: only the maps of these queries
 */
export function mapsOf(
  seams: Seams,
  mapOptions: MapOptions,
  query: DoubleTensor,
  key: DoubleTensor,
  { replaced = {}, rows = null }: { replaced?: Replaced; rows?: readonly number[] | null } = {},
) {
  const { options, pastLen, extraLen, empty } = mapOptions;
  const [batch, numHeads, queryLen] = query.shape;
  const keys = key.shape[2];
  const sizes = { batch, numHeads, queryLen, keyLen: keys - pastLen - extraLen, pastLen, extraLen };
  const shape = [batch, numHeads, queryLen, keys];
  const tensorOf = (data: Float64Array | undefined) => data && { data, shape };

  // 1. The similarity of query i and key j:        dotProducts = Q K^T
  const queries = rows === null ? query : takeRows(query, rows);
  const dotProducts =
    tensorOf(replaced.dotProducts) ?? seams.dot(queries, seams.repeatHeads(key, numHeads));

  // 2. The scale, before the softmax:              scores = scale * dotProducts
  const scores = tensorOf(replaced.scores) ?? seams.scale(dotProducts, Math.fround(options.scale));

  // 3. The cap, between -softcap and softcap:      softcapped = softcap * tanh(scores / softcap)
  const softcapped = seams.softcap(scores, options.softcap);

  // 4. Biases, and masks:                          masked = softcapped + biases, or -Infinity
  const biases = seams.bias(options, sizes);
  const allowed = tableOf(seams.allow(options, sizes), softcapped.shape, rows);
  const added =
    rows === null || biases === null
      ? biases
      : (...[b, h, i, j]: [number, number, number, number]) => biases(b, h, rows[i], j);
  const masked = seams.mask(softcapped, added, allowed);

  // 5. Attention weights, whose sum is 1:          attention_ij = exp(masked_ij) / (sum_k exp(masked_ik) + exp(sink))
  const sinks = options.sinks?.data ?? null;
  const weights = seams.softmax(masked, allowed, { sinks, empty });
  const attention = tensorOf(replaced.attention) ?? seams.dropout(weights, allowed);
  return { dotProducts, scores, softcapped, allowed, masked, weights, attention };
}

/**
 * Computes the heads' outputs z.
 *
 * @param value (B, Hkv, T, Ev)
 * @returns (B, H, L, Ev)
 */
export function headsOf(
  seams: Seams,
  { attention, allowed }: { attention: DoubleTensor; allowed: Uint8Array },
  value: DoubleTensor,
): DoubleTensor {
  // 6. The weighted mean of the values:            z_i = sum_j attention_ij v_j
  return seams.mix(attention, seams.repeatHeads(value, attention.shape[1]), allowed);
}

/**
 * Rotates queries and new keys by their positions, if positions are rotary, and appends new keys and values to the past
 * ones. Past keys are rotated already.
 *
 * @param heads (B, H, L, E), (B, Hkv, S, E) or (B, Hkv, S, Ev)
 * @returns (B, H, L, E) or (B, Hkv, P + S, E or Ev)
 */
export function addPositionsAndPast(
  seams: Seams,
  { positions, pastLen, pastKey, pastValue }: CheckedCall,
  heads: DoubleTensor,
  part: Part,
): DoubleTensor {
  const rotary = positions?.type === 'rotary' ? positions : null;
  const { data, shape } = seams.positions(heads, rotary, (rotary?.offset ?? 0) + pastLen, part);
  const past = { query: null, key: pastKey, value: pastValue }[part];
  if (past === null) return { data, shape };
  const [batch, numKvHeads, len, width] = shape;
  const all = join(batch * numKvHeads, [past.data, data]);
  return { data: all, shape: [batch, numKvHeads, pastLen + len, width] };
}

/**
 * An input of the call, with B, in float64.
 *
 * @returns in the layer (B, L, embedDim), (B, S, keyDim) or (B, S, valueDim)
 */
export function inputOf(call: CheckedCall, part: Part): DoubleTensor {
  const { data, shape } = call[part];
  return { data: new Float64Array(data), shape: call.batched ? shape : [1, ...shape] };
}

/** Attention as a function. */
export function attendTo(call: CheckedCall): Activations {
  const prepared = (part: Part) => addPositionsAndPast(SEAMS, call, inputOf(call, part), part);
  const inputs = { query: prepared('query'), key: prepared('key'), value: prepared('value') };
  return attend(call, 0, inputs);
}

/** @param inputs (B, H, L, E), (B, Hkv, T, E), (B, Hkv, T, Ev) */
export function attend(
  call: CheckedOptions & { pastLen: number },
  extraLen: number,
  { query, key, value }: Record<Part, DoubleTensor>,
  replaced: Replaced = {},
): Activations {
  const mapOptions = {
    options: call,
    pastLen: call.pastLen,
    extraLen,
    empty: 'zeros' as const,
  };
  const maps = mapsOf(SEAMS, mapOptions, query, key, { replaced });
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
    heads: replaced.heads ?? headsOf(SEAMS, maps, value).data,
    logSumExp: maps.weights.logSumExp ?? new Float64Array(0),
  };
}

/**
 * Visits each query: b batch entry, h head, i query, and the query's row in a (B, H, L, ...) array.
 */
export function forEachQuery(
  { batch, numHeads, queryLen }: Pick<Sizes, 'batch' | 'numHeads' | 'queryLen'>,
  visit: (b: number, h: number, i: number, row: number) => void,
) {
  let row = 0;
  for (let b = 0; b < batch; b++) {
    for (let h = 0; h < numHeads; h++) {
      for (let i = 0; i < queryLen; i++) visit(b, h, i, row++);
    }
  }
}

/** The row of a (B, Hkv, T, ...) array where the keys or values of head h begin. */
export function firstKey(sizes: Sizes, b: number, h: number) {
  const group = sizes.numHeads / sizes.numKvHeads; // the query heads of one key head
  return (b * sizes.numKvHeads + Math.floor(h / group)) * allKeys(sizes);
}

/** @returns T */
export function allKeys({
  pastLen,
  keyLen,
  extraLen,
}: Pick<Sizes, 'pastLen' | 'keyLen' | 'extraLen'>): number {
  return pastLen + keyLen + extraLen;
}
