// The types of options, written by `npm run make options` from the schemas, which have the documentation.

import type { Positions, QueryKeyNorm } from './index.ts';
import type { TokensLike } from './training.ts';

/**
 * The sizes and parts of a transformer. Every layer is attention followed by an MLP, unless `mlpDim` is 0; each adds its output
 * to its input.
 *
 * ```js
 * createTransformer(headwise, { vocabSize: 24, contextLen: 32, embedDim: 64, numHeads: 4, numLayers: 2, mlpDim: 0 });
 * ```
 */
export interface TransformerConfig {
  /** default true: no token attends to later tokens */
  causal?: boolean;
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
  /** D */
  embedDim: number;
  /** H */
  numHeads: number;
  /**
   * Hkv, the number of key and value heads, a divisor of H; default H. Each serves H / Hkv consecutive query heads
   * (Ainslie et al. 2023)
   */
  numKvHeads?: number;
  /**
   * E; default embedDim / numHeads, which must then be an integer. So one head has as many parameters as several.
   */
  headDim?: number;
  /** the option of a layer; default false */
  queryKeyNorm?: QueryKeyNorm | false;
  /** V, size of the vocabulary */
  vocabSize: number;
  /** the longest sequence */
  contextLen: number;
  /** N */
  numLayers: number;
  /** M, width of the MLP's hidden layer; default 4 embedDim; 0 = attention only */
  mlpDim?: number;
  /** theta of rotary positions without theta or frequencies of their own; default 10000 */
  rotaryTheta?: number;
  /**
   * Default `learned`: a vector for each position, added to the token's vector. `sinusoidal`: fixed vectors (Vaswani et al.
   * 2017, section 3.5). `rotary`: a rotation of queries and keys (Su et al. 2021). `alibi`: scores decrease with distance
   * (Press et al. 2022). An object gives the options of rotary or alibi, as in attention; every sequence begins at position 0.
   */
  positions?: 'none' | 'learned' | 'sinusoidal' | 'rotary' | 'alibi' | Positions;
  /**
   * Positions of the norms: `pre`, the default, before attention and MLP (Xiong et al. 2020; torch's norm_first); `post`, after
   * their residual sums, like the original and torch's default; `inside`, on their outputs before the sum (OLMo 2);
   * `sandwich`, before and inside (Gemma 2)
   */
  norm?: 'none' | 'pre' | 'post' | 'inside' | 'sandwich';
  /** layer norms, the default, or RMS norms (Zhang and Sennrich 2019), which have no bias */
  normType?: 'layer' | 'rms';
  /** a norm before the logits; default false with `post` and `none`, else true */
  finalNorm?: boolean;
  /** whether the token embedding is also the unembedding; default false */
  tied?: boolean;
  /** of attention, MLP and norms; default true */
  bias?:
    | boolean
    | Readonly<{
        query?: boolean;
        key?: boolean;
        value?: boolean;
        output?: boolean;
        mlp?: boolean;
        norm?: boolean;
      }>;
  /** default `relu`. `gelu` is the exact one, like torch's */
  activation?: 'relu' | 'gelu' | 'gelu-tanh' | 'quick-gelu' | 'silu' | 'relu-squared' | 'tanh';
  /**
   * Whether the activation is a gate (Shazeer 2020): linear1 has 2 M rows, the first M for the gate, and linear2 takes
   * activation(gate) times the other M. Default false.
   */
  gated?: boolean;
  /**
   * From 0, the default, to below 1; in training only: on embeddings, attention, the activated MLP, and the outputs of
   * attention and MLP. Returned maps are always before dropout.
   */
  dropout?: number;
  /** default 1e-5 */
  normEpsilon?: number;
  /**
   * of the initial values and of dropout; the same seed gives the same bits everywhere. Default 0
   */
  seed?: number;
}

/**
 * A batch of examples: the target token of every position that counts.
 *
 * ```js
 * const next = { tokens: [[1, 2, 3]], targets: [[2, 3, 4]], mask: [[false, true, true]] };
 * ```
 */
export interface TrainingBatch {
  /** (B, L) */
  tokens: TokensLike;
  /** (B, L); any integer at positions that the mask excludes */
  targets: TokensLike;
  /** (B, L): the positions that count. Default all; a mask that excludes all is a RangeError. */
  mask?:
    | readonly boolean[]
    | readonly (readonly boolean[])[]
    | Uint8Array
    | { readonly data: Uint8Array; readonly shape: readonly number[] };
}

/** Options of every call. */
export interface WatchOptions {
  /**
   * With `loadInWorker` it stops the work; with `load` it is checked before the work. A stopped train step
   * changes no parameter.
   */
  signal?: AbortSignal;
  /** called with the progress, 0 to 1, during long work */
  onProgress?: (done: number) => void;
}

/** Options of a transformer's forward, in addition to the options of every call. */
export interface TransformerForwardFields {
  /** also return the maps of every layer */
  attention?: boolean;
  /** also return every intermediate; implies `attention` */
  trace?: boolean;
  /** Heads to remove: their part of the concatenated heads is 0. Their maps are still returned. */
  removeHeads?: readonly (readonly [layer: number, head: number])[];
}

/** Options of the optimiser, named like torch.optim's. */
export interface OptimizerOptions {
  /** default 0.001 */
  learningRate?: number;
  /** default `adamw` */
  optimizer?: 'sgd' | 'adam' | 'adamw';
  /** for `sgd`; default 0 */
  momentum?: number;
  /** for `adam` and `adamw`; default [0.9, 0.999] */
  betas?: readonly [number, number];
  /** for `adam` and `adamw`; default 1e-8 */
  epsilon?: number;
  /** for all parameters; default 0 */
  weightDecay?: number;
  /**
   * maximum norm of all gradients together; larger ones are scaled down to it. 0, the default: none
   */
  clipNorm?: number;
  /**
   * The learning rate rises over the first `warmUp` steps. With `cosine` it then falls to the fraction `finalShare` of itself,
   * default 0, at step `steps`. Steps are the model's own: they count from its creation or its last loadStateDict, or continue
   * from the step of loadOptimizerState.
   */
  schedule?: { type?: 'constant' | 'cosine'; warmUp?: number; steps?: number; finalShare?: number };
  /** of dropout; default the model's seed */
  seed?: number;
}
