// Attention as the formula has it: softmax(Q K^T * scale + masks) V, one seam after the other, each over everything.
// Written to be read and believed. It is slow, keeps every intermediate, and knows neither projections nor arguments.

import { join, takeRows } from './heads.ts';
import { tableOf } from './masks.ts';
import { SEAMS } from './seams.ts';
import type { CheckedCall, CheckedOptions } from '../attention/options.ts';
import type { Sizes as MaskSizes } from './masks.ts';
import type { Part, Seams } from './seams.ts';
import type { Sharing } from './softmax.ts';
import type { DoubleTensor } from './types.ts';

/** Sizes of one call. T counts all keys: past, new and extra ones. */
export type Sizes = MaskSizes & Own;

interface Own {
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

/** Intermediates that are taken as they are instead of being computed. */
export type Given = Partial<Pick<Activations, 'dotProducts' | 'scores' | 'attention' | 'heads'>>;

/** what maps are computed with, besides queries and keys */
interface Attending {
  options: CheckedOptions;
  /** P */
  pastLen: number;
  extraLen: number;
  empty: Sharing['empty'];
}

/**
 * The maps, and what they are made of. B, H, L and T are those of the tensors.
 *
 * @param query (B, H, L, E)
 * @param key (B, Hkv, T, E)
 * @param more rows: the maps of these queries only
 */
export function mapsOf(
  seams: Seams,
  attending: Attending,
  query: DoubleTensor,
  key: DoubleTensor,
  { given = {}, rows = null }: { given?: Given; rows?: readonly number[] | null } = {},
) {
  const { options, pastLen, extraLen, empty } = attending;
  const [batch, numHeads, queryLen] = query.shape;
  const keys = key.shape[2];
  const sizes = { batch, numHeads, queryLen, keyLen: keys - pastLen - extraLen, pastLen, extraLen };
  const shape = [batch, numHeads, queryLen, keys];
  const taken = (data: Float64Array | undefined) => data && { data, shape };

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
      : (...[b, h, i, j]: [number, number, number, number]) => biases(b, h, rows[i], j);
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
 * @param value (B, Hkv, T, Ev)
 * @returns (B, H, L, Ev)
 */
export function headsOf(
  seams: Seams,
  { attention, allowed }: { attention: DoubleTensor; allowed: Uint8Array },
  value: DoubleTensor,
): DoubleTensor {
  // 6. The mean of the values, weighted by them:   z_i = sum_j attention_ij v_j
  return seams.mix(attention, seams.share(value, attention.shape[1]), allowed);
}

/**
 * Turns queries and new keys to where they stand, if positions are rotary, and puts keys and values after those of
 * the past. The past holds keys that were turned when they were new.
 *
 * @param heads (B, H, L, E), (B, Hkv, S, E) or (B, Hkv, S, Ev)
 * @returns (B, H, L, E) or (B, Hkv, P + S, E or Ev)
 */
export function place(
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
  return { data: Float64Array.from(data), shape: call.batched ? shape : [1, ...shape] };
}

/** Attention as a function. */
export function attendTo(call: CheckedCall): Activations {
  const placed = (part: Part) => place(SEAMS, call, inputOf(call, part), part);
  const inputs = { query: placed('query'), key: placed('key'), value: placed('value') };
  return attend(call, 0, inputs);
}

/** @param inputs (B, H, L, E), (B, Hkv, T, E), (B, Hkv, T, Ev) */
export function attend(
  call: CheckedOptions & { pastLen: number },
  extraLen: number,
  { query, key, value }: Record<Part, DoubleTensor>,
  given: Given = {},
): Activations {
  const attending = {
    options: call,
    pastLen: call.pastLen,
    extraLen,
    empty: 'zeros' as const,
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

/** The row of a (B, Hkv, T, ...) array where the keys or values begin that head h reads. */
export function firstKey(sizes: Sizes, b: number, h: number) {
  const group = sizes.numHeads / sizes.numKvHeads; // query heads that share a key head
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
