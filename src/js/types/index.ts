/// <reference lib="esnext.disposable" preserve="true" />
// The public types, with their documentation: shape, units, errors and source. This file: errors, loading and the engine; the
// other files of the folder: the rest. Holds no code. The shipped declarations are generated from these comments.

import type { AsyncAttend, Attend } from './calls.ts';
import type { AsyncMultiHeadAttention, MultiHeadAttention } from './layer.ts';
import type { AddAndNormOptions, EmbedOptions, MultiHeadAttentionConfig } from './options.ts';
import type { AddAndNormResult, Embedding, SoftmaxSteps } from './small.ts';
import type { FloatTensor, TensorLike } from './tensors.ts';

export * from './attention.ts';
export * from './handles.ts';
export * from './layer.ts';
export * from './options.ts';
export * from './small.ts';
export * from './tensors.ts';

/**
 * The reason of a HeadwiseError.
 *
 * - `unsupported`: this version, engine or environment cannot do it
 * - `fetch`: the core could not be fetched; the text names the address
 * - `format`: a file or a given value has the wrong format
 * - `memory`: the call needs more memory than there is or than `memoryLimit` allows; the text has both figures
 * - `disposed`: the object was disposed
 * - `internal`: a bug in headwise; please report it
 * - `diverged`: the loss or the gradients became NaN or infinite; the step that found this changed nothing
 */
export type HeadwiseErrorCode =
  'unsupported' | 'fetch' | 'format' | 'memory' | 'disposed' | 'internal' | 'diverged';

/**
 * The configuration of a loaded engine, and its reasons.
 *
 * ```js
 * const { simd, threads, reason } = headwise.backend;
 * console.log(simd, threads); // fixed 1
 * status.textContent = reason; // One thread: ... Fixed SIMD, the same bits on every machine.
 * ```
 */
export interface Backend {
  simd: 'fixed' | 'relaxed';
  threads: number;
  /** why there are not more threads or why SIMD is fixed, in a sentence; else the given options */
  reason: string;
  /** of this package */
  version: string;
  /** such as `emscripten 3.1.69` */
  compiler: string;
}

/** The members of a Headwise. */
export interface HeadwiseMembers<T = FloatTensor> {
  backend: Readonly<Backend>;
  /**
   * softmax(Q Kᵀ / √E) V for every head (Vaswani et al. 2017, equation 1). query (B, H, L, E), key (B, Hkv, S, E),
   * value (B, Hkv, S, Ev); all three may leave out B. H is a multiple of Hkv: query head h uses key and value head
   * floor(h / (H / Hkv)) (grouped queries, Ainslie et al. 2023).
   */
  scaledDotProductAttention: Attend<T>;
  /** A layer with parameters of its own, initialised from `config.seed`. */
  createMultiHeadAttention: (config: MultiHeadAttentionConfig) => MultiHeadAttention<T>;
  /** y = x Wᵀ + b. x (..., In), weight (Out, In), bias (Out); the result is (..., Out). */
  linear: (x: TensorLike, weight: TensorLike, bias?: TensorLike) => T;
  /** exp(x) / Σ exp(x) along the last axis. A row of -Infinity gives zeros. */
  softmax: (x: TensorLike) => T;
  /**
   * The same softmax with its steps: the largest number of each row, the exponentials and their sum.
   */
  softmaxSteps: (x: TensorLike) => SoftmaxSteps<T>;
  /**
   * LayerNorm(x + sublayer), the sum around a sublayer (Vaswani et al. 2017, section 3.1). x and sublayer have the
   * same shape, (..., D).
   */
  addAndNorm: (
    x: TensorLike,
    sublayer: TensorLike,
    options?: AddAndNormOptions,
  ) => AddAndNormResult<T>;
  /**
   * Untrained token vectors and sinusoidal positions, an input for heads without a trained model.
   */
  embed: (ids: ArrayLike<number>, options: EmbedOptions) => Embedding<T>;
  /**
   * Ends the workers and frees the memory. May be called again; all other methods then throw HeadwiseError
   * 'disposed'.
   */
  dispose: () => void;
}

/**
 * A loaded engine.
 *
 * ```js
 * const headwise = await load();
 * const { output, attention } = headwise.scaledDotProductAttention(query, key, value, { attention: true });
 * ```
 *
 * The following holds for all calls.
 *
 * **Letters.** B batch, H query heads, Hkv key and value heads, L queries, S keys, P past keys, E width of a
 * head's queries and keys, Ev width of a head's values. With a past, S means P + S in masks, lengths and
 * maps.
 *
 * **Layout.** Batch first, row-major, float32. A row of a map is a query ("from"), a column is a key ("to").
 * B may be left out of every argument of a call; the results then leave it out too. B, L, S and P may be 0;
 * numbers of heads and widths may not.
 *
 * **Words.** `scores` are before the softmax, `attention` is after it.
 *
 * **Promises.** A query that may attend to no key gives zeros, never NaN. The numbers of a masked key or value never
 * matter, even if they are NaN. Maps and traces never change one bit of `output`, nor does the number of
 * threads. A result is a copy that you own.
 *
 * **Errors.** TypeError for a wrong kind of argument, RangeError for a wrong size or number, HeadwiseError for the
 * rest. The text names the argument, the expected value and the given one:
 * `key: expected shape (2, 4, *, 64) to match query, got (2, 4, 10, 32)`. After any error the instance still works.
 */
export type Headwise<T = FloatTensor> = HeadwiseMembers<T> & { [Symbol.dispose](): void };

/** The members of an AsyncHeadwise. */
export interface AsyncHeadwiseMembers {
  backend: Readonly<Backend>;
  scaledDotProductAttention: AsyncAttend;
  createMultiHeadAttention: (config: MultiHeadAttentionConfig) => Promise<AsyncMultiHeadAttention>;
  linear: (x: TensorLike, weight: TensorLike, bias?: TensorLike) => Promise<FloatTensor>;
  softmax: (x: TensorLike) => Promise<FloatTensor>;
  softmaxSteps: (x: TensorLike) => Promise<SoftmaxSteps>;
  addAndNorm: (
    x: TensorLike,
    sublayer: TensorLike,
    options?: AddAndNormOptions,
  ) => Promise<AddAndNormResult>;
  embed: (ids: ArrayLike<number>, options: EmbedOptions) => Promise<Embedding>;
  dispose: () => Promise<void>;
}

/**
 * The engine in a worker: every method returns a promise, wrong arguments reject it, and the page stays responsive.
 * Arguments are copied; `out` is filled when the result arrives. `dispose` rejects pending calls with code
 * 'disposed'.
 *
 * ```js
 * const headwise = await loadInWorker();
 * const layer = await headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
 * const { attention } = await layer.forward(x, { attention: true, signal });
 * ```
 */
export type AsyncHeadwise = AsyncHeadwiseMembers & { [Symbol.asyncDispose](): Promise<void> };
