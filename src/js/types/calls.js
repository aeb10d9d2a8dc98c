// The types of calls that compute: an option given as a literal makes its result a required property. Holds no code.
//
// Each form of the arguments has two overloads: the first narrows the result, the second gives the "did you mean" error for a
// misspelt option. The shortest form with options comes last, because TypeScript prints the errors of the last overload.

/** @import { AsyncKept, BackwardOptions, Gradients } from './handles.js' */
/** @import { AttentionOptions, AttentionResult, FloatTensor, ForwardOptions, MultiHeadAttentionResult, TensorLike } from './index.js' */

/**
 * A result with the properties that the options request: `attention: true`, `trace: true`, `keep: true`, `pastKey`.
 *
 * @template R
 * @template O
 * @typedef {R
 *   & (O extends { attention: true } ? Present<R, 'attention'> : unknown)
 *   & (O extends { trace: true } ? Present<R, 'attention' | 'trace' | 'logSumExp'> : unknown)
 *   & (O extends { keep: true } ? Present<R, 'kept'> : unknown)
 *   & (O extends { pastKey: object } ? Present<R, 'presentKey' | 'presentValue'> : unknown)} Asked
 */

/**
 * These properties, required.
 *
 * @template R
 * @template {string} K
 * @typedef {{ [P in K & keyof R]-?: Exclude<R[P], undefined> }} Present
 */

/**
 * Options without unknown names.
 *
 * @template O
 * @template Known
 * @typedef {O & { [P in Exclude<keyof O, keyof Known>]: never }} Only
 */

/**
 * Scaled dot-product attention as a function. An option given as a literal makes its result a required property.
 *
 * ```js
 * const { attention } = headwise.scaledDotProductAttention(query, key, value, { attention: true });
 * attention.shape; // no question mark: it was asked for
 * ```
 *
 * @template [T=FloatTensor]
 * @typedef {{
 *   <O extends AttentionOptions>(query: TensorLike, key: TensorLike, value: TensorLike, options: Only<O, AttentionOptions>): Asked<AttentionResult<T>, O>,
 *   (query: TensorLike, key: TensorLike, value: TensorLike, options?: AttentionOptions): AttentionResult<T>,
 * }} Attend
 */

/**
 * Attend in a worker: returns a promise.
 *
 * @typedef {{
 *   <O extends AttentionOptions>(query: TensorLike, key: TensorLike, value: TensorLike, options: Only<O, AttentionOptions>):
 *   Promise<Asked<AttentionResult<FloatTensor, AsyncKept>, O>>,
 *   (query: TensorLike, key: TensorLike, value: TensorLike, options?: AttentionOptions): Promise<AttentionResult<FloatTensor, AsyncKept>>,
 * }} AsyncAttend
 */

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
 *
 * @template [T=FloatTensor]
 * @typedef {CallsOf<TensorLike, ForwardOptions, MultiHeadAttentionResult<T>>} Forward
 */

/**
 * The overloads of forward.
 *
 * @template I inputs
 * @template Options
 * @template R
 * @typedef {{
 *   <O extends Options>(query: I, key: I | undefined, value: I | undefined, options: Only<O, Options>): Asked<R, O>,
 *   (query: I, key?: I, value?: I, options?: Options): R,
 *   <O extends Options>(query: I, key: I | undefined, options: Only<O, Options>): Asked<R, O>,
 *   (query: I, key: I | undefined, options?: Options): R,
 *   <O extends Options>(query: I, options: Only<O, Options>): Asked<R, O>,
 *   (query: I, options?: Options): R,
 * }} CallsOf
 */

/**
 * Forward in a worker: returns a promise.
 *
 * @typedef {AsyncCallsOf<TensorLike, ForwardOptions, MultiHeadAttentionResult<FloatTensor, AsyncKept>>} AsyncForward
 */

/**
 * @template I
 * @template Options
 * @template R
 * @typedef {{
 *   <O extends Options>(query: I, key: I | undefined, value: I | undefined, options: Only<O, Options>): Promise<Asked<R, O>>,
 *   (query: I, key?: I, value?: I, options?: Options): Promise<R>,
 *   <O extends Options>(query: I, key: I | undefined, options: Only<O, Options>): Promise<Asked<R, O>>,
 *   (query: I, key: I | undefined, options?: Options): Promise<R>,
 *   <O extends Options>(query: I, options: Only<O, Options>): Promise<Asked<R, O>>,
 *   (query: I, options?: Options): Promise<R>,
 * }} AsyncCallsOf
 */

/**
 * Gradients with the properties that the options request.
 *
 * @template T
 * @template O
 * @typedef {Gradients<T>
 *   & (O extends { bias: true } ? Present<Gradients<T>, 'bias'> : unknown)
 *   & (O extends { slopes: true } ? Present<Gradients<T>, 'slopes'> : unknown)} AskedGradients
 */

/**
 * Computes gradients from the gradient of the output.
 *
 * @template [T=FloatTensor]
 * @typedef {{
 *   <O extends BackwardOptions>(gradOutput: TensorLike, options: Only<O, BackwardOptions>): AskedGradients<T, O>,
 *   (gradOutput: TensorLike, options?: BackwardOptions): Gradients<T>,
 * }} Backward
 */

/**
 * Backward in a worker: returns a promise.
 *
 * @typedef {{
 *   <O extends BackwardOptions>(gradOutput: TensorLike, options: Only<O, BackwardOptions>): Promise<AskedGradients<FloatTensor, O>>,
 *   (gradOutput: TensorLike, options?: BackwardOptions): Promise<Gradients>,
 * }} AsyncBackward
 */

export {};
