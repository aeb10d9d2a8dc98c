// The types of calls that compute: an option given as a literal makes its result a required property. Holds no code.
//
// Each form of the arguments has two overloads: the first narrows the result, the second gives the "did you mean" error for a
// misspelt option. The shortest form with options comes last, because TypeScript prints the errors of the last overload.

import type { AsyncKept, Gradients } from './handles.ts';
import type {
  AttentionOptions,
  AttentionResult,
  BackwardOptions,
  FloatTensor,
  ForwardOptions,
  MultiHeadAttentionResult,
  TensorLike,
} from './index.ts';

/**
 * A result with the properties that the options request: `attention: true`, `trace: true`, `keep: true`, `pastKey`.
 */
export type Asked<R, O> = R &
  (O extends { attention: true } ? Present<R, 'attention'> : unknown) &
  (O extends { trace: true } ? Present<R, 'attention' | 'trace' | 'logSumExp'> : unknown) &
  (O extends { keep: true } ? Present<R, 'kept'> : unknown) &
  (O extends { pastKey: object } ? Present<R, 'presentKey' | 'presentValue'> : unknown);

/** These properties, required. */
export type Present<R, K extends string> = { [P in K & keyof R]-?: Exclude<R[P], undefined> };

/** Options without unknown names. */
export type Only<O, Known> = O & { [P in Exclude<keyof O, keyof Known>]: never };

/**
 * Scaled dot-product attention as a function. An option given as a literal makes its result a required property.
 *
 * ```js
 * const { attention } = headwise.scaledDotProductAttention(query, key, value, { attention: true });
 * attention.shape; // no question mark: it was asked for
 * ```
 */
export type Attend<T = FloatTensor> = {
  <O extends AttentionOptions>(
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    options: Only<O, AttentionOptions>,
  ): Asked<AttentionResult<T>, O>;
  (
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    options?: AttentionOptions,
  ): AttentionResult<T>;
};

/** Attend in a worker: returns a promise. */
export type AsyncAttend = {
  <O extends AttentionOptions>(
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    options: Only<O, AttentionOptions>,
  ): Promise<Asked<AttentionResult<FloatTensor, AsyncKept>, O>>;
  (
    query: TensorLike,
    key: TensorLike,
    value: TensorLike,
    options?: AttentionOptions,
  ): Promise<AttentionResult<FloatTensor, AsyncKept>>;
};

/**
 * Query (B, L, embedDim), key (B, S, keyDim), value (B, S, valueDim); all may leave out B. The key
 * defaults to the query, the value to the key: one argument is self-attention, two or three are
 * cross-attention. Options come last.
 *
 * ```js
 * layer.forward(x); // self-attention
 * layer.forward(x, { causal: true });
 * layer.forward(decoder, encoder, { keyPaddingMask: { ignore: padding } });
 * ```
 */
export type Forward<T = FloatTensor> = CallsOf<
  TensorLike,
  ForwardOptions,
  MultiHeadAttentionResult<T>
>;

/** The overloads of forward. */
export type CallsOf<I, Options, R> = {
  <O extends Options>(
    query: I,
    key: I | undefined,
    value: I | undefined,
    options: Only<O, Options>,
  ): Asked<R, O>;
  (query: I, key?: I, value?: I, options?: Options): R;
  <O extends Options>(query: I, key: I | undefined, options: Only<O, Options>): Asked<R, O>;
  (query: I, key: I | undefined, options?: Options): R;
  <O extends Options>(query: I, options: Only<O, Options>): Asked<R, O>;
  (query: I, options?: Options): R;
};

/** Forward in a worker: returns a promise. */
export type AsyncForward = AsyncCallsOf<
  TensorLike,
  ForwardOptions,
  MultiHeadAttentionResult<FloatTensor, AsyncKept>
>;

export type AsyncCallsOf<I, Options, R> = {
  <O extends Options>(
    query: I,
    key: I | undefined,
    value: I | undefined,
    options: Only<O, Options>,
  ): Promise<Asked<R, O>>;
  (query: I, key?: I, value?: I, options?: Options): Promise<R>;
  <O extends Options>(
    query: I,
    key: I | undefined,
    options: Only<O, Options>,
  ): Promise<Asked<R, O>>;
  (query: I, key: I | undefined, options?: Options): Promise<R>;
  <O extends Options>(query: I, options: Only<O, Options>): Promise<Asked<R, O>>;
  (query: I, options?: Options): Promise<R>;
};

/** Gradients with the properties that the options request. */
export type AskedGradients<T, O> = Gradients<T> &
  (O extends { bias: true } ? Present<Gradients<T>, 'bias'> : unknown) &
  (O extends { slopes: true } ? Present<Gradients<T>, 'slopes'> : unknown);

/** Computes gradients from the gradient of the output. */
export type Backward<T = FloatTensor> = {
  <O extends BackwardOptions>(
    gradOutput: TensorLike,
    options: Only<O, BackwardOptions>,
  ): AskedGradients<T, O>;
  (gradOutput: TensorLike, options?: BackwardOptions): Gradients<T>;
};

/** Backward in a worker: returns a promise. */
export type AsyncBackward = {
  <O extends BackwardOptions>(
    gradOutput: TensorLike,
    options: Only<O, BackwardOptions>,
  ): Promise<AskedGradients<FloatTensor, O>>;
  (gradOutput: TensorLike, options?: BackwardOptions): Promise<Gradients>;
};

export {};
