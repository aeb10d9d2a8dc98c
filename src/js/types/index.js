/// <reference lib="esnext.disposable" preserve="true" />
// The public types, with their documentation: shape, units, errors and source. This file: errors, loading and the engine; the
// other files of the folder: the rest. Holds no code. The shipped declarations are generated from these comments.

/** @import { AsyncAttend, Attend } from './calls.js' */
/** @import { AsyncMultiHeadAttention, MultiHeadAttention, MultiHeadAttentionConfig } from './layer.js' */
/** @import { AddAndNormOptions, AddAndNormResult, Embedding, EmbedOptions, SoftmaxSteps } from './small.js' */
/** @import { FloatTensor, TensorLike } from './tensors.js' */

export * from './attention.js';
export * from './handles.js';
export * from './layer.js';
export * from './small.js';
export * from './tensors.js';

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
 *
 * @typedef {'unsupported' | 'fetch' | 'format' | 'memory' | 'disposed' | 'internal' | 'diverged'} HeadwiseErrorCode
 */

/**
 * Options of load. Every option may be left out: then load makes no network requests, and the engine runs anywhere.
 *
 * ```js
 * const headwise = await load({ threads: 'auto', memoryLimit: 512 * 1024 * 1024 });
 * ```
 *
 * @typedef {object} LoadOptions
 * @property {'fixed' | 'relaxed' | 'auto'} [simd]
 *   The vector instructions. `fixed`, the default: SIMD128 only, with the same bits on every machine and in
 *   every browser. `auto`: relaxed SIMD if the browser has it. `relaxed`: HeadwiseError 'unsupported' if the browser
 *   does not have it.
 * @property {number | 'auto'} [threads]
 *   Default 1: no worker, no second file, no network request. If the environment does not allow more, the engine runs on
 *   one thread, and `backend.reason` says why.
 * @property {number} [threadsFrom]
 *   With threads: calls with fewer floating-point operations run on one thread, because waking the others takes longer.
 *   Default 4,000,000; 0 splits every call. The bits are the same.
 * @property {string | URL | Response | ArrayBuffer | Uint8Array | WebAssembly.Module} [wasm]
 *   The core, or its address, instead of the core embedded in the module.
 * @property {number} [memoryLimit]
 *   Bytes of WebAssembly memory and the results of a call together. A call that needs more is refused before
 *   it begins, with HeadwiseError 'memory'.

/**
 * The configuration of a loaded engine, and its reasons.
 *
 * ```js
 * const { simd, threads, reason } = headwise.backend;
 * console.log(simd, threads); // fixed 1
 * status.textContent = reason; // One thread: ... Fixed SIMD, the same bits on every machine.
 * ```
 *
 * @typedef {object} Backend
 * @property {'fixed' | 'relaxed'} simd
 * @property {number} threads
 * @property {string} reason why there are not more threads or why SIMD is fixed, in a sentence; else the given options
 * @property {string} version of this package
 * @property {string} compiler such as `emscripten 3.1.69`
 */

/**
 * The members of a Headwise.
 *
 * @template [T=FloatTensor]
 * @typedef {object} HeadwiseMembers
 * @property {Readonly<Backend>} backend
 * @property {Attend<T>} scaledDotProductAttention
 *   softmax(Q Kᵀ / √E) V for every head (Vaswani et al. 2017, equation 1). query (B, H, L, E), key (B, Hkv, S, E),
 *   value (B, Hkv, S, Ev); all three may leave out B. H is a multiple of Hkv: query head h uses key and value head
 *   floor(h / (H / Hkv)) (grouped queries, Ainslie et al. 2023).
 * @property {(config: MultiHeadAttentionConfig) => MultiHeadAttention<T>} createMultiHeadAttention
 *   A layer with parameters of its own, initialised from `config.seed`.
 * @property {(x: TensorLike, weight: TensorLike, bias?: TensorLike) => T} linear
 *   y = x Wᵀ + b. x (..., In), weight (Out, In), bias (Out); the result is (..., Out).
 * @property {(x: TensorLike) => T} softmax
 *   exp(x) / Σ exp(x) along the last axis. A row of -Infinity gives zeros.
 * @property {(x: TensorLike) => SoftmaxSteps<T>} softmaxSteps
 *   The same softmax with its steps: the largest number of each row, the exponentials and their sum.
 * @property {(x: TensorLike, sublayer: TensorLike, options?: AddAndNormOptions) => AddAndNormResult<T>} addAndNorm
 *   LayerNorm(x + sublayer), the sum around a sublayer (Vaswani et al. 2017, section 3.1). x and sublayer have the
 *   same shape, (..., D).
 * @property {(ids: ArrayLike<number>, options: EmbedOptions) => Embedding<T>} embed
 *   Untrained token vectors and sinusoidal positions, an input for heads without a trained model.
 * @property {() => void} dispose
 *   Ends the workers and frees the memory. May be called again; all other methods then throw HeadwiseError
 *   'disposed'.
 */

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
 *
 * @template [T=FloatTensor]
 * @typedef {HeadwiseMembers<T> & { [Symbol.dispose](): void }} Headwise
 */

/**
 * The members of an AsyncHeadwise.
 *
 * @typedef {object} AsyncHeadwiseMembers
 * @property {Readonly<Backend>} backend
 * @property {AsyncAttend} scaledDotProductAttention
 * @property {(config: MultiHeadAttentionConfig) => Promise<AsyncMultiHeadAttention>} createMultiHeadAttention
 * @property {(x: TensorLike, weight: TensorLike, bias?: TensorLike) => Promise<FloatTensor>} linear
 * @property {(x: TensorLike) => Promise<FloatTensor>} softmax
 * @property {(x: TensorLike) => Promise<SoftmaxSteps>} softmaxSteps
 * @property {(x: TensorLike, sublayer: TensorLike, options?: AddAndNormOptions) => Promise<AddAndNormResult>} addAndNorm
 * @property {(ids: ArrayLike<number>, options: EmbedOptions) => Promise<Embedding>} embed
 * @property {() => Promise<void>} dispose
 */

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
 *
 * @typedef {AsyncHeadwiseMembers & { [Symbol.asyncDispose](): Promise<void> }} AsyncHeadwise
 */
