// The intermediates of one attention in a pass, and the options with which the engine's attention computes maps from them. Also
// the changes that a run may request.

import type { Tensor } from '../arguments/tensor-class.ts';
import type { AttentionPart } from './description.ts';

export type Numbers = Tensor;

/** Queries, keys and values of one attention, after norms and rotary positions. */
export interface SavedAttention {
  part: AttentionPart;
  layer: number;
  /** (H, L, E) */
  query: Numbers;
  /** (Hkv, S, E) */
  key: Numbers;
  /** (Hkv, S, E) */
  value: Numbers;
  /** (H, L, S), if it was replaced */
  attention: Numbers | null;
  /** the rows of `attention` that were replaced; null: all */
  replacedRows: readonly number[] | null;
  /** (H, L, E), output of the heads, after changes; null for a generated token */
  heads: Numbers | null;
  /** (H, L, S), added to scores */
  bias: () => Numbers | null;
  /** number of keys before the first query's own */
  past: number;
}

/** The attention of a generated token: no map depends on values. */
export type WrittenAttention = Omit<SavedAttention, 'value'>;

export interface Changes {
  removed: { layer: number; head: number }[];
  replaced: Replacement[];
}

export interface Replacement {
  layer: number;
  name: (typeof REPLACEABLE_IN_PASS)[number];
  /** of all rows, or as a caller gave it: of `rows` alone */
  tensor: Numbers;
  /** the replaced rows; null: all */
  rows: readonly number[] | null;
}

/** Intermediates that a caller can replace: in the shapes of a trace, and of the stream (L, D). */
export const REPLACEABLE = [
  ...(['attention', 'heads', 'query', 'key', 'value', 'residual', 'mlp'] as const),
] as const;

/** All that can be replaced, in the order of src/transformer/pass_job.h. attended: what attention adds to the stream, (L, D) */
export const REPLACEABLE_IN_PASS = [...REPLACEABLE, 'attended'] as const;

/** Options of the engine's attention for the queries and keys of a layer. */
export function optionsOf({ part, past, bias: biasOf }: WrittenAttention) {
  const { scale, causal, softcap, window } = part;
  const bias = biasOf();
  return {
    scale,
    ...(softcap ? { softcap } : {}),
    ...(causal ? { causal: past > 0 ? ('bottom-right' as const) : true } : {}),
    ...(window ? { window } : {}),
    ...(bias ? { mask: { bias } } : {}),
  };
}
