// The types of calls that compute: an option given as a literal makes its result a required property. Holds no code.

/** @import { AsyncKept } from './handles.js' */
/** @import { AttentionOptions, AttentionResult, FloatTensor, ForwardOptions, MultiHeadAttentionResult, TensorLike } from './index.js' */

/**
 * A result with maps, after a literal `attention: true`.
 *
 * @template {{ attention?: unknown }} R
 * @typedef {R & Required<Pick<R, 'attention'>>} WithMaps
 */

/**
 * A result with every intermediate, after a literal `trace: true`.
 *
 * @template {{ attention?: unknown, trace?: unknown }} R
 * @typedef {R & Required<Pick<R, 'attention' | 'trace'>>} WithTrace
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
 *   (query: TensorLike, key: TensorLike, value: TensorLike, options: AttentionOptions & { trace: true }): WithTrace<AttentionResult<T>>,
 *   (query: TensorLike, key: TensorLike, value: TensorLike, options: AttentionOptions & { attention: true }): WithMaps<AttentionResult<T>>,
 *   (query: TensorLike, key: TensorLike, value: TensorLike, options?: AttentionOptions): AttentionResult<T>,
 * }} Attend
 */

/**
 * As Attend, in a worker.
 *
 * @typedef {{
 *   (query: TensorLike, key: TensorLike, value: TensorLike, options: AttentionOptions & { trace: true }): Promise<WithTrace<AttentionResult<FloatTensor, AsyncKept>>>,
 *   (query: TensorLike, key: TensorLike, value: TensorLike, options: AttentionOptions & { attention: true }): Promise<WithMaps<AttentionResult<FloatTensor, AsyncKept>>>,
 *   (query: TensorLike, key: TensorLike, value: TensorLike, options?: AttentionOptions): Promise<AttentionResult<FloatTensor, AsyncKept>>,
 * }} AsyncAttend
 */

/**
 * Query (B, L, embedDim), key (B, S, keyDim), value (B, S, valueDim), or all of them without B. The key
 * defaults to the query, the value to the key: one argument is self-attention, two or three are
 * cross-attention.
 *
 * ```js
 * layer.forward(x); // self-attention
 * layer.forward(x, { causal: true });
 * layer.forward(decoder, encoder, encoder, { keyPaddingMask: { ignore: padding } });
 * ```
 *
 * @template [T=FloatTensor]
 * @typedef {{
 *   (query: TensorLike, options: ForwardOptions & { trace: true }): WithTrace<MultiHeadAttentionResult<T>>,
 *   (query: TensorLike, options: ForwardOptions & { attention: true }): WithMaps<MultiHeadAttentionResult<T>>,
 *   (query: TensorLike, options?: ForwardOptions): MultiHeadAttentionResult<T>,
 *   (query: TensorLike, key: TensorLike | undefined, value: TensorLike | undefined, options: ForwardOptions & { trace: true }):
 *   WithTrace<MultiHeadAttentionResult<T>>,
 *   (query: TensorLike, key: TensorLike | undefined, value: TensorLike | undefined, options: ForwardOptions & { attention: true }):
 *   WithMaps<MultiHeadAttentionResult<T>>,
 *   (query: TensorLike, key?: TensorLike, value?: TensorLike, options?: ForwardOptions): MultiHeadAttentionResult<T>,
 * }} Forward
 */

/**
 * As Forward, in a worker.
 *
 * @typedef {{
 *   (query: TensorLike, options: ForwardOptions & { trace: true }): Promise<WithTrace<MultiHeadAttentionResult<FloatTensor, AsyncKept>>>,
 *   (query: TensorLike, options: ForwardOptions & { attention: true }): Promise<WithMaps<MultiHeadAttentionResult<FloatTensor, AsyncKept>>>,
 *   (query: TensorLike, options?: ForwardOptions): Promise<MultiHeadAttentionResult<FloatTensor, AsyncKept>>,
 *   (query: TensorLike, key: TensorLike | undefined, value: TensorLike | undefined, options: ForwardOptions & { trace: true }):
 *   Promise<WithTrace<MultiHeadAttentionResult<FloatTensor, AsyncKept>>>,
 *   (query: TensorLike, key: TensorLike | undefined, value: TensorLike | undefined, options: ForwardOptions & { attention: true }):
 *   Promise<WithMaps<MultiHeadAttentionResult<FloatTensor, AsyncKept>>>,
 *   (query: TensorLike, key?: TensorLike, value?: TensorLike, options?: ForwardOptions): Promise<MultiHeadAttentionResult<FloatTensor, AsyncKept>>,
 * }} AsyncForward
 */

export {};
