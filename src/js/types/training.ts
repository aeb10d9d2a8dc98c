// The public types of transformers and their training. Holds no code.

import type { FloatTensor, Positions, QueryKeyNorm, ResolvedConfig, TensorLike } from './index.ts';

/**
 * The sizes and parts of a transformer. Every layer is attention followed by an MLP, unless `mlpDim` is 0; each adds its output
 * to its input.
 *
 * ```js
 * createTransformer(headwise, { vocabSize: 24, contextLen: 32, embedDim: 64, numHeads: 4, numLayers: 2, mlpDim: 0 });
 * ```
 */
export interface TransformerConfig {
  /** V, size of the vocabulary */
  vocabSize: number;
  /** the longest sequence */
  contextLen: number;
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
  /** N */
  numLayers: number;
  /** M, width of the MLP's hidden layer; default 4 embedDim; 0 = attention only */
  mlpDim?: number;
  /** default true: no token attends to later tokens */
  causal?: boolean;
  /** the option of attention */
  window?: { readonly left?: number; readonly right?: number };
  /** the option of attention; default 1 / √E */
  scale?: number;
  /** the option of attention; default 0, off */
  softcap?: number;
  /** the option of a layer; default false */
  queryKeyNorm?: false | QueryKeyNorm;
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
  norm?: 'pre' | 'post' | 'inside' | 'sandwich' | 'none';
  /** layer norms, the default, or RMS norms (Zhang and Sennrich 2019), which have no bias */
  normType?: 'layer' | 'rms';
  /** a norm before the logits; default false with `post` and `none`, else true */
  finalNorm?: boolean;
  /** whether the token embedding is also the unembedding; default false */
  tied?: boolean;
  /** of attention, MLP and norms; default true */
  bias?:
    | boolean
    | Readonly<Partial<Record<'query' | 'key' | 'value' | 'output' | 'mlp' | 'norm', boolean>>>;
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
  /** theta of rotary positions without theta or frequencies of their own; default 10000 */
  rotaryTheta?: number;
  /**
   * of the initial values and of dropout; the same seed gives the same bits everywhere. Default 0
   */
  seed?: number;
}

/** A config with every default filled in. */
export type ResolvedTransformerConfig = Readonly<
  Required<Omit<TransformerConfig, 'bias' | 'window' | 'scale' | 'softcap' | 'queryKeyNorm'>> &
    Pick<TransformerConfig, 'window' | 'scale' | 'softcap'> & {
      bias:
        boolean | Readonly<Record<'query' | 'key' | 'value' | 'output' | 'mlp' | 'norm', boolean>>;
      queryKeyNorm: ResolvedConfig['queryKeyNorm'];
    }
>;

/**
 * Tokens: integers from 0 to V - 1, (B, L) or (L). Nested arrays, a flat array for one sequence, or an object with
 * a typed array and a shape. Input without B gives results without B.
 *
 * ```js
 * model.forward([3, 1, 4, 1, 5]);
 * model.forward({ data: Int32Array.of(3, 1, 4, 1, 5, 9), shape: [2, 3] });
 * ```
 */
export type TokensLike =
  | readonly number[]
  | readonly (readonly number[] | Int32Array)[]
  | Int32Array
  | Uint16Array
  | Uint32Array
  | {
      readonly data: Int32Array | Uint8Array | Uint16Array | Uint32Array;
      readonly shape: readonly number[];
    };

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

export interface WatchOptions {
  /**
   * With `loadInWorker` it stops the work; with `load` it is checked before the work. A stopped train step
   * changes no parameter.
   */
  signal?: AbortSignal;
  /** called with the progress, 0 to 1, during long work */
  onProgress?: (done: number) => void;
}

export interface TransformerForwardFields {
  /** also return the maps of every layer */
  attention?: boolean;
  /** also return every intermediate; implies `attention` */
  trace?: boolean;
  /** Heads to remove: their part of the concatenated heads is 0. Their maps are still returned. */
  removeHeads?: readonly (readonly [layer: number, head: number])[];
}

export type TransformerForwardOptions = TransformerForwardFields & WatchOptions;

export type EvaluationOptions = Pick<TransformerForwardFields, 'removeHeads'> & WatchOptions;

/**
 * The intermediates of one layer, in order. Shapes are (B, L, D) unless stated otherwise; without B if the input has none.
 */
export interface LayerTrace {
  /** of the layer */
  input: FloatTensor;
  /** the normalised input, with norm `pre` and `sandwich`; else attention takes the input */
  attentionInput?: FloatTensor;
  /** (B, H, L, E); after the rotary rotation */
  query: FloatTensor;
  /** (B, Hkv, L, E); after the rotary rotation */
  key: FloatTensor;
  /** (B, Hkv, L, E) */
  value: FloatTensor;
  /** (B, H, L, L) */
  dotProducts: FloatTensor;
  /** (B, H, L, L) */
  scores: FloatTensor;
  /** (B, H, L, L), with a softcap */
  softcapped?: FloatTensor;
  /** (B, H, L, L) */
  masked: FloatTensor;
  /** (B, H, L, L) */
  attention: FloatTensor;
  /** (B, H, L, E); 0 for a removed head */
  heads: FloatTensor;
  /** (B, L, H E) */
  concatenated: FloatTensor;
  /** (B, H, L, D): each head's contribution; their sum plus b_O is attentionOutput */
  contributions: FloatTensor;
  attentionOutput: FloatTensor;
  /** attentionOutput after its norm, added instead of it; norm `inside` and `sandwich` */
  attentionNormed?: FloatTensor;
  /** input + attentionOutput, normalised with norm `post`; only with an MLP */
  middle?: FloatTensor;
  /** the normalised middle, with norm `pre` and `sandwich`; else the MLP takes middle */
  mlpInput?: FloatTensor;
  /** (B, L, M), before the activation; gated (B, L, 2 M) */
  hidden?: FloatTensor;
  /** (B, L, M), after the activation */
  activated?: FloatTensor;
  mlpOutput?: FloatTensor;
  /** mlpOutput after its norm, likewise */
  mlpNormed?: FloatTensor;
  /** the input of the next layer */
  output: FloatTensor;
}

export interface TransformerResult {
  /** (B, L, V), or without B */
  logits: FloatTensor;
  /** one tensor (B, H, L, L) for each layer */
  attention?: FloatTensor[];
  /** `final` is the input of the unembedding */
  trace?: { layers: LayerTrace[]; final: FloatTensor };
}

export interface Evaluation {
  /** cross-entropy in nats, the mean over the positions that count; a uniform guess has ln V */
  loss: number;
  /** fraction of these positions whose target has the largest logit */
  accuracy: number;
  /** number of these positions */
  counted: number;
}

/** Options of the optimiser, named like torch.optim's. */
export interface OptimizerOptions {
  /** default 0.001 */
  learningRate?: number;
  /** default `adamw` */
  optimizer?: 'adamw' | 'adam' | 'sgd';
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

/** Options of a training step: the optimiser's, and what the step returns besides the loss. */
export type TrainStepOptions = OptimizerOptions & WatchOptions;

export interface TrainStepFields {
  /** norm of all gradients together, before clipping */
  gradNorm: number;
  /** the rate of this step */
  learningRate: number;
  /** 1 for the first step */
  step: number;
}

/** The outcome of a step, computed before the parameters changed. */
export type TrainStep = Evaluation & TrainStepFields;

/**
 * The state of an optimiser. The records have the names and shapes of stateDict(), and are zeros before the first step.
 */
export interface OptimizerState {
  /** number of steps done */
  step: number;
  /**
   * the momentum of `sgd`, the first moments of `adam` and `adamw`: `momentum_buffer` and `exp_avg` in torch.optim
   */
  first: Record<string, FloatTensor>;
  /** the second moments, `exp_avg_sq`; zeros with `sgd` */
  second: Record<string, FloatTensor>;
}

/** An optimiser's state, to load. */
export interface OptimizerStateLike {
  step: number;
  first: Record<string, TensorLike>;
  /** default zeros */
  second?: Record<string, TensorLike>;
}

export interface TransformerMembers {
  config: ResolvedTransformerConfig;
  /** The logits: at every position the scores of all tokens for its target. */
  forward: (tokens: TokensLike, options?: TransformerForwardOptions) => TransformerResult;
  /** The loss, without training and without dropout. */
  evaluate: (batch: TrainingBatch, options?: EvaluationOptions) => Evaluation;
  /**
   * Forward, backward, and one step of the optimiser. HeadwiseError 'diverged' if the loss or the gradients are not
   * finite; the step has then changed no parameter.
   */
  trainStep: (batch: TrainingBatch, options?: TrainStepOptions) => TrainStep;
  /**
   * Copies of all parameters, with the names and layouts of torch.nn.TransformerEncoder (`layers.0.self_attn.in_proj_weight`,
   * `layers.0.linear1.weight`, `layers.0.norm1.weight`, `norm.weight`), and `embedding.weight` (V, D),
   * `positions.weight` (contextLen, D) and `unembedding.weight` (V, D). Parameters that torch does not have: attention's are
   * the parameters of a layer with the same heads, `bias` and `queryKeyNorm`; with norm `sandwich`,
   * `layers.0.norm1_inside.weight` is the norm of attention's output and `layers.0.norm2_inside.weight` the norm of the MLP's.
   */
  stateDict: () => Record<string, FloatTensor>;
  /**
   * Loads a complete state dict. The error for a missing, unknown or ill-shaped entry names it, and no parameter changes. The
   * optimiser starts over, unless its state is loaded afterwards.
   */
  loadStateDict: (state: Record<string, TensorLike>) => void;
  /**
   * A copy of the optimiser's state. Together with stateDict(), and the same `seed` if there is dropout, it is enough to
   * continue the training later.
   */
  optimizerState: () => OptimizerState;
  /**
   * Loads an optimiser's state, after loadStateDict. With the same options, the next steps have the same bits as without the
   * interruption. Names are checked like in loadStateDict.
   */
  loadOptimizerState: (state: OptimizerStateLike) => void;
  /** may be called again; all other methods then throw HeadwiseError 'disposed' */
  dispose: () => void;
}

/**
 * A transformer that can be trained and analysed.
 *
 * ```js
 * const model = createTransformer(await load(), { vocabSize: 24, contextLen: 32, embedDim: 64, numHeads: 4, numLayers: 2 });
 * for (let step = 0; step < 200; step++) model.trainStep(task.batch(0, step), { learningRate: 0.003 });
 * const { attention } = model.forward(tokens, { attention: true }); // attention[layer], (B, H, L, L)
 * ```
 */
export type Transformer = TransformerMembers & { [Symbol.dispose](): void };

export interface AsyncTransformerMembers {
  config: ResolvedTransformerConfig;
  forward: (tokens: TokensLike, options?: TransformerForwardOptions) => Promise<TransformerResult>;
  evaluate: (batch: TrainingBatch, options?: EvaluationOptions) => Promise<Evaluation>;
  trainStep: (batch: TrainingBatch, options?: TrainStepOptions) => Promise<TrainStep>;
  stateDict: () => Promise<Record<string, FloatTensor>>;
  loadStateDict: (state: Record<string, TensorLike>) => Promise<void>;
  optimizerState: () => Promise<OptimizerState>;
  loadOptimizerState: (state: OptimizerStateLike) => Promise<void>;
  dispose: () => Promise<void>;
}

/** Transformer in a worker: every method returns a promise. */
export type AsyncTransformer = AsyncTransformerMembers & { [Symbol.asyncDispose](): Promise<void> };

export {};
