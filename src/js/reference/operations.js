// The reference's operations as a user calls them: arguments checked as the engine does, numbers computed as
// attention.js, linear.js, softmax.js and positions.js say.

import { checkAttention } from '../attention/attention.js';
import { differentiableAttention } from '../attention/gradients.js';
import { checkAddAndNorm } from '../small/add-and-norm.js';
import { checkEmbed } from '../small/embed.js';
import { checkLinear } from '../small/linear.js';
import { checkSoftmax, checkSoftmaxSteps } from '../small/softmax.js';
import { mapSizes } from '../attention/window.js';
import { attend, place } from './attention.js';
import { attentionBackward } from './backward.js';
import { boundAttention } from './attention-bounds.js';
import { boundPlaced, exact, FLOAT32 } from './bounds.js';
import { ReferenceKept } from './kept.js';
import { inputOf } from './layer.js';
import { linear as multiply } from './linear.js';
import { sinusoids } from './positions.js';
import { STREAMS, uniform } from './random.js';
import { attentionResult } from './results.js';
import { SEAMS } from './seams.js';
import { softmaxRows } from './softmax.js';

/** @import { CheckedCall } from '../attention/options.js' */
/** @import { Asked, Only } from '../types/calls.js' */
/** @import { Activations } from './attention.js' */
/** @import { Precision } from './bounds.js' */
/** @import { Part } from './seams.js' */
/** @import { AddAndNormResult, SoftmaxSteps } from '../types/index.js' */
/** @import { DoubleTensor, Input, ReferenceEmbedOptions, ReferenceAttentionOptions, ReferenceAttentionResult } from './types.js' */

/**
 * softmax(Q K^T / sqrt(E)) V for every head (Vaswani et al. 2017, equation 1). query (B, H, L, E), key (B, Hkv, S, E),
 * value (B, Hkv, S, Ev), or all three without B.
 *
 * @template {ReferenceAttentionOptions} O
 * @overload
 * @param {Input} query
 * @param {Input} key
 * @param {Input} value
 * @param {Only<O, ReferenceAttentionOptions>} options
 * @returns {Asked<ReferenceAttentionResult, O>}
 *
 * @overload
 * @param {Input} query
 * @param {Input} key
 * @param {Input} value
 * @param {ReferenceAttentionOptions} [options]
 * @returns {ReferenceAttentionResult}
 *
 * @param {Input} query
 * @param {Input} key
 * @param {Input} value
 * @param {ReferenceAttentionOptions} [options]
 * @returns {any}
 */
export function scaledDotProductAttention(query, key, value, options) {
  return attentionOf(() => {}, query, key, value, options);
}

/**
 * @param {() => void} expectReady throws if the engine that was asked was disposed
 * @param {Input} query
 * @param {Input} key
 * @param {Input} value
 * @param {ReferenceAttentionOptions} [options]
 * @returns {ReferenceAttentionResult}
 */
export function attentionOf(expectReady, query, key, value, options) {
  const call = checkAttention(query, key, value, options, 'float64');
  expectReady(); // a getter among the options may have disposed
  const activations = attendTo(call);
  /** @type {ReferenceAttentionResult} */
  const result = attentionResult(call, activations, call.out);
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

/**
 * @param {CheckedCall} call
 * @returns {Activations}
 */
export function attendTo(call) {
  const placed = (/** @type {Part} */ part) => place(SEAMS, call, inputOf(call, part), part);
  const inputs = { query: placed('query'), key: placed('key'), value: placed('value') };
  return attend(call, 0, inputs);
}

/**
 * Of attention whose inputs are exact.
 *
 * @param {CheckedCall} call
 * @param {Activations} activations
 * @param {Precision} [precision]
 */
export function boundsOf(call, activations, precision = FLOAT32) {
  const { query, key, value } = call;
  const errors = { query: exact(query.data), key: exact(key.data), value: exact(value.data) };
  const placed = boundPlaced(call, activations, errors, precision);
  return boundAttention(call, { ...call, extraLen: 0 }, activations, placed, {}, precision);
}

/**
 * y = x W^T + b
 *
 * @param {Input} x (..., In)
 * @param {Input} weight (Out, In)
 * @param {Input} [bias] (Out)
 * @returns {DoubleTensor} (..., Out)
 */
export function linear(x, weight, bias) {
  const call = checkLinear(x, weight, bias, 'float64');
  const data = multiply(call.x.data, call.weight.data, call.bias && call.bias.data, call.inputDim);
  return { data, shape: call.shape };
}

/**
 * exp(x) / sum exp(x) along the last axis.
 *
 * @param {Input} x (..., N)
 * @returns {DoubleTensor} (..., N)
 */
export function softmax(x) {
  const { x: input, rows, size, shape } = checkSoftmax(x, 'float64');
  return { data: softmaxRows(input.data, rows, size), shape };
}

/**
 * The same softmax with its intermediates.
 *
 * @param {Input} x (..., N)
 * @returns {SoftmaxSteps<DoubleTensor>}
 */
export function softmaxSteps(x) {
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
 * @param {Input} x (..., D)
 * @param {Input} sublayer (..., D)
 * @param {{ weight?: Input, bias?: Input, epsilon?: number }} [options]
 * @returns {AddAndNormResult<DoubleTensor>}
 */
export function addAndNorm(x, sublayer, options) {
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
 * @param {ArrayLike<number>} ids (L)
 * @param {ReferenceEmbedOptions} options
 * @returns {{ tokens: DoubleTensor, positions: DoubleTensor, x: DoubleTensor }} (L, embedDim) each; x is the sum
 */
export function embed(ids, options) {
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
