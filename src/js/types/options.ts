// The types of options, written by `npm run make options` from the schemas, which have the documentation.

import type { Mask, Positions } from './attention.ts';
import type { AsyncCache, Cache, Gradients } from './handles.ts';
import type { Replace } from './layer.ts';
import type { FloatTensor, PlainTensor, TensorLike } from './tensors.ts';

/**
 * Options of attention. Only own enumerable properties count; an unknown name is a TypeError that suggests the nearest.
 *
 * ```js
 * headwise.scaledDotProductAttention(query, key, value, { causal: true, window: { left: 128 }, softcap: 50 });
 * ```
 */
export interface AttentionOptions {
  /** one mask, or several that all apply; biases are added in the order given */
  mask?: Mask | readonly Mask[];
  /**
   * No query attends to later keys: query i is at position o + i and may attend to keys j <= o + i. `true`: o = P, the
   * length of the past. `'bottom-right'`: o = S - L, so the last query may attend to all keys. `'by-length'`: o =
   * keyLengths[b] - L.
   */
  causal?: boolean | 'bottom-right' | 'by-length';
  /**
   * Restricts queries further, to keys from o + i - left to o + i + right (Beltagy et al. 2020, section 3.1). An absent side
   * is unbounded. o as above; without causal it is P.
   */
  window?: { left?: number; right?: number };
  /** factor of the dot products; default 1 / √E */
  scale?: number;
  /**
   * scores = softcap · tanh(scores / softcap), before any mask (Gemma Team 2024, section 2). 0 or absent: off.
   */
  softcap?: number;
  /** (B), from 0 to S: keys at and after `keyLengths[b]` are padding */
  keyLengths?: ArrayLike<number>;
  positions?: Positions;
  /**
   * (H): one more score in the softmax of each row of a head, whose weight goes to no key (OpenAI 2025, gpt-oss), so
   * a row sums to less than 1. `logSumExp` includes it; `scale`, `softcap` and masks do not apply to it.
   */
  sinks?: TensorLike;
  /** (B, Hkv, P, E): the keys before the new ones; the result then has `presentKey` */
  pastKey?: TensorLike;
  /** (B, Hkv, P, Ev): required with `pastKey` */
  pastValue?: TensorLike;
  /** also return the maps */
  attention?: boolean;
  /**
   * Your tensors for the results, of exactly their shapes. The result contains these objects. They are
   * written only if the call succeeds, and may not overlap.
   */
  out?: { output?: PlainTensor; attention?: PlainTensor };
  /**
   * With `loadInWorker` it stops long work; with `load` it is checked before the work. Either way the call
   * throws, or rejects with, `signal.reason`.
   */
  signal?: AbortSignal;
  /** also return every intermediate; implies `attention` */
  trace?: boolean;
  /** also return `kept`, a handle for gradients and windows of the maps; dispose of it after use */
  keep?: boolean;
  /** called with the progress, 0 to 1, during long work */
  onProgress?: (done: number) => void;
}

/**
 * ALiBi (Press et al. 2022, section 3) adds -slope · |o + i - j| to the score of query i and key j, as biases of masks are added.
 *
 * ```js
 * layer.forward(x, { positions: { type: 'alibi' } });
 * ```
 */
export interface AlibiPositions {
  type: 'alibi';
  /** (H); default 2^(-8 (h + 1) / H) if H is a power of two, and the paper's rule otherwise */
  slopes?: ArrayLike<number>;
}

/**
 * Rotary positions (Su et al. 2021, equation 34) rotate query i by the angle of position offset + P + i and new key j by the
 * angle of position offset + P + j, pair by pair. Past keys are expected to be rotated already.
 *
 * ```js
 * layer.forward(x, { positions: { type: 'rotary', theta: 500000 } });
 * ```
 */
export interface RotaryPositions {
  type: 'rotary';
  /** pair r rotates by position · theta^(-2r / dims), computed in float64; default 10000 */
  theta?: number;
  /** whether the pairs are (2r, 2r + 1); default false: (r, r + dims / 2) */
  interleaved?: boolean;
  /** the number of leading dimensions of a head that are rotated, even; default E */
  dims?: number;
  /**
   * (dims / 2), instead of theta: each pair's rotation in radians from one position to the next, for scaled rotary positions
   * (linear, Llama 3, YaRN, LongRoPE). theta together with frequencies is a TypeError.
   */
  frequencies?: ArrayLike<number>;
  /** added to every position; default 0 */
  offset?: number;
  /** multiplies all cosines and sines (YaRN's attention factor); default 1 */
  factor?: number;
}

/**
 * Every step between the dot products and the maps, all (B, H, L, S).
 *
 * ```js
 * const { scores, masked } = headwise.scaledDotProductAttention(q, k, v, { causal: true, trace: true }).trace;
 * ```
 */
export interface AttentionTrace<T = FloatTensor> {
  /** q · k */
  dotProducts: T;
  /** the dot products times scale */
  scores: T;
  /** after softcap, if there is one */
  softcapped?: T;
  /** after positions, biases and masks: -Infinity where a query may not attend */
  masked: T;
  /** after softmax */
  attention: T;
}

/**
 * The sizes and options of a multi-head layer (Vaswani et al. 2017, section 3.2.2). All but the first two have a default.
 *
 * ```js
 * const layer = headwise.createMultiHeadAttention({ embedDim: 512, numHeads: 8, numKvHeads: 2 });
 * ```
 */
export interface MultiHeadAttentionConfig {
  /** width of the query input */
  embedDim: number;
  /** H */
  numHeads: number;
  /** Hkv, a divisor of numHeads; default numHeads. 1 is multi-query attention (Shazeer 2019). */
  numKvHeads?: number;
  /** E; default embedDim / numHeads, which must then be an integer */
  headDim?: number;
  /** Ev; default headDim */
  valueHeadDim?: number;
  /** width of the key input; default embedDim (torch: kdim) */
  keyDim?: number;
  /** width of the value input; default embedDim (torch: vdim) */
  valueDim?: number;
  /** width of the output; default embedDim */
  outputDim?: number;
  /**
   * Whether the four projections have a bias, or each of them separately (absent: true); default true. If query, key and
   * value do not all have a bias, `stateDict` names the existing ones q_proj.bias, k_proj.bias and v_proj.bias.
   */
  bias?: boolean | { query?: boolean; key?: boolean; value?: boolean; output?: boolean };
  /**
   * One more key and value at the end, learned (torch: add_bias_kv). No mask, causal, window or length applies to its
   * column of the maps, and S does not count it.
   */
  addBiasKv?: boolean;
  /** one more key and value after it, of zeros (torch: add_zero_attn) */
  addZeroAttention?: boolean;
  /**
   * Normalises queries and keys after their projection, before the rotary rotation; default false. The layer's extra keys are
   * not normalised. `stateDict` names the gains q_norm.weight and k_norm.weight.
   */
  queryKeyNorm?: QueryKeyNorm | false;
  /**
   * Options of every call that does not give them itself: the layer's own causal mask, window, scale, softcap and positions.
   * `{ causal: false }` of a call wins over `defaults: { causal: true }`.
   */
  defaults?: Pick<AttentionOptions, 'causal' | 'window' | 'scale' | 'softcap' | 'positions'>;
  /**
   * The seed of the initial values, an integer from 0 to 2^53 - 1, default 0: Xavier uniform (Glorot and Bengio 2010,
   * equation 16) for W_Q, W_K, W_V, W_O, bias_k and bias_v, 0 for the biases. The same bits for the same
   * seed everywhere.
   */
  seed?: number;
}

/**
 * The normalisation of queries and keys (Henry et al. 2020; Dehghani et al. 2023).
 *
 * ```js
 * const queryKeyNorm = { type: 'rms', over: 'head' }; // like Qwen3
 * const layer = headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4, queryKeyNorm });
 * ```
 */
export interface QueryKeyNorm {
  /**
   * `rms`: x / √(mean(x²) + epsilon) · weight. `layer`: (x - mean) / √(variance + epsilon) · weight + bias; `stateDict` names
   * its biases q_norm.bias and k_norm.bias
   */
  type: 'rms' | 'layer';
  /**
   * `head`: the E numbers of each head, with one gain of shape (E) for all heads (Qwen3, Gemma 3). `width`: all heads of a
   * token together, with gains (H E) and (Hkv E) (OLMo 2)
   */
  over: 'head' | 'width';
  /** the gain is 1 + weight (Gemma); default false */
  plusOne?: boolean;
  /** default 1e-6 for `rms`, 1e-5 for `layer` */
  epsilon?: number;
}

/** Options of a layer's forward, in addition to the options of attention. */
export interface ForwardExtras {
  /** one more mask: (B, S), or (S) for every entry of the batch */
  keyPaddingMask?: Mask;
  replace?: Replace;
  /** `attention` is the mean over heads, (B, L, S); default false: one map per head */
  averageHeads?: boolean;
  /**
   * A cache of this layer, instead of `pastKey` and `pastValue`: its keys and values are the past, and the new ones are
   * appended.
   */
  cache?: Cache | AsyncCache;
}

/**
 * A part of one map. Rows are queries, columns keys.
 *
 * ```js
 * kept.attentionWindow({ head: 3, rows: [0, 32768], columns: [0, 32768], width: 512, height: 512, reduce: 'max' });
 * ```
 */
export interface AttentionWindow {
  /** default 0 */
  batch?: number;
  head: number;
  /** [begin, end), end not included, within [0, L] */
  rows: ArrayLike<number>;
  /** [begin, end) within [0, S], including the layer's extra keys */
  columns: ArrayLike<number>;
  /** number of rows of the result, as `width` of columns */
  height?: number;
  /**
   * Number of columns of the result; default n, the number of columns of the window. A smaller width pools them: column x of
   * the result pools the window's columns from floor(x n / width) to before floor((x + 1) n / width), so each is in one
   * bin, and the sizes of bins differ by at most one. A larger width is a RangeError.
   */
  width?: number;
  /** the pooling of cells; default 'mean' */
  reduce?: 'mean' | 'max';
  /** as in a call */
  signal?: AbortSignal;
}

export interface BackwardOptions {
  /**
   * Also compute the gradient of the one bias in `mask`, such as learned relative positions. It takes memory for a map of
   * every head.
   */
  bias?: boolean;
  /** also compute the gradient of ALiBi's slopes, including default ones */
  slopes?: boolean;
  /**
   * Your tensors for all or some of the gradients, of exactly their shapes, for example from an earlier call; float64 only for
   * `headwise/reference`. They are written only if the call succeeds, and returned; they may not overlap.
   */
  out?: Partial<Gradients<{ data: Float32Array | Float64Array; shape: readonly number[] }>>;
  /** as in a call */
  signal?: AbortSignal;
  /** as in a call */
  onProgress?: (done: number) => void;
}

/**
 * Options of load. Every option may be left out: then load makes no network requests, and the engine runs anywhere.
 *
 * ```js
 * const headwise = await load({ threads: 'auto', memoryLimit: 512 * 1024 * 1024 });
 * ```
 */
export interface LoadOptions {
  /**
   * The vector instructions. `fixed`, the default: SIMD128 only, with the same bits on every machine and in
   * every browser. `auto`: relaxed SIMD if the browser has it. `relaxed`: HeadwiseError 'unsupported' if the browser
   * does not have it.
   */
  simd?: 'fixed' | 'relaxed' | 'auto';
  /**
   * Default 1: no worker, no second file, no network request. If the environment does not allow more, the engine runs on
   * one thread, and `backend.reason` says why.
   */
  threads?: number | 'auto';
  /**
   * With threads: calls with fewer floating-point operations run on one thread, because waking the others takes longer.
   * Default 4,000,000; 0 splits every call. The bits are the same.
   */
  threadsFrom?: number;
  /** The core, compiled (a WebAssembly.Module) or not, or its address, instead of the core embedded in the module. */
  wasm?: string | URL | Response | ArrayBuffer | Uint8Array | object;
  /**
   * Bytes of WebAssembly memory and the results of a call together. A call that needs more is refused before
   * it begins, with HeadwiseError 'memory'.
   */
  memoryLimit?: number;
}

/**
 * The size of a cache.
 *
 * ```js
 * const cache = layer.createCache({ capacity: 4096 });
 * ```
 */
export interface CacheOptions {
  /** B of its calls; default 1 */
  batch?: number;
  /** the maximum number of keys of a sequence */
  capacity: number;
}

/**
 * Options of embed.
 *
 * ```js
 * headwise.embed([17, 4, 17], { embedDim: 16, positions: 'none' });
 * ```
 */
export interface EmbedOptions {
  /** width of a vector */
  embedDim: number;
  /** default 0 */
  seed?: number;
  /** default 'sinusoidal' (Vaswani et al. 2017, section 3.5) */
  positions?: 'sinusoidal' | 'none';
  /** the position of the first token; default 0 */
  offset?: number;
  /** Replacements for the computed tokens or positions, (L, embedDim) each; x is their sum. */
  replace?: { tokens?: TensorLike; positions?: TensorLike };
}

/**
 * The parameters of a layer norm (Ba et al. 2016, equation 4), under torch.nn.LayerNorm's names.
 *
 * ```js
 * headwise.addAndNorm(x, output, { weight: state['norm.weight'], bias: state['norm.bias'] });
 * ```
 */
export interface AddAndNormOptions {
  /** (D), multiplies each number; default 1 */
  weight?: TensorLike;
  /** (D), is added to each number; default 0 */
  bias?: TensorLike;
  /** added to the variance, at least 0; default 1e-5 */
  epsilon?: number;
}
