// The types of calls that compute: an option given as a literal makes its result a required property. Holds no code.
//
// Each shape of arguments has two overloads, one that narrows and one that does not, which says "did you mean" of a
// misspelt option. The last of all is that of the shortest call with options, as TypeScript prints the errors of the last.

/** @import { AsyncKept, BackwardOptions, Gradients } from './handles.js' */
/** @import { AttentionOptions, AttentionResult, FloatTensor, ForwardOptions, MultiHeadAttentionResult, TensorLike } from './index.js' */

/**
 * A result with what these options ask for: `attention: true`, `trace: true`, `keep: true`, `pastKey`.
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
 * As Attend, in a worker.
 *
 * @typedef {{
 *   <O extends AttentionOptions>(query: TensorLike, key: TensorLike, value: TensorLike, options: Only<O, AttentionOptions>):
 *   Promise<Asked<AttentionResult<FloatTensor, AsyncKept>, O>>,
 *   (query: TensorLike, key: TensorLike, value: TensorLike, options?: AttentionOptions): Promise<AttentionResult<FloatTensor, AsyncKept>>,
 * }} AsyncAttend
 */

/**
 * Query (B, L, embedDim), key (B, S, keyDim), value (B, S, valueDim), or all of them without B. The key
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
 * The ways to call forward.
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
 * As Forward, in a worker.
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
 * The gradients that these options ask for.
 *
 * @template T
 * @template O
 * @typedef {Gradients<T>
 *   & (O extends { bias: true } ? Present<Gradients<T>, 'bias'> : unknown)
 *   & (O extends { slopes: true } ? Present<Gradients<T>, 'slopes'> : unknown)} AskedGradients
 */

/**
 * Gradients from that of the output.
 *
 * @template [T=FloatTensor]
 * @typedef {{
 *   <O extends BackwardOptions>(gradOutput: TensorLike, options: Only<O, BackwardOptions>): AskedGradients<T, O>,
 *   (gradOutput: TensorLike, options?: BackwardOptions): Gradients<T>,
 * }} Backward
 */

/**
 * As Backward, in a worker.
 *
 * @typedef {{
 *   <O extends BackwardOptions>(gradOutput: TensorLike, options: Only<O, BackwardOptions>): Promise<AskedGradients<FloatTensor, O>>,
 *   (gradOutput: TensorLike, options?: BackwardOptions): Promise<Gradients>,
 * }} AsyncBackward
 */

export {};
