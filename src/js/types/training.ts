// The public types of transformers and their training. Holds no code.

import type { Only } from './calls.ts';
import type { AttentionOptions, FloatTensor, ResolvedConfig, TensorLike } from './index.ts';
import type {
  OptimizerOptions,
  TrainingBatch,
  TransformerConfig,
  TransformerForwardFields,
  WatchOptions,
} from './training-options.ts';

export * from './training-options.ts';

/** The options of the scores, which a config has only if they are given. */
type Scores = Exclude<keyof AttentionOptions & keyof TransformerConfig, 'causal' | 'positions'>;

/** A config with every default filled in. */
export type ResolvedTransformerConfig = Readonly<
  Required<Omit<TransformerConfig, 'bias' | 'queryKeyNorm' | Scores>> &
    Pick<TransformerConfig, Scores> & {
      bias: boolean | Readonly<Required<Exclude<TransformerConfig['bias'], boolean | undefined>>>;
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
 * Options of a transformer's forward.
 *
 * ```js
 * model.forward(tokens, { attention: true, removeHeads: [[0, 2]] });
 * ```
 */
export type TransformerForwardOptions = TransformerForwardFields & WatchOptions;

/**
 * Options of an evaluation.
 *
 * ```js
 * const { loss, accuracy } = model.evaluate(batch, { removeHeads: [[1, 0]] });
 * ```
 */
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

/**
 * Options of a training step: the optimiser's, and what the step returns besides the loss.
 *
 * ```js
 * const { loss } = model.trainStep(batch, { learningRate: 0.003, clipNorm: 1 });
 * ```
 */
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

/** A transformer's result with the properties that the options request. */
export type AskedOfTransformer<O> = TransformerResult &
  (O extends { attention: true } ? Required<Pick<TransformerResult, 'attention'>> : unknown) &
  (O extends { trace: true } ? Required<Pick<TransformerResult, 'attention' | 'trace'>> : unknown);

export type ForwardTokens = {
  <O extends TransformerForwardOptions>(
    tokens: TokensLike,
    options: Only<O, TransformerForwardOptions>,
  ): AskedOfTransformer<O>;
  (tokens: TokensLike, options?: TransformerForwardOptions): TransformerResult;
};

export type AsyncForwardTokens = {
  <O extends TransformerForwardOptions>(
    tokens: TokensLike,
    options: Only<O, TransformerForwardOptions>,
  ): Promise<AskedOfTransformer<O>>;
  (tokens: TokensLike, options?: TransformerForwardOptions): Promise<TransformerResult>;
};

export interface TransformerMembers {
  config: ResolvedTransformerConfig;
  /** The logits: at every position the scores of all tokens for its target. */
  forward: ForwardTokens;
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
  forward: AsyncForwardTokens;
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
