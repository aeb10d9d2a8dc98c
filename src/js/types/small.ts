// The public types of the small operations: token vectors, a softmax step by step, add & norm. Holds no code. The shipped
// declarations are generated from these comments.

import type { FloatTensor } from './index.ts';

/**
 * Untrained token vectors and positions of a sentence.
 *
 * ```js
 * const { x } = headwise.embed([17, 4, 17], { embedDim: 16 });
 * const { attention } = layer.forward(x, { attention: true });
 * ```
 */
export interface Embedding<T = FloatTensor> {
  /** (L, embedDim): uniform in [-1, 1); the same id, seed and width give the same vector */
  tokens: T;
  /** (L, embedDim): zeros with 'none' */
  positions: T;
  /** (L, embedDim): their sum, the input of a layer */
  x: T;
}

/**
 * A softmax along the last axis, step by step, in float32: exponentials = exp(x - max), output = exponentials * (1 /
 * sum). The sum is (s0 + s1) + (s2 + s3), where s_l is the running sum over every fourth number from l on. `output` has
 * the same bits as `softmax`, and for the masked scores of a trace without extra keys the same bits as its attention.
 *
 * ```js
 * const { exponentials, sum } = headwise.softmaxSteps(trace.masked);
 * ```
 */
export interface SoftmaxSteps<T = FloatTensor> {
  /** (...): the largest of each row, which is subtracted so that nothing overflows */
  max: T;
  /** (..., N): 0 where x is -Infinity */
  exponentials: T;
  /** (...): 0 for a row that is -Infinity throughout */
  sum: T;
  /** (..., N) */
  output: T;
}

/**
 * Add & norm with its steps, in float32, with the same bits as a model's layer norm. Every step is rounded:
 * mean = Σ sum * (1 / D), variance = Σ (sum - mean)² * (1 / D), both sums in the order of `softmaxSteps`,
 * output = (sum - mean) * (1 / √(variance + epsilon)), then times weight, then plus bias.
 *
 * ```js
 * const { sum, mean, output } = headwise.addAndNorm(x, layer.forward(x).output);
 * ```
 */
export interface AddAndNormResult<T = FloatTensor> {
  /** (..., D): x + sublayer */
  sum: T;
  /** (...) */
  mean: T;
  /** (...): the mean of the squared differences, divided by D */
  variance: T;
  /** (..., D) */
  output: T;
}

export {};
