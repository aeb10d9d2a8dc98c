// The types of the reference where they differ from the engine's: float64 tensors, and bounds. Contains no code.

import type {
  AddAndNormResult,
  AttentionOptions,
  AttentionResult,
  EmbedOptions,
  Embedding,
  ForwardOptions,
  Headwise,
  MultiHeadAttention,
  MultiHeadAttentionConfig,
  MultiHeadAttentionResult,
  PlainTensor,
  Replace,
  TensorLike,
} from '../types/index.ts';
import type { CallsOf } from '../types/calls.ts';

/** A result of the reference: a tensor in float64. */
export type DoubleTensor = { readonly data: Float64Array; readonly shape: readonly number[] };

/**
 * An argument of the reference: an argument of the engine, or a float64 tensor. Nested arrays are rounded to float32, so that
 * both compute with the same numbers.
 */
export type Input = TensorLike | DoubleTensor;

interface Doubles {
  pastKey?: Input;
  pastValue?: Input;
  /** Results are float64; float32 tensors are refused */
  out?: { output?: PlainTensor | DoubleTensor; attention?: PlainTensor | DoubleTensor };
  /**
   * Whether to return, for every number of the result, a bound of the rounding error of a float32 computation, to first order
   */
  bounds?: boolean;
}

/** The options of the engine, with float64 tensors, and `bounds`. */
export type ReferenceAttentionOptions = Omit<AttentionOptions, keyof Doubles> & Doubles;

export type ReferenceEmbedOptions = Omit<EmbedOptions, 'replace'> & {
  replace?: { tokens?: Input; positions?: Input };
};

type ReferenceForwardOptions = Omit<ForwardOptions, keyof Doubles | 'replace'> &
  Doubles & { replace?: Partial<Record<keyof Replace, Input>> };

export type ReferenceAttentionResult = AttentionResult<DoubleTensor> & {
  bounds?: AttentionResult<DoubleTensor>;
};

export type ReferenceForwardResult = MultiHeadAttentionResult<DoubleTensor> & {
  bounds?: MultiHeadAttentionResult<DoubleTensor>;
};

type ReferenceForward = CallsOf<Input, ReferenceForwardOptions, ReferenceForwardResult>;

export type ReferenceMultiHeadAttention = Omit<
  MultiHeadAttention<DoubleTensor>,
  'forward' | 'loadStateDict'
> & {
  forward: ReferenceForward;
  loadStateDict: (state: Readonly<Record<string, Input>>) => void;
};

export type ReferenceHeadwise = Omit<
  Headwise<DoubleTensor>,
  'scaledDotProductAttention' | 'createMultiHeadAttention' | 'embed' | 'addAndNorm'
> & {
  embed: (ids: ArrayLike<number>, options: ReferenceEmbedOptions) => Embedding<DoubleTensor>;
  addAndNorm: (
    x: Input,
    sublayer: Input,
    options?: { weight?: Input; bias?: Input; epsilon?: number },
  ) => AddAndNormResult<DoubleTensor>;
  scaledDotProductAttention: typeof import('./index.ts').scaledDotProductAttention;
  createMultiHeadAttention: (config: MultiHeadAttentionConfig) => ReferenceMultiHeadAttention;
};

export {};
