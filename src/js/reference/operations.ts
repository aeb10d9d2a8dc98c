// The reference's operations as a user calls them: arguments checked as the engine does, numbers computed as
// attention.ts, linear.ts, softmax.ts and positions.ts say.

import { checkAttention } from '../attention/attention.ts';
import { differentiableAttention } from '../attention/gradients.ts';
import { checkAddAndNorm } from '../small/add-and-norm.ts';
import { checkEmbed } from '../small/embed.ts';
import { checkLinear } from '../small/linear.ts';
import { checkSoftmax, checkSoftmaxSteps } from '../small/softmax.ts';
import { mapSizes } from '../attention/window.ts';
import { attend, place } from './attention.ts';
import { attentionBackward } from './backward.ts';
import { boundAttention } from './attention-bounds.ts';
import { boundPlaced, exact, FLOAT32 } from './bounds.ts';
import { ReferenceKept } from './kept.ts';
import { inputOf } from './layer.ts';
import { linear as multiply } from './linear.ts';
import { sinusoids } from './positions.ts';
import { STREAMS, uniform } from './random.ts';
import { attentionResult } from './results.ts';
import { SEAMS } from './seams.ts';
import { softmaxRows } from './softmax.ts';
import type { CheckedCall } from '../attention/options.ts';
import type { Asked, Only } from '../types/calls.ts';
import type { Activations } from './attention.ts';
import type { Precision } from './bounds.ts';
import type { Part } from './seams.ts';
import type { AddAndNormResult, SoftmaxSteps } from '../types/index.ts';
import type {
  DoubleTensor,
  Input,
  ReferenceAttentionOptions,
  ReferenceAttentionResult,
  ReferenceEmbedOptions,
} from './types.ts';

/**
 * softmax(Q K^T / sqrt(E)) V for every head (Vaswani et al. 2017, equation 1). query (B, H, L, E), key (B, Hkv, S, E),
 * value (B, Hkv, S, Ev), or all three without B.
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
  return attentionOf(() => {}, query, key, value, options);
}

/** @param expectReady throws if the engine that was asked was disposed */
export function attentionOf(
  expectReady: () => void,
  query: Input,
  key: Input,
  value: Input,
  options?: ReferenceAttentionOptions,
): ReferenceAttentionResult {
  const call = checkAttention(query, key, value, options, 'float64');
  expectReady(); // a getter among the options may have disposed
  const activations = attendTo(call);
  const result: ReferenceAttentionResult = attentionResult(call, activations, call.out);
  if (call.bounds) result.bounds = attentionResult(call, boundsOf(call, activations));
  if (call.keep) {
    const of = differentiableAttention(call);
    result.kept = new ReferenceKept(
      mapSizes(call, 0),
      activations.attention,
      expectReady,
      of,
      (gradOutput, wanted) => attentionBackward(call, activations, of, gradOutput, wanted),
    );
  }
  return result;
}

export function attendTo(call: CheckedCall): Activations {
  const placed = (part: Part) => place(SEAMS, call, inputOf(call, part), part);
  const inputs = { query: placed('query'), key: placed('key'), value: placed('value') };
  return attend(call, 0, inputs);
}

/** Of attention whose inputs are exact. */
export function boundsOf(
  call: CheckedCall,
  activations: Activations,
  precision: Precision = FLOAT32,
) {
  const { query, key, value } = call;
  const errors = { query: exact(query.data), key: exact(key.data), value: exact(value.data) };
  const placed = boundPlaced(call, activations, errors, precision);
  return boundAttention(call, { ...call, extraLen: 0 }, activations, placed, {}, precision);
}

/**
 * y = x W^T + b
 *
 * @param x (..., In)
 * @param weight (Out, In)
 * @param bias (Out)
 * @returns (..., Out)
 */
export function linear(x: Input, weight: Input, bias?: Input): DoubleTensor {
  const call = checkLinear(x, weight, bias, 'float64');
  const data = multiply(call.x.data, call.weight.data, call.bias && call.bias.data, call.inputDim);
  return { data, shape: call.shape };
}

/**
 * exp(x) / sum exp(x) along the last axis.
 *
 * @param x (..., N)
 * @returns (..., N)
 */
export function softmax(x: Input): DoubleTensor {
  const { x: input, rows, size, shape } = checkSoftmax(x, 'float64');
  return { data: softmaxRows(input.data, rows, size), shape };
}

/**
 * The same softmax with its intermediates.
 *
 * @param x (..., N)
 */
export function softmaxSteps(x: Input): SoftmaxSteps<DoubleTensor> {
  const { x: input, rows, size, shape } = checkSoftmaxSteps(x, 'float64');
  const exponentials = new Float64Array(rows * size);
  const [max, sum] = [new Float64Array(rows), new Float64Array(rows)];
  for (let r = 0; r < rows; r++) {
    const row = Float64Array.from(input.data.subarray(r * size, (r + 1) * size));
    max[r] = row.reduce((most, value) => Math.max(most, value), -Infinity);
    if (max[r] === -Infinity) continue;
    row.forEach((value, j) => {
      exponentials[r * size + j] = Math.exp(value - max[r]);
      sum[r] += exponentials[r * size + j];
    });
  }
  const leading = shape.slice(0, -1);
  return {
    max: { data: max, shape: leading },
    exponentials: { data: exponentials, shape },
    sum: { data: sum, shape: leading },
    output: { data: softmaxRows(input.data, rows, size), shape },
  };
}

/**
 * LayerNorm(x + sublayer) (Vaswani et al. 2017, section 3.1; Ba et al. 2016, equation 4).
 *
 * @param x (..., D)
 * @param sublayer (..., D)
 */
export function addAndNorm(
  x: Input,
  sublayer: Input,
  options?: { weight?: Input; bias?: Input; epsilon?: number },
): AddAndNormResult<DoubleTensor> {
  const call = checkAddAndNorm(x, sublayer, options, 'float64');
  const { rows, width, weight, bias, epsilon, shape } = call;
  const sum = Float64Array.from(call.x.data, (value, at) => value + call.sublayer.data[at]);
  const output = new Float64Array(sum.length);
  const [means, variances] = [new Float64Array(rows), new Float64Array(rows)];
  for (let r = 0; r < rows; r++) {
    const row = sum.subarray(r * width, (r + 1) * width);
    const mean = row.reduce((total, value) => total + value, 0) / width;
    const variance = row.reduce((total, value) => total + (value - mean) ** 2, 0) / width;
    row.forEach((value, d) => {
      const normal = (value - mean) / Math.sqrt(variance + epsilon);
      output[r * width + d] = normal * (weight ? weight.data[d] : 1) + (bias ? bias.data[d] : 0);
    });
    means[r] = mean;
    variances[r] = variance;
  }
  const leading = shape.slice(0, -1);
  return {
    sum: { data: sum, shape },
    mean: { data: means, shape: leading },
    variance: { data: variances, shape: leading },
    output: { data: output, shape },
  };
}

/**
 * Untrained token vectors: uniform in [-1, 1), the same for the same id, seed and width; and where the tokens stand.
 *
 * @param ids (L)
 * @returns (L, embedDim) each; x is the sum
 */
export function embed(
  ids: ArrayLike<number>,
  options: ReferenceEmbedOptions,
): { tokens: DoubleTensor; positions: DoubleTensor; x: DoubleTensor } {
  const call = checkEmbed(ids, options, 'float64');
  const { replace } = call;
  const len = call.ids.length;
  let tokens = new Float64Array(len * call.embedDim);
  call.ids.forEach((id, i) => {
    tokens.set(uniform(call.embedDim, call.seed, STREAMS.tokens, id), i * call.embedDim);
  });
  if (replace.tokens) tokens = Float64Array.from(replace.tokens.data);
  let positions = call.sinusoidal
    ? sinusoids(len, call.embedDim, call.offset)
    : new Float64Array(tokens.length);
  if (replace.positions) positions = Float64Array.from(replace.positions.data);
  const x = tokens.map((number, at) => number + positions[at]);
  const shape = [len, call.embedDim];
  return {
    tokens: { data: tokens, shape },
    positions: { data: positions, shape },
    x: { data: x, shape },
  };
}
