// The softmax: each row's numbers into shares of 1.

import type { DoubleTensor } from './types.ts';

export interface Sharing {
  /** (H): one more score for each row of head h, whose share goes nowhere */
  sinks: ArrayLike<number> | null;
  /** what a row without any key becomes: zeros, or what other implementations make of it */
  empty: 'zeros' | 'nan' | 'uniform';
}

/**
 * softmax(x)_j = exp(x_j) / sum_k exp(x_k), computed as exp(x_j - max) / sum_k exp(x_k - max), which is the same and
 * cannot overflow. What takes no part has share 0, and a row where nothing does is a row of zeros.
 *
 * @param shares where they go
 * @param sink one more number, whose share goes nowhere
 * @returns log sum_k exp(x_k); -Infinity for a row of zeros
 */
export function softmaxRow(
  row: ArrayLike<number>,
  shares: Float64Array,
  takesPart: (j: number) => boolean,
  sink: number = -Infinity,
): number {
  const parts = [];
  for (let j = 0; j < row.length; j++) if (takesPart(j)) parts.push(j);
  const max = parts.reduce((most, j) => Math.max(most, row[j]), sink);
  const ofSink = sink === -Infinity ? 0 : Math.exp(sink - max);
  const sum = parts.reduce((total, j) => total + Math.exp(row[j] - max), ofSink);
  shares.fill(0);
  for (const j of parts) shares[j] = Math.exp(row[j] - max) / sum;
  return sum === 0 ? -Infinity : max + Math.log(sum);
}

/**
 * Along the last axis. A row that is -Infinity throughout gives zeros, like a query that may attend to nothing.
 *
 * @param x (rows, size)
 * @returns (rows, size)
 */
export function softmaxRows(x: ArrayLike<number>, rows: number, size: number): Float64Array {
  const maps = { data: Float64Array.from(x), shape: [1, 1, rows, size] };
  return softmaxOf(maps, null, { sinks: null, empty: 'zeros' }).data;
}

/**
 * Of each row of maps.
 *
 * @param masked (B, H, L, T)
 * @param allowed (B, H, L, T), 1 where a query may attend to a key; null: where its score is not -Infinity
 * @returns (B, H, L, T); logSumExp (B, H, L)
 */
export function softmaxOf(
  { data, shape }: DoubleTensor,
  allowed: Uint8Array | null,
  { sinks, empty }: Sharing,
): DoubleTensor & { logSumExp: Float64Array } {
  const [batch, heads, len, keys] = shape;
  const shares = new Float64Array(data.length);
  const logSumExp = new Float64Array(batch * heads * len);
  for (let row = 0; row < logSumExp.length; row++) {
    const first = row * keys;
    const scores = data.subarray(first, first + keys);
    const to = shares.subarray(first, first + keys);
    const sink = sinks?.[Math.floor(row / len) % heads];
    const takesPart = (j: number) =>
      allowed === null ? scores[j] !== -Infinity : allowed[first + j] === 1;
    logSumExp[row] = softmaxRow(scores, to, takesPart, sink);
    if (empty !== 'zeros' && sink === undefined && !scores.some((_, j) => takesPart(j))) {
      to.fill(empty === 'nan' ? NaN : 1 / keys);
    }
  }
  return { data: shares, shape, logSumExp };
}

/**
 * exp(x_j - log sum_k exp(x_k)) with the sum of another row: what a softmax gives that divides by the wrong sum.
 *
 * @param logSum of the sum that x_j is divided by
 */
export function divideBySums(row: Float64Array, logSum: (j: number) => number): Float64Array {
  return row.map((score, j) => Math.exp(score - logSum(j)));
}
