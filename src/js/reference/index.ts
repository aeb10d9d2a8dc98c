// The entry `headwise/reference`: the engine's operations in plain JavaScript and float64, written for readers. Tests compare the
// engine with it: it has the same handles, arguments and errors, and returns Float64Array tensors.
//
// Begin with attention.ts: the formula, in six steps. Then read layer.ts: projections and heads. Both compose seams.ts.

import { Headwise } from '../headwise.ts';
import { ReferenceRuntime } from './runtime.ts';
import type { Asked, Only } from '../types/calls.ts';
import type {
  AddAndNormResult,
  Embedding,
  LoadOptions,
  MultiHeadAttentionConfig,
  SoftmaxSteps,
} from '../types/index.ts';
import type {
  DoubleTensor,
  Input,
  ReferenceAttentionOptions,
  ReferenceAttentionResult,
  ReferenceEmbedOptions,
  ReferenceHeadwise,
  ReferenceMultiHeadAttention,
} from './types.ts';

export type {
  DoubleTensor,
  Input,
  ReferenceAttentionOptions,
  ReferenceAttentionResult,
  ReferenceEmbedOptions,
  ReferenceHeadwise,
  ReferenceMultiHeadAttention,
} from './types.ts';

export { HeadwiseError } from '../arguments/errors.ts';
export { tensor } from '../arguments/tensor.ts';

/** The `backend` of the reference. */
const BACKEND = Object.freeze({
  simd: 'fixed' as const,
  threads: 1,
  reason: 'The reference is plain JavaScript in float64: one thread, no vector instructions.',
  version: 'reference',
  compiler: 'none',
});

const createReference = () => new Headwise(new ReferenceRuntime(), BACKEND);

/** The reference of the functions below, which is never disposed. */
const shared = /* @__PURE__ */ createReference();

/**
 * Creates a reference with the engine's methods, to use in its place. Like the engine, it rounds `scale`, given or
 * default, to float32; it computes the rest in float64.
 *
 * @param _options ignored
 *
 * @example
 * import { load } from 'headwise/reference';
 * const headwise = await load();
 * headwise.scaledDotProductAttention(query, key, value).output.data; // Float64Array
 */
export async function load(_options?: LoadOptions): Promise<ReferenceHeadwise> {
  return createReference();
}

/**
 * Creates a layer in float64. Its initial values have the bits of the engine's.
 *
 * @example
 * const layer = createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
 * layer.forward(x, { causal: true }).output.data; // Float64Array
 */
export function createMultiHeadAttention(
  config: MultiHeadAttentionConfig,
): ReferenceMultiHeadAttention {
  return shared.createMultiHeadAttention(config);
}

/**
 * softmax(Q K^T / sqrt(E)) V for every head (Vaswani et al. 2017, equation 1). query (B, H, L, E), key (B, Hkv, S, E),
 * value (B, Hkv, S, Ev), or all three without B.
 *
 * @example
 * const { output, attention } = scaledDotProductAttention(query, key, value, { attention: true });
 */
export function scaledDotProductAttention<O extends ReferenceAttentionOptions>(
  query: Input,
  key: Input,
  value: Input,
  options: Only<O, ReferenceAttentionOptions>,
): Asked<ReferenceAttentionResult, O>;
/**
 * softmax(Q K^T / sqrt(E)) V for every head (Vaswani et al. 2017, equation 1). query (B, H, L, E), key (B, Hkv, S, E),
 * value (B, Hkv, S, Ev), or all three without B.
 */
export function scaledDotProductAttention(
  query: Input,
  key: Input,
  value: Input,
  options?: ReferenceAttentionOptions,
): ReferenceAttentionResult;
export function scaledDotProductAttention(
  query: Input,
  key: Input,
  value: Input,
  options?: ReferenceAttentionOptions,
): any {
  return shared.scaledDotProductAttention(query, key, value, options);
}

/**
 * y = x W^T + b
 *
 * @param x (..., In)
 * @param weight (Out, In)
 * @param bias (Out)
 * @returns (..., Out)
 *
 * @example
 * linear([[1, 2]], [[3, 4]], [5]).data; // 1 · 3 + 2 · 4 + 5 = 16
 */
export function linear(x: Input, weight: Input, bias?: Input): DoubleTensor {
  return shared.linear(x, weight, bias);
}

/**
 * exp(x) / sum exp(x) along the last axis.
 *
 * @param x (..., N)
 * @returns (..., N)
 *
 * @example
 * softmax([0, 0, 0, 0]).data; // 0.25 each
 */
export function softmax(x: Input): DoubleTensor {
  return shared.softmax(x);
}

/**
 * The softmax over the last axis, with its intermediates.
 *
 * @param x (..., N)
 *
 * @example
 * const { exponentials, sum, output } = softmaxSteps([[1, 2, 3]]);
 */
export function softmaxSteps(x: Input): SoftmaxSteps<DoubleTensor> {
  return shared.softmaxSteps(x);
}

/**
 * LayerNorm(x + sublayer) (Vaswani et al. 2017, section 3.1; Ba et al. 2016, equation 4).
 *
 * @param x (..., D)
 * @param sublayer (..., D)
 *
 * @example
 * const { output, mean, variance } = addAndNorm(x, layer.forward(x).output);
 */
export function addAndNorm(
  x: Input,
  sublayer: Input,
  options?: { weight?: Input; bias?: Input; epsilon?: number },
): AddAndNormResult<DoubleTensor> {
  return shared.addAndNorm(x, sublayer, options);
}

/**
 * Untrained token vectors, uniform in [-1, 1) and equal for equal id, seed and width, and sinusoidal positions.
 *
 * @param ids (L)
 * @returns (L, embedDim) each; x is the sum
 *
 * @example
 * const { tokens, positions, x } = embed([17, 4, 17], { embedDim: 16 });
 */
export function embed(
  ids: ArrayLike<number>,
  options: ReferenceEmbedOptions,
): Embedding<DoubleTensor> {
  return shared.embed(ids, options);
}
