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
  /** (H, L, E), output of the heads, after changes; null for a generated token */
  heads: Numbers | null;
  /** (H, L, S), added to scores */
  bias: () => Numbers | null;
  /** number of keys before the first query's own */
  past: number;
}

export interface Changes {
  removed: { layer: number; head: number }[];
  replaced: { layer: number; name: (typeof REPLACEABLE_IN_PASS)[number]; tensor: Numbers }[];
}

/** Intermediates that can be replaced, in the shapes of a trace and the order of src/transformer/pass_job.h. */
export const REPLACEABLE_IN_PASS = ['attention', 'heads', 'query', 'key', 'value'] as const;

/** Options of the engine's attention for the queries and keys of a layer. */
export function optionsOf({ part, past, bias: biasOf }: SavedAttention) {
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
