// The public types of handles whose state is in the engine between calls: a kept call and a layer's cache. Holds no code.

import type { AsyncBackward, Backward } from './calls.ts';
import type { FloatTensor } from './index.ts';
import type { AttentionWindow } from './options.ts';

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
 */
export interface Gradients<T = FloatTensor> {
  /** in the shape of the query */
  query: T;
  /** in the shape of the key. Absent if no key was given: then `query` includes its gradient */
  key?: T;
  /** absent if no value was given: then the gradient of the key or query includes its gradient */
  value?: T;
  /** (H), of a call with sinks */
  sinks?: T;
  /**
   * with `bias: true`, in the shape of the bias in `mask`: summed over the dimensions that it broadcast to
   */
  bias?: T;
  /** (H), with `slopes: true` */
  slopes?: T;
  /**
   * of a layer, under the names and shapes of its `stateDict`; empty after `scaledDotProductAttention`
   */
  parameters: Record<string, T>;
}

/** The members of a Kept. */
export interface KeptMembers<T = FloatTensor> {
  /**
   * (height, width). The values of `attention: true`, bit for bit, computed again for the requested rows and columns
   * only, or their means or maxima. So a map of any size can be viewed that is never in memory as a whole.
   */
  attentionWindow: (window: AttentionWindow) => T;
  /**
   * The gradients of the inputs from the gradient of the output, which has the output's shape (Dao et al. 2022, algorithm 4).
   * May be called again. Since the call, the layer must not have been disposed, and its parameters must not have changed; a
   * call with `replace` has no gradients. Otherwise HeadwiseError 'disposed' or 'unsupported'.
   */
  backward: Backward<T>;
  /**
   * Frees the saved activations. May be called again; all other methods then throw HeadwiseError 'disposed'. To dispose of
   * the engine frees them too; to dispose of the layer does not.
   */
  dispose: () => void;
}

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
 */
export type Kept<T = FloatTensor> = KeptMembers<T> & { [Symbol.dispose](): void };

/** The members of an AsyncKept. */
export interface AsyncKeptMembers {
  attentionWindow: (window: AttentionWindow) => Promise<FloatTensor>;
  backward: AsyncBackward;
  dispose: () => Promise<void>;
}

/**
 * Kept in a worker: its methods return promises.
 *
 * ```js
 * const { kept } = await layer.forward(x, { keep: true });
 * const head0 = await kept.attentionWindow({ head: 0, rows: [0, 512], columns: [0, 512], signal });
 * await kept.dispose();
 * ```
 */
export type AsyncKept = AsyncKeptMembers & { [Symbol.asyncDispose](): Promise<void> };

/** The members of a Cache. */
export interface CacheMembers {
  /** the number of stored keys of a sequence: P of the next call */
  length: number;
  /** keeps the first `length` keys and drops the others */
  truncate: (length: number) => void;
  /**
   * Frees the cache. May be called again; all other methods then throw HeadwiseError 'disposed'. To dispose of the engine
   * frees it too.
   */
  dispose: () => void;
}

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
 */
export type Cache = CacheMembers & { [Symbol.dispose](): void };

/** The members of an AsyncCache. `length` is a plain number: the keys of all completed calls. */
export interface AsyncCacheMembers {
  length: number;
  truncate: (length: number) => Promise<void>;
  dispose: () => Promise<void>;
}

/**
 * Cache in a worker: its methods return promises. Calls on one cache may be made without waiting: they run in order, and if
 * one fails, the later calls fail too.
 *
 * ```js
 * const cache = await layer.createCache({ capacity: 1024 });
 * await layer.forward(prompt, { causal: true, cache });
 * ```
 */
export type AsyncCache = AsyncCacheMembers & { [Symbol.asyncDispose](): Promise<void> };

export {};
