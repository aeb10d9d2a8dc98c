// The softmax: makes attention weights, which sum to 1, from each row of scores.

import type { DoubleTensor } from './types.ts';

export interface SoftmaxOptions {
  /** (H): one more score for each row of head h, whose weight goes to no key */
  sinks: ArrayLike<number> | null;
  /** the weights of a row without any key: zeros, or the result of other implementations */
  empty: 'zeros' | 'nan' | 'uniform';
}

/**
 * softmax(x)_j = exp(x_j) / sum_k exp(x_k), computed as exp(x_j - max) / sum_k exp(x_k - max), which is equal and
 * cannot overflow. A key that is not allowed has weight 0, and a row without allowed keys has only zeros.
 *
 * @param weights filled with the result
 * @param sink one more score, whose weight goes to no key
 * @returns log sum_k exp(x_k); -Infinity for a row of zeros
 */
export function softmaxRow(
  row: ArrayLike<number>,
  weights: Float64Array,
  isAllowed: (j: number) => boolean,
  sink: number = -Infinity,
): number {
  const allowed = [];
  for (let j = 0; j < row.length; j++) if (isAllowed(j)) allowed.push(j);
  const max = allowed.reduce((most, j) => Math.max(most, row[j]), sink);
  const expOfSink = sink === -Infinity ? 0 : Math.exp(sink - max);
  const sum = allowed.reduce((total, j) => total + Math.exp(row[j] - max), expOfSink);
  weights.fill(0);
  for (const j of allowed) weights[j] = Math.exp(row[j] - max) / sum;
  return sum === 0 ? -Infinity : max + Math.log(sum);
}

/**
 * Softmax over the last axis. A row of -Infinity becomes zeros, as for a query that may attend to no key.
 *
 * @param x (rows, size)
 * @returns (rows, size)
 */
export function softmaxRows(x: ArrayLike<number>, rows: number, size: number): Float64Array {
  const maps = { data: Float64Array.from(x), shape: [1, 1, rows, size] };
  return softmaxOf(maps, null, { sinks: null, empty: 'zeros' }).data;
}

/**
 * Softmax of each row of the maps.
 *
 * @param masked (B, H, L, T)
 * @param allowed (B, H, L, T), 1 where a query may attend to a key; null: every score except -Infinity is allowed
 * @returns (B, H, L, T); logSumExp (B, H, L)
 */
export function softmaxOf(
  { data, shape }: DoubleTensor,
  allowed: Uint8Array | null,
  { sinks, empty }: SoftmaxOptions,
): DoubleTensor & { logSumExp: Float64Array } {
  const [batch, heads, len, keys] = shape;
  const weights = new Float64Array(data.length);
  const logSumExp = new Float64Array(batch * heads * len);
  for (let row = 0; row < logSumExp.length; row++) {
    const first = row * keys;
    const scores = data.subarray(first, first + keys);
    const target = weights.subarray(first, first + keys);
    const sink = sinks?.[Math.floor(row / len) % heads];
    const isAllowed = (j: number) =>
      allowed === null ? scores[j] !== -Infinity : allowed[first + j] === 1;
    logSumExp[row] = softmaxRow(scores, target, isAllowed, sink);
    if (empty !== 'zeros' && sink === undefined && !scores.some((_, j) => isAllowed(j))) {
      target.fill(empty === 'nan' ? NaN : 1 / keys);
    }
  }
  return { data: weights, shape, logSumExp };
}

/**
 * exp(x_j - logSum(j)): a softmax that divides by the sums of other rows.
 *
 * @param logSum returns the logarithm of the divisor of x_j
 */
export function divideBySums(row: Float64Array, logSum: (j: number) => number): Float64Array {
  return row.map((score, j) => Math.exp(score - logSum(j)));
}
