// Normalised queries and keys (Henry et al. 2020; Dehghani et al. 2023), and their gradients: LayerNorm (Ba, Kiros and
// Hinton 2016) or RMSNorm (Zhang and Sennrich 2019) over the numbers of a head, or of all heads of a token.

import type { ResolvedConfig } from '../types/index.ts';

type Numbers = ArrayLike<number>;

export interface Norm {
  type: 'rms' | 'layer';
  epsilon: number;
  plusOne: boolean;
  /** (width) */
  weight: Numbers;
  /** (width) */
  bias: Numbers | null;
}

/** The norms of a layer's queries and keys; null: none. */
export function normsOf(
  { queryKeyNorm }: ResolvedConfig,
  {
    q_norm,
    k_norm,
    q_norm_bias,
    k_norm_bias,
  }: { q_norm: Numbers; k_norm: Numbers; q_norm_bias: Numbers | null; k_norm_bias: Numbers | null },
): { query: Norm | null; key: Norm | null } {
  if (!queryKeyNorm) return { query: null, key: null };
  return {
    query: { ...queryKeyNorm, weight: q_norm, bias: q_norm_bias },
    key: { ...queryKeyNorm, weight: k_norm, bias: k_norm_bias },
  };
}

/**
 * y = x_hat gain + bias, with x_hat = (x - mean) / sqrt(variance + epsilon); RMSNorm has 0 for the mean.
 *
 * @param norm null: x unchanged
 * @param x rows of width numbers
 */
export function normalize(norm: Norm | null, x: Float64Array) {
  if (norm === null) return x;
  const { bias } = norm;
  const y = new Float64Array(x.length);
  forEachRow(norm, x, (first, hat) => {
    hat.forEach((value, d) => (y[first + d] = value * gainOf(norm, d) + (bias ? bias[d] : 0)));
  });
  return y;
}

/**
 * dx = rstd (g - mean(g) - x_hat mean(g x_hat)) with g = dy gain; RMSNorm without mean(g). A row with gradient 0 is
 * left out instead of multiplied: numbers that no query attends to may be NaN.
 *
 * @param norm null: returns the gradient unchanged
 * @param gradient dy
 */
export function normalizeBackward(
  norm: Norm | null,
  x: Float64Array,
  gradient: Float64Array,
): { x: Float64Array; weight: Float64Array; bias: Float64Array | null } {
  if (norm === null) return { x: gradient, weight: new Float64Array(0), bias: null };
  const width = norm.weight.length;
  const grad = {
    x: new Float64Array(x.length),
    weight: new Float64Array(width),
    bias: norm.bias === null ? null : new Float64Array(width),
  };
  forEachRow(norm, x, (first, hat, rstd) => {
    const dy = gradient.subarray(first, first + width);
    if (dy.every((value) => value === 0)) return;
    const g = dy.map((value, d) => value * gainOf(norm, d));
    const mean = norm.type === 'layer' ? sum(g) / width : 0;
    const along = sum(g.map((value, d) => value * hat[d])) / width;
    for (let d = 0; d < width; d++) {
      grad.x[first + d] = rstd * (g[d] - mean - hat[d] * along);
      grad.weight[d] += dy[d] * hat[d];
      if (grad.bias !== null) grad.bias[d] += dy[d];
    }
  });
  return grad;
}

export function forEachRow(
  { type, epsilon, weight }: Norm,
  x: Float64Array,
  visit: (first: number, hat: Float64Array, rstd: number) => void,
) {
  const width = weight.length;
  for (let first = 0; first < x.length; first += width) {
    const row = x.subarray(first, first + width);
    const mean = type === 'layer' ? sum(row) / width : 0;
    const centered = row.map((value) => value - mean);
    const variance = sum(centered.map((value) => value * value)) / width;
    const rstd = 1 / Math.sqrt(variance + epsilon);
    visit(
      first,
      centered.map((value) => value * rstd),
      rstd,
    );
  }
}

export function gainOf({ weight, plusOne }: Norm, d: number) {
  return weight[d] + (plusOne ? 1 : 0);
}

function sum(numbers: Float64Array) {
  return numbers.reduce((total, number) => total + number, 0);
}
