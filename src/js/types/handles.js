// The public types of handles: a kept call and a layer's cache, which live in the engine between calls. Holds no code.

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
 * Keys and values of a past have none; those of a mask's bias and of slopes are computed if asked for. A query that may attend to nothing has a gradient
 * of zeros. The numbers of a masked key or value do not matter, even if they are NaN.
 *
 * @template [T=FloatTensor]
 * @typedef {object} Gradients
 * @property {T} query shaped as the query was
 * @property {T} [key]
 *   shaped as the key. Left out if no key was given: then `query` includes its gradient
 * @property {T} [value] likewise: left out if no value was given, and then added to that of the key or query
 * @property {T} [sinks] (H), of a call with sinks
 * @property {T} [bias] with `bias: true`, shaped as the bias in `mask` was: the sum over all that it was broadcast to
 * @property {T} [slopes] (H), with `slopes: true`
 * @property {Record<string, T>} parameters
 *   of a layer, under the names and shapes of its `stateDict`; empty after `scaledDotProductAttention`
 */

/**
 * @typedef {object} BackwardOptions
 * @property {boolean} [bias]
 *   Also the gradient of the one bias in `mask`, such as relative positions that are learned. It takes memory for a map of
 *   every head.
 * @property {boolean} [slopes] also that of ALiBi's slopes, the default ones included
 * @property {Partial<Gradients<{ data: Float32Array | Float64Array, shape: readonly number[] }>>} [out]
 *   The caller's own tensors, of exactly the shapes of the gradients, all or some, as an earlier call gave them; in float64
 *   only for `headwise/reference`. They are written only if the call succeeds, and returned; they may not overlap.
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
 * @property {ArrayLike<number>} columns [begin, end), within [0, S], the layer's extra keys counted
 * @property {number} [width]
 *   Columns of the result, default those of the window, n. Fewer pool them: column x of the result is of the
 *   window's columns floor(x n / width) up to, not including, floor((x + 1) n / width), so each falls into one
 *   and their numbers differ by one at most. More is a RangeError.
 * @property {number} [height] rows of the result, likewise
 * @property {'mean' | 'max'} [reduce] how cells are pooled; default 'mean'
 * @property {AbortSignal} [signal] as in a call
 */

/**
 * The members of a Kept.
 *
 * @template [T=FloatTensor]
 * @typedef {object} KeptMembers
 * @property {(window: AttentionWindow) => T} attentionWindow
 *   (height, width). What `attention: true` gives, bit for bit, computed again for the rows and columns asked
 *   for alone, or means or maxima of it. So you can view a map of any size that never is in memory as a whole.
 * @property {Backward<T>} backward
 *   The gradients of the inputs from that of the output, which has the output's shape (Dao et al. 2022, algorithm 4). May be called
 *   again. The layer must not have been disposed, nor its parameters changed, since the call; a call with
 *   `replace` has no gradients. HeadwiseError 'disposed' or 'unsupported' says so.
 * @property {() => void} dispose
 *   Frees the kept numbers. May be called again; everything else then throws HeadwiseError 'disposed'. Disposing of
 *   the engine does it too; disposing of the layer does not.
 */

/**
 * State that a call with `keep: true` keeps in the engine for backward and windows: its queries, keys, values and masks, and
 * the maximum and sum of each row of its maps. The memory it takes grows with L and S, not with L S, and is the
 * engine's, so `memoryLimit` counts it.
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
 * As Kept, in a worker.
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
 * @property {number} [batch] B of the calls it serves; default 1
 * @property {number} capacity most keys of a sequence that it can hold
 */

/**
 * The members of a Cache.
 *
 * @typedef {object} CacheMembers
 * @property {number} length keys of a sequence that it holds: P of the next call
 * @property {(length: number) => void} truncate keeps the first `length` keys and forgets the others
 * @property {() => void} dispose
 *   Frees it. May be called again; everything else then throws HeadwiseError 'disposed'. Disposing of the engine
 *   does it too.
 */

/**
 * The keys and values of a sequence, kept in the engine between calls of the layer that made it.
 * `forward(x, { cache })` appends those of x, rotary positions turned, and attends to all of them: what
 * `pastKey` and `pastValue` give, bit for bit, without copying the past in and out. A call that would need more
 * than `capacity` is a RangeError; one that fails leaves the cache as it was. `replace` cannot have keys and
 * values beside it. Its memory is the engine's, so `memoryLimit` counts it.
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
 * The members of an AsyncCache. `length` is a plain number: the keys of all calls that have been answered.
 *
 * @typedef {object} AsyncCacheMembers
 * @property {number} length
 * @property {(length: number) => Promise<void>} truncate
 * @property {() => Promise<void>} dispose
 */

/**
 * As Cache, in a worker. Calls on one cache may be made without waiting: they take their turns, and if one fails,
 * those made after it do too.
 *
 * ```js
 * const cache = await layer.createCache({ capacity: 1024 });
 * await layer.forward(prompt, { causal: true, cache });
 * ```
 *
 * @typedef {AsyncCacheMembers & { [Symbol.asyncDispose](): Promise<void> }} AsyncCache
 */

export {};
