// The public types of handles whose state is in the engine between calls: a kept call and a layer's cache. Holds no code.

/** @import { AsyncBackward, Backward } from './calls.js' */
/** @import { FloatTensor } from './index.js' */

/**
 * The gradients of sum(output * gradOutput) with respect to every input.
 *
 * ```js
 * const { output, kept } = layer.forward(x, { keep: true });
 * const gradients = kept.backward(gradOutput); // of a loss
 * const state = layer.stateDict();
 * for (const [name, { data }] of Object.entries(gradients.parameters)) {
 *   data.forEach((slope, at) => (state[name].data[at] -= 0.01 * slope));
 * }
 * layer.loadStateDict(state); // a step of gradient descent
 * ```
 *
 * Past keys and values have no gradients. Gradients of a mask's bias and of slopes are computed on request. A query that may
 * attend to no key has a gradient of zeros. The numbers of a masked key or value do not matter, even if they are NaN.
 *
 * @template [T=FloatTensor]
 * @typedef {object} Gradients
 * @property {T} query in the shape of the query
 * @property {T} [key]
 *   in the shape of the key. Absent if no key was given: then `query` includes its gradient
 * @property {T} [value] absent if no value was given: then the gradient of the key or query includes its gradient
 * @property {T} [sinks] (H), of a call with sinks
 * @property {T} [bias] with `bias: true`, in the shape of the bias in `mask`: summed over the dimensions that it broadcast to
 * @property {T} [slopes] (H), with `slopes: true`
 * @property {Record<string, T>} parameters
 *   of a layer, under the names and shapes of its `stateDict`; empty after `scaledDotProductAttention`
 */

/**
 * @typedef {object} BackwardOptions
 * @property {boolean} [bias]
 *   Also compute the gradient of the one bias in `mask`, such as learned relative positions. It takes memory for a map of
 *   every head.
 * @property {boolean} [slopes] also compute the gradient of ALiBi's slopes, including default ones
 * @property {Partial<Gradients<{ data: Float32Array | Float64Array, shape: readonly number[] }>>} [out]
 *   Your tensors for all or some of the gradients, of exactly their shapes, for example from an earlier call; float64 only for
 *   `headwise/reference`. They are written only if the call succeeds, and returned; they may not overlap.
 * @property {AbortSignal} [signal] as in a call
 * @property {(done: number) => void} [onProgress] as in a call
 */

/**
 * A part of one map. Rows are queries, columns keys.
 *
 * ```js
 * kept.attentionWindow({ head: 3, rows: [0, 32768], columns: [0, 32768], width: 512, height: 512, reduce: 'max' });
 * ```
 *
 * @typedef {object} AttentionWindow
 * @property {number} [batch] default 0
 * @property {number} head
 * @property {ArrayLike<number>} rows [begin, end), end not included, within [0, L]
 * @property {ArrayLike<number>} columns [begin, end) within [0, S], including the layer's extra keys
 * @property {number} [width]
 *   Number of columns of the result; default n, the number of columns of the window. A smaller width pools them: column x of
 *   the result pools the window's columns from floor(x n / width) to before floor((x + 1) n / width), so each is in one
 *   bin, and the sizes of bins differ by at most one. A larger width is a RangeError.
 * @property {number} [height] number of rows of the result, likewise
 * @property {'mean' | 'max'} [reduce] the pooling of cells; default 'mean'
 * @property {AbortSignal} [signal] as in a call
 */

/**
 * The members of a Kept.
 *
 * @template [T=FloatTensor]
 * @typedef {object} KeptMembers
 * @property {(window: AttentionWindow) => T} attentionWindow
 *   (height, width). The values of `attention: true`, bit for bit, computed again for the requested rows and columns
 *   only, or their means or maxima. So a map of any size can be viewed that is never in memory as a whole.
 * @property {Backward<T>} backward
 *   The gradients of the inputs from the gradient of the output, which has the output's shape (Dao et al. 2022, algorithm 4).
 *   May be called again. Since the call, the layer must not have been disposed, and its parameters must not have changed; a
 *   call with `replace` has no gradients. Otherwise HeadwiseError 'disposed' or 'unsupported'.
 * @property {() => void} dispose
 *   Frees the saved activations. May be called again; all other methods then throw HeadwiseError 'disposed'. To dispose of
 *   the engine frees them too; to dispose of the layer does not.
 */

/**
 * The saved activations of a call with `keep: true`, for backward and windows: its queries, keys, values and masks, and
 * the maximum and sum of each row of its maps. They are in the engine, so `memoryLimit` counts them, and their size grows
 * with L and S, not with L S.
 *
 * ```js
 * const { output, kept } = layer.forward(x, { causal: true, keep: true });
 * const corner = kept.attentionWindow({ head: 0, rows: [0, 16], columns: [0, 16] }); // (16, 16)
 * kept.dispose();
 * ```
 *
 * @template [T=FloatTensor]
 * @typedef {KeptMembers<T> & { [Symbol.dispose](): void }} Kept
 */

/**
 * The members of an AsyncKept.
 *
 * @typedef {object} AsyncKeptMembers
 * @property {(window: AttentionWindow) => Promise<FloatTensor>} attentionWindow
 * @property {AsyncBackward} backward
 * @property {() => Promise<void>} dispose
 */

/**
 * Kept in a worker: its methods return promises.
 *
 * ```js
 * const { kept } = await layer.forward(x, { keep: true });
 * const head0 = await kept.attentionWindow({ head: 0, rows: [0, 512], columns: [0, 512], signal });
 * await kept.dispose();
 * ```
 *
 * @typedef {AsyncKeptMembers & { [Symbol.asyncDispose](): Promise<void> }} AsyncKept
 */

/**
 * The size of a cache.
 *
 * ```js
 * const cache = layer.createCache({ capacity: 4096 });
 * ```
 *
 * @typedef {object} CacheOptions
 * @property {number} [batch] B of its calls; default 1
 * @property {number} capacity the maximum number of keys of a sequence
 */

/**
 * The members of a Cache.
 *
 * @typedef {object} CacheMembers
 * @property {number} length the number of stored keys of a sequence: P of the next call
 * @property {(length: number) => void} truncate keeps the first `length` keys and drops the others
 * @property {() => void} dispose
 *   Frees the cache. May be called again; all other methods then throw HeadwiseError 'disposed'. To dispose of the engine
 *   frees it too.
 */

/**
 * A KV cache: the keys and values of a sequence, stored in the engine between calls of its layer.
 * `forward(x, { cache })` appends the keys of x, with their rotary rotation, and the values, and attends to all of them: the
 * same bits as with `pastKey` and `pastValue`, without copying the past in and out. A call that exceeds `capacity` is a
 * RangeError; a call that fails leaves the cache unchanged. `replace` may not contain keys or values in a call with a cache.
 * The cache is in the engine, so `memoryLimit` counts its memory.
 *
 * ```js
 * const cache = layer.createCache({ capacity: 1024 });
 * layer.forward(prompt, { causal: true, cache });
 * const { output } = layer.forward(token, { causal: true, cache });
 * cache.truncate(cache.length - 1); // another token instead
 * ```
 *
 * @typedef {CacheMembers & { [Symbol.dispose](): void }} Cache
 */

/**
 * The members of an AsyncCache. `length` is a plain number: the keys of all completed calls.
 *
 * @typedef {object} AsyncCacheMembers
 * @property {number} length
 * @property {(length: number) => Promise<void>} truncate
 * @property {() => Promise<void>} dispose
 */

/**
 * Cache in a worker: its methods return promises. Calls on one cache may be made without waiting: they run in order, and if
 * one fails, the later calls fail too.
 *
 * ```js
 * const cache = await layer.createCache({ capacity: 1024 });
 * await layer.forward(prompt, { causal: true, cache });
 * ```
 *
 * @typedef {AsyncCacheMembers & { [Symbol.asyncDispose](): Promise<void> }} AsyncCache
 */

export {};
