// How far an honest float32 computation of attention may be from the float64 values. Goes over the intermediates of attention.ts
// in their order; you can understand those without it. bounds.ts says how roundings add up.

import { allKeys, firstKey, forEachQuery } from './attention.ts';
import { boundPlaced, boundSum, exact, FLOAT32 } from './bounds.ts';
import { biasesOf } from './masks.ts';
import { capScores } from './seams.ts';
import type { CheckedCall, CheckedOptions } from '../attention/options.ts';
import type { Precision } from './bounds.ts';
import type { Activations, Given, Sizes } from './attention.ts';

/** Bounds attention as a function, whose inputs are exact. */
export function boundCall(
  call: CheckedCall,
  activations: Activations,
  precision: Precision = FLOAT32,
): Activations {
  const { query, key, value } = call;
  const errors = { query: exact(query.data), key: exact(key.data), value: exact(value.data) };
  const placed = boundPlaced(call, activations, errors, precision);
  return boundAttention(call, { ...call, extraLen: 0 }, activations, placed, {}, precision);
}

/**
 * Of everything that attention computes.
 *
 * @param errors of query, key, value
 * @param given inputs that were taken unrounded
 */
export function boundAttention(
  options: CheckedOptions,
  sizes: Sizes,
  values: Activations,
  errors: { query: Float64Array; key: Float64Array; value: Float64Array },
  given: Partial<Record<keyof Given, unknown>>,
  precision: Precision,
): Activations {
  const { unit } = precision;
  const dotProducts = given.dotProducts
    ? exact(values.dotProducts)
    : boundDotProducts(sizes, values, errors, precision);
  const scores = given.scores
    ? exact(values.scores)
    : values.scores.map((s, at) => unit * Math.abs(s) + Math.abs(options.scale) * dotProducts[at]);
  const softcapped =
    options.softcap === 0 ? scores : boundSoftcapped(options.softcap, values, scores, unit);
  const masked = boundMasked(options, sizes, values, softcapped, precision);
  const shares = boundShares(options, sizes, values, masked, precision);
  const attention = given.attention ? exact(values.attention) : shares.attention;
  const heads = given.heads
    ? exact(values.heads)
    : boundHeads(sizes, values, attention, errors.value, precision);
  const { logSumExp } = shares;
  const { allowed } = values;
  const maps = { dotProducts, scores, softcapped, allowed, masked, attention };
  return { ...errors, ...maps, heads, logSumExp };
}

function boundDotProducts(
  sizes: Sizes,
  { query, key, dotProducts }: Activations,
  errors: { query: Float64Array; key: Float64Array },
  precision: Precision,
) {
  const { headDim } = sizes;
  const keys = allKeys(sizes);
  const bound = exact(dotProducts);
  forEachQuery(sizes, (b, h, i, row) => {
    for (let j = 0; j < keys; j++) {
      const q = row * headDim;
      const k = (firstKey(sizes, b, h) + j) * headDim;
      let [sum, rounded, brought] = [0, 0, 0];
      for (let e = 0; e < headDim; e++) {
        const product = query[q + e] * key[k + e];
        sum += product;
        rounded += product ** 2 + sum ** 2;
        brought +=
          (query[q + e] * errors.key[k + e]) ** 2 + (errors.query[q + e] * key[k + e]) ** 2;
      }
      bound[row * keys + j] = boundSum(rounded, brought, precision);
    }
  });
  return bound;
}

/**
 * As far as c tanh(x / c) moves with its score. c, the quotient, the tangent and the product are rounded.
 *
 * @param softcap c
 * @param errors of the scores
 */
function boundSoftcapped(
  softcap: number,
  { scores, softcapped }: Activations,
  errors: Float64Array,
  unit: number,
) {
  const brought = scores.map((score, at) => errors[at] + 2 * unit * Math.abs(score));
  const [up, down] = [1, -1].map((sign) =>
    capScores(
      scores.map((score, at) => score + sign * brought[at]),
      softcap,
    ),
  );
  return softcapped.map((capped, at) => {
    return Math.max(up[at] - capped, capped - down[at]) + 4 * unit * Math.abs(capped);
  });
}

/** @param errors of the softcapped scores */
function boundMasked(
  options: CheckedOptions,
  sizes: Sizes,
  { softcapped, allowed, masked }: Activations,
  errors: Float64Array,
  precision: Precision,
) {
  const keys = allKeys(sizes);
  const bound = exact(masked);
  forEachQuery(sizes, (b, h, i, row) => {
    for (let j = 0; j < keys; j++) {
      const cell = row * keys + j;
      if (allowed[cell] === 0) continue;
      let [sum, rounded] = [softcapped[cell], 0];
      for (const bias of biasesOf(options, sizes, b, h, i, j)) {
        sum += bias;
        rounded += 2 * bias ** 2 + sum ** 2; // a slope, and its product with a distance
      }
      bound[cell] = boundSum(rounded, errors[cell] ** 2, precision);
    }
  });
  return bound;
}

/** @param errors of the masked scores */
function boundShares(
  options: CheckedOptions,
  sizes: Sizes,
  values: Activations,
  errors: Float64Array,
  precision: Precision,
) {
  const keys = allKeys(sizes);
  const attention = exact(values.attention);
  const logSumExp = exact(values.logSumExp);
  forEachQuery(sizes, (_b, h, _i, row) => {
    const cells = [];
    for (let cell = row * keys; cell < (row + 1) * keys; cell++) {
      if (values.allowed[cell] === 1) cells.push(cell);
    }
    const scores = cells.map((cell) => values.masked[cell]);
    const scoreErrors = cells.map((cell) => errors[cell]);
    const sink = options.sinks?.data[h] ?? -Infinity;
    if (sink !== -Infinity) {
      scores.push(sink);
      scoreErrors.push(0);
    }
    const bound = boundSoftmaxRow(scores, scoreErrors, precision);
    cells.forEach((cell, n) => (attention[cell] = bound.shares[n]));
    logSumExp[row] = bound.logSumExp;
  });
  return { attention, logSumExp };
}

/**
 * A share is the smallest where its own score is as low, and all others as high, as their errors allow, and the other way
 * round: p_j = 1 / (1 + sum_{k != j} exp(x_k - x_j)). In a format with few bits no derivative says that: scores of some
 * hundred may be off by 1. Log sum exp moves by sum_k p_k d x_k.
 *
 * @param errors of x
 */
function boundSoftmaxRow(
  x: readonly number[],
  errors: readonly number[],
  { unit, underflow }: Precision,
): { shares: number[]; logSumExp: number } {
  if (x.length === 0) return { shares: [], logSumExp: 0 };
  const max = x.reduce((most, value) => Math.max(most, value));
  const sum = x.reduce((total, value) => total + Math.exp(value - max), 0);
  const shares = x.map((value) => Math.exp(value - max) / sum);
  // Relative to exp(x - max): what x brings, the difference, and an exp that is right to a unit in the last place.
  const relative = x.map((value, n) => errors[n] + unit * (Math.abs(value - max) + 2));
  const mean = shares.reduce((total, share, n) => total + share * relative[n], 0);
  const [low, high] = [
    x.map((value, n) => value - relative[n]),
    x.map((value, n) => value + relative[n]),
  ];
  const [lowOthers, highOthers] = [logSumOfOthers(low), logSumOfOthers(high)];
  const summing = unit * Math.sqrt(x.length);
  const division = 2 * unit;
  const logarithm = unit * (2 * Math.log(sum) + Math.abs(max + Math.log(sum)));
  return {
    shares: shares.map((p, n) => {
      const least = 1 / (1 + Math.exp(highOthers[n] - low[n]));
      const most = 1 / (1 + Math.exp(lowOthers[n] - high[n]));
      return Math.max(p - least, most - p) + most * (summing + division) + underflow;
    }),
    logSumExp: mean + summing + logarithm,
  };
}

/**
 * log sum_{k != j} exp(x_k) for every j: of those before it and those after it, as a difference would cancel.
 */
function logSumOfOthers(x: readonly number[]) {
  const others: number[] = [];
  let before = -Infinity;
  for (const [j, value] of x.entries()) {
    others[j] = before;
    before = logAdd(before, value);
  }
  let after = -Infinity;
  for (let j = x.length - 1; j >= 0; j--) {
    others[j] = logAdd(others[j], after);
    after = logAdd(after, x[j]);
  }
  return others;
}

/** log(exp(a) + exp(b)) */
function logAdd(a: number, b: number) {
  const [less, more] = a < b ? [a, b] : [b, a];
  return less === -Infinity ? more : more + Math.log1p(Math.exp(less - more));
}

/**
 * What the shares bring is not as often up as down, as a row of them shares its sum; it is a mean of values anyway.
 *
 * @param shareErrors (B, H, L, T)
 * @param valueErrors (B, Hkv, T, Ev)
 */
function boundHeads(
  sizes: Sizes,
  values: Activations,
  shareErrors: Float64Array,
  valueErrors: Float64Array,
  precision: Precision,
) {
  const { attention, allowed, value, heads } = values;
  const { valueHeadDim } = sizes;
  const keys = allKeys(sizes);
  const [sum, rounded, brought, fromShares] = [
    exact(heads),
    exact(heads),
    exact(heads),
    exact(heads),
  ];
  forEachQuery(sizes, (b, h, _, row) => {
    for (let j = 0; j < keys; j++) {
      const cell = row * keys + j;
      if (attention[cell] === 0 && allowed[cell] === 0) continue;
      for (let d = 0; d < valueHeadDim; d++) {
        const v = (firstKey(sizes, b, h) + j) * valueHeadDim + d;
        const z = row * valueHeadDim + d;
        const product = attention[cell] * value[v];
        sum[z] += product;
        rounded[z] += product ** 2 + sum[z] ** 2;
        brought[z] += (attention[cell] * valueErrors[v]) ** 2;
        fromShares[z] += shareErrors[cell] * Math.abs(value[v]);
      }
    }
  });
  return heads.map((_, z) => boundSum(rounded[z], brought[z], precision) + fromShares[z]);
}
