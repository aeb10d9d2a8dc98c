// The public types of the multi-head layer: its config, its methods, and the options and results of its calls. Holds no code.

import type { AsyncForward, Forward } from './calls.ts';
import type { AsyncCache, Cache, Kept } from './handles.ts';
import type {
  AttentionOptions,
  AttentionTrace,
  CacheOptions,
  ForwardExtras,
  MultiHeadAttentionConfig,
  QueryKeyNorm,
} from './options.ts';
import type { FloatTensor, TensorLike } from './tensors.ts';

/**
 * A config with its defaults filled in.
 *
 * ```js
 * headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4 }).config.headDim; // 16
 * ```
 */
export type ResolvedConfig = Readonly<
  Omit<Required<MultiHeadAttentionConfig>, 'queryKeyNorm'> & {
    queryKeyNorm: Readonly<Required<QueryKeyNorm>> | false;
  }
>;

/** The members of a MultiHeadAttention. */
export interface LayerMembers<T = FloatTensor> {
  config: ResolvedConfig;
  forward: Forward<T>;
  /**
   * A copy of the parameters with the names and layouts of torch.nn.MultiheadAttention: `in_proj_weight` if
   * keyDim = valueDim = embedDim, with the rows of q (H E), k (Hkv E), v (Hkv Ev) in this order; else `q_proj_weight`,
   * `k_proj_weight`, `v_proj_weight`; `in_proj_bias` if query, key and value all have a bias, else the
   * existing ones of `q_proj.bias`, `k_proj.bias`, `v_proj.bias`; `bias_k` (1, 1, Hkv E) and `bias_v` (1, 1, Hkv Ev); the
   * weights and biases of `queryKeyNorm`;
   * `out_proj.weight` (outputDim, H Ev); `out_proj.bias`.
   */
  stateDict: () => Record<string, T>;
  /**
   * Loads a complete state dict. A missing or unknown entry is a TypeError, a wrong shape a RangeError; the error names the
   * entry, and no parameter changes.
   */
  loadStateDict: (state: Readonly<Record<string, TensorLike>>) => void;
  /** A cache for `forward(x, { cache })`: keys and values stored in the engine between calls. */
  createCache: (options: CacheOptions) => Cache;
  /**
   * Frees the parameters. May be called again; all other methods then throw HeadwiseError 'disposed'.
   */
  dispose: () => void;
}

/**
 * A multi-head layer: projections, attention for each head, concatenation, W_O.
 *
 * ```js
 * const layer = headwise.createMultiHeadAttention({ embedDim: 16, numHeads: 2 });
 * layer.loadStateDict(weightsFromTorch);
 * const { output, attention } = layer.forward(x, { causal: true, attention: true });
 * layer.dispose();
 * ```
 */
export type MultiHeadAttention<T = FloatTensor> = LayerMembers<T> & { [Symbol.dispose](): void };

/** The members of an AsyncMultiHeadAttention. `config` is a plain object, no promise. */
export interface AsyncLayerMembers {
  config: ResolvedConfig;
  forward: AsyncForward;
  stateDict: () => Promise<Record<string, FloatTensor>>;
  loadStateDict: (state: Readonly<Record<string, TensorLike>>) => Promise<void>;
  createCache: (options: CacheOptions) => Promise<AsyncCache>;
  dispose: () => Promise<void>;
}

/**
 * A layer in a worker: the same methods, each returning a promise.
 *
 * ```js
 * const layer = await headwise.createMultiHeadAttention({ embedDim: 64, numHeads: 4 });
 * const { output } = await layer.forward(x, { signal: AbortSignal.timeout(1000) });
 * await layer.dispose();
 * ```
 */
export type AsyncMultiHeadAttention = AsyncLayerMembers & {
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Options of a layer's forward.
 *
 * ```js
 * layer.forward(x, { causal: true, keyPaddingMask: { ignore: [false, false, true] }, averageHeads: true, attention: true });
 * ```
 */
export type ForwardOptions = AttentionOptions & ForwardExtras;

/**
 * Replacements of computed intermediates, in the shapes of the trace. All later steps use them. Change one number, or set one
 * head to 0, to measure its effect on the output.
 *
 * ```js
 * const { trace } = layer.forward(x, { trace: true });
 * trace.heads.data.fill(0, 0, L * Ev); // without head 0
 * layer.forward(x, { replace: { heads: trace.heads } });
 * ```
 */
export type Replace = Partial<
  Record<'query' | 'key' | 'value' | 'dotProducts' | 'scores' | 'attention' | 'heads', TensorLike>
>;

/**
 * Intermediates of the layer. Extra keys (addBiasKv, addZeroAttention) have columns in the maps, but no rows in `key` and
 * `value`. In the sum that divides a row they come last, after the sum of all others in the order of `softmaxSteps`.
 */
export interface LayerTrace<T = FloatTensor> {
  /** (B, H, L, E): x W_Q^T + b_Q, per head, normalised, rotated by rotary positions */
  query: T;
  /** (B, Hkv, S, E): the past, then the new keys */
  key: T;
  /** (B, Hkv, S, Ev) */
  value: T;
  /** z_i, (B, H, L, Ev): each head's weighted mean of values */
  heads: T;
  /** (B, L, H Ev): the heads side by side */
  concatenated: T;
  /**
   * z_i W_O^i, (B, H, L, outputDim): each head's contribution to the output, which is their sum plus b_O (Elhage
   * et al. 2021)
   */
  contributions: T;
}

/**
 * Every intermediate of a layer's forward.
 *
 * ```js
 * const { trace } = layer.forward(x, { trace: true });
 * trace.contributions.shape; // [B, H, L, outputDim]
 * ```
 */
export type MultiHeadAttentionTrace<T = FloatTensor> = AttentionTrace<T> & LayerTrace<T>;

/**
 * Results of a layer: the output, and the results that the options request.
 *
 * ```js
 * const { output, attention } = layer.forward(x, { attention: true });
 * ```
 */
export interface MultiHeadAttentionResult<T = FloatTensor, K = Kept<T>> {
  /** (B, L, outputDim) */
  output: T;
  /** (B, H, L, S), or (B, L, S) with `averageHeads` */
  attention?: T;
  /** (B, Hkv, P + S, E), with `pastKey` */
  presentKey?: T;
  /** (B, Hkv, P + S, Ev) */
  presentValue?: T;
  /** (B, H, L), with `trace` */
  logSumExp?: T;
  trace?: MultiHeadAttentionTrace<T>;
  /** with `keep`: for gradients and windows; dispose of it after use */
  kept?: K;
}

export {};
