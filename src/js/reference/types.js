// The types of the reference that the engine's lack: float64 tensors, and bounds. Holds no code.

/** @import { AddAndNormResult, AttentionOptions, AttentionResult, Embedding, EmbedOptions, FloatTensor, ForwardOptions, Headwise, MultiHeadAttention, MultiHeadAttentionConfig, MultiHeadAttentionResult, Replace, TensorLike } from '../types/index.js' */
/** @import { CallsOf } from '../types/calls.js' */

/**
 * A result of the reference: a tensor in float64.
 *
 * @typedef {{ readonly data: Float64Array, readonly shape: readonly number[] }} DoubleTensor
 */

/**
 * What it takes: what the engine takes, and float64 tensors. Nested arrays are rounded to float32 by `tensor`, so that both
 * compute with the same numbers.
 *
 * @typedef {TensorLike | DoubleTensor} Input
 */

/**
 * The options of the engine, with float64 tensors where those have float32 ones, and one more.
 *
 * @typedef {object} Doubles
 * @property {Input} [pastKey]
 * @property {Input} [pastValue]
 * @property {{ output?: FloatTensor | DoubleTensor, attention?: FloatTensor | DoubleTensor }} [out]
 *   Results are float64, so float32 ones are refused
 * @property {boolean} [bounds]
 *   Also return, for every number of the result, how far an honest float32 computation may be from it, to first order
 *
 * @typedef {Omit<AttentionOptions, keyof Doubles> & Doubles} ReferenceAttentionOptions
 * @typedef {Omit<EmbedOptions, 'replace'> & { replace?: { tokens?: Input, positions?: Input } }} ReferenceEmbedOptions
 * @typedef {Omit<ForwardOptions, keyof Doubles | 'replace'> & Doubles & { replace?: Partial<Record<keyof Replace, Input>> }} ReferenceForwardOptions
 * @typedef {AttentionResult<DoubleTensor> & { bounds?: AttentionResult<DoubleTensor> }} ReferenceAttentionResult
 * @typedef {MultiHeadAttentionResult<DoubleTensor> & { bounds?: MultiHeadAttentionResult<DoubleTensor> }} ReferenceForwardResult
 */

/**
 * @typedef {CallsOf<Input, ReferenceForwardOptions, ReferenceForwardResult>} ReferenceForward
 *
 * @typedef {Omit<MultiHeadAttention<DoubleTensor>, 'forward' | 'loadStateDict'> & {
 *   forward: ReferenceForward,
 *   loadStateDict: (state: Readonly<Record<string, Input>>) => void,
 * }} ReferenceMultiHeadAttention
 */

/**
 * @typedef {Omit<Headwise<DoubleTensor>, 'scaledDotProductAttention' | 'createMultiHeadAttention' | 'embed' | 'addAndNorm'> & {
 *   embed: (ids: ArrayLike<number>, options: ReferenceEmbedOptions) => Embedding<DoubleTensor>,
 *   addAndNorm: (x: Input, sublayer: Input, options?: { weight?: Input, bias?: Input, epsilon?: number }) => AddAndNormResult<DoubleTensor>,
 *   scaledDotProductAttention: typeof import('./operations.js').scaledDotProductAttention,
 *   createMultiHeadAttention: (config: MultiHeadAttentionConfig) => ReferenceMultiHeadAttention,
 * }} ReferenceHeadwise
 */

export {};
