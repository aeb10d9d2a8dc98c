// The public types of scaled dot-product attention: masks, positions and results. Holds no code.

import type { Kept } from './handles.ts';
import type { AlibiPositions, AttentionTrace, RotaryPositions } from './options.ts';
import type { BoolTensorLike, FloatTensor, TensorLike } from './tensors.ts';

/**
 * A mask: the keys that each query may attend to, or a bias on the scores. The property's name says what the values mean:
 *
 * - `attend`: true = may attend
 * - `ignore`: true = may not attend
 * - `bias`: added to the scores; -Infinity masks
 *
 * Its shape broadcasts to (B, H, L, S), aligned on the right. Booleans are nested or a Uint8Array of 0 and 1: another value is
 * a RangeError, and numbers instead of booleans are a TypeError.
 *
 * ```js
 * const lookBack = { attend: [[true, false], [true, true]] }; // (L, S), for every head
 * const perHead = { bias: { data: new Float32Array(8), shape: [8, 1, 1] } }; // (H, 1, 1)
 * ```
 */
export type Mask = { attend: BoolTensorLike } | { ignore: BoolTensorLike } | { bias: TensorLike };

/**
 * Positions inside attention, ALiBi or rotary: a name, or an object with options.
 *
 * ```js
 * layer.forward(x, { positions: { type: 'rotary', theta: 500000 } });
 * ```
 */
export type Positions = AlibiPositions | RotaryPositions | 'alibi' | 'rotary';

/**
 * Results of attention: the output, and the results that the options request.
 *
 * ```js
 * const { output, attention } = headwise.scaledDotProductAttention(q, k, v, { attention: true });
 * ```
 */
export interface AttentionResult<T = FloatTensor, K = Kept<T>> {
  /** (B, H, L, Ev) */
  output: T;
  /**
   * (B, H, L, S): each row sums to 1 without `sinks`, and is 0 if its query may attend to no key
   */
  attention?: T;
  /** (B, Hkv, P + S, E), with `pastKey`: the past of the next call */
  presentKey?: T;
  /** (B, Hkv, P + S, Ev) */
  presentValue?: T;
  /**
   * (B, H, L), with `trace`: the natural logarithm of the sum of exp over the masked scores, from which any
   * part of the map can be computed (Dao et al. 2022, section 3.1). -Infinity if the query may attend to
   * no key and has no sink.
   */
  logSumExp?: T;
  trace?: AttentionTrace<T>;
  /** with `keep`: for gradients and windows; dispose of it after use */
  kept?: K;
}

export {};
