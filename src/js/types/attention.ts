// The public types of scaled dot-product attention: masks, positions and results. Holds no code.

import type { Kept } from './handles.ts';
import type { AttentionTrace } from './options.ts';
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
 * Positions inside attention: ALiBi or rotary.
 *
 * `alibi` (Press et al. 2022, section 3) adds -slope · |o + i - j| to the score of query i and key j, as
 * biases of masks are added. `slopes` (H) default to 2^(-8 (h + 1) / H) if H is a power of two, and to the paper's rule otherwise.
 *
 * `rotary` (Su et al. 2021, equation 34) rotates query i by the angle of position offset + P + i and new key j
 * by the angle of position offset + P + j, pair by pair: pair r rotates by position · theta^(-2r / dims), computed in
 * float64. Pairs are (r, r + dims / 2), or (2r, 2r + 1) when interleaved. `dims`, an even number, default E, is the number of
 * leading dimensions of a head that are rotated. Past keys are expected to be rotated already.
 *
 * Instead of `theta`, default 10000, `frequencies` (dims / 2) gives each pair's rotation in radians from one position to
 * the next, for scaled rotary positions (linear, Llama 3, YaRN, LongRoPE). `factor`, default 1, multiplies all cosines and
 * sines (YaRN's attention factor). theta together with frequencies is a TypeError.
 *
 * ```js
 * layer.forward(x, { positions: { type: 'rotary', theta: 500000 } });
 * ```
 */
export type Positions =
  | { type: 'alibi'; slopes?: ArrayLike<number> }
  | {
      type: 'rotary';
      theta?: number;
      frequencies?: ArrayLike<number>;
      factor?: number;
      interleaved?: boolean;
      dims?: number;
      offset?: number;
    };

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
