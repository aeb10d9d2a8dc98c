// Bounds the rounding errors of attention in float32, intermediate by intermediate, in the order of attention.ts. bounds.ts explains
// how roundings add up.

import { allKeys, firstKey, forEachQuery } from './attention.ts';
import { boundPositionsAndPast, boundSum, exact, FLOAT32 } from './bounds.ts';
import { biasesOf } from './masks.ts';
import { capScores } from './seams.ts';
import type { CheckedCall, CheckedOptions } from '../attention/schema.ts';
import type { Precision } from './bounds.ts';
import type { Activations, Replaced, Sizes } from './attention.ts';

/** Bounds attention as a function, with exact inputs. */
export function boundCall(
  call: CheckedCall,
  activations: Activations,
  precision: Precision = FLOAT32,
): Activations {
  const { query, key, value } = call;
  const errors = { query: exact(query.data), key: exact(key.data), value: exact(value.data) };
  const prepared = boundPositionsAndPast(call, activations, errors, precision);
  return boundAttention(call, { ...call, extraLen: 0 }, activations, prepared, {}, precision);
}

/**
 * Bounds every intermediate of attention.
 *
 * @param errors the bounds of query, key, value
 * @param replaced intermediates that the caller replaced: they are exact
 */
export function boundAttention(
  options: CheckedOptions,
  sizes: Sizes,
  values: Activations,
  errors: { query: Float64Array; key: Float64Array; value: Float64Array },
  replaced: Partial<Record<keyof Replaced, unknown>>,
  precision: Precision,
): Activations {
  const { unit } = precision;
  const dotProducts = replaced.dotProducts
    ? exact(values.dotProducts)
    : boundDotProducts(sizes, values, errors, precision);
  const scores = replaced.scores
    ? exact(values.scores)
    : values.scores.map((s, at) => unit * Math.abs(s) + Math.abs(options.scale) * dotProducts[at]);
  const softcapped =
    options.softcap === 0 ? scores : boundSoftcapped(options.softcap, values, scores, unit);
  const masked = boundMasked(options, sizes, values, softcapped, precision);
  const weights = boundWeights(options, sizes, values, masked, precision);
  const attention = replaced.attention ? exact(values.attention) : weights.attention;
  const heads = replaced.heads
    ? exact(values.heads)
    : boundHeads(sizes, values, attention, errors.value, precision);
  const { logSumExp } = weights;
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
      let [sum, rounded, propagated] = [0, 0, 0];
      for (let e = 0; e < headDim; e++) {
        const product = query[q + e] * key[k + e];
        sum += product;
        rounded += product ** 2 + sum ** 2;
        propagated +=
          (query[q + e] * errors.key[k + e]) ** 2 + (errors.query[q + e] * key[k + e]) ** 2;
      }
      bound[row * keys + j] = boundSum(rounded, propagated, precision);
    }
  });
  return bound;
}

/**
 * Bounds c tanh(x / c) by its values at both ends of the score's error. c, the quotient, the tangent and the product are
 * rounded.
 *
 * @param softcap c
 * @param errors the bounds of the scores
 */
function boundSoftcapped(
  softcap: number,
  { scores, softcapped }: Activations,
  errors: Float64Array,
  unit: number,
) {
  const propagated = scores.map((score, at) => errors[at] + 2 * unit * Math.abs(score));
  const [up, down] = [1, -1].map((sign) =>
    capScores(
      scores.map((score, at) => score + sign * propagated[at]),
      softcap,
    ),
  );
  return softcapped.map((capped, at) => {
    return Math.max(up[at] - capped, capped - down[at]) + 4 * unit * Math.abs(capped);
  });
}

/** @param errors the bounds of the softcapped scores */
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
        rounded += 2 * bias ** 2 + sum ** 2; // the slope, and its product with the distance
      }
      bound[cell] = boundSum(rounded, errors[cell] ** 2, precision);
    }
  });
  return bound;
}

/** @param errors the bounds of the masked scores */
function boundWeights(
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
    cells.forEach((cell, n) => (attention[cell] = bound.weights[n]));
    logSumExp[row] = bound.logSumExp;
  });
  return { attention, logSumExp };
}

/**
 * Bounds p_j = 1 / (1 + sum_{k != j} exp(x_k - x_j)). It is smallest if x_j has its lowest value and all other scores their
 * highest, and largest in the opposite case. A derivative is no bound in a format with few bits, where a score of some hundred
 * may have an error of 1. The error of log sum exp is sum_k p_k d x_k.
 *
 * @param errors the bounds of x
 */
function boundSoftmaxRow(
  x: readonly number[],
  errors: readonly number[],
  { unit, underflow }: Precision,
): { weights: number[]; logSumExp: number } {
  if (x.length === 0) return { weights: [], logSumExp: 0 };
  const max = x.reduce((most, value) => Math.max(most, value));
  const sum = x.reduce((total, value) => total + Math.exp(value - max), 0);
  const weights = x.map((value) => Math.exp(value - max) / sum);
  // Relative to exp(x - max): the error of x, of the difference, and of an exp that is exact to a unit in the last place.
  const relative = x.map((value, n) => errors[n] + unit * (Math.abs(value - max) + 2));
  const mean = weights.reduce((total, weight, n) => total + weight * relative[n], 0);
  const [low, high] = [
    x.map((value, n) => value - relative[n]),
    x.map((value, n) => value + relative[n]),
  ];
  const [lowOthers, highOthers] = [logSumOfOthers(low), logSumOfOthers(high)];
  const summing = unit * Math.sqrt(x.length);
  const division = 2 * unit;
  const logarithm = unit * (2 * Math.log(sum) + Math.abs(max + Math.log(sum)));
  return {
    weights: weights.map((p, n) => {
      const least = 1 / (1 + Math.exp(highOthers[n] - low[n]));
      const most = 1 / (1 + Math.exp(lowOthers[n] - high[n]));
      return Math.max(p - least, most - p) + most * (summing + division) + underflow;
    }),
    logSumExp: mean + summing + logarithm,
  };
}

/**
 * log sum_{k != j} exp(x_k) for every j, from the sums before j and after j: to subtract x_j from the whole sum would cancel.
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
 * Bounds the heads' outputs. The errors of attention weights add up linearly: in a row they have one sum, so they are not
 * independent.
 *
 * @param weightErrors (B, H, L, T)
 * @param valueErrors (B, Hkv, T, Ev)
 */
function boundHeads(
  sizes: Sizes,
  values: Activations,
  weightErrors: Float64Array,
  valueErrors: Float64Array,
  precision: Precision,
) {
  const { attention, allowed, value, heads } = values;
  const { valueHeadDim } = sizes;
  const keys = allKeys(sizes);
  const [sum, rounded, propagated, fromWeights] = [
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
        propagated[z] += (attention[cell] * valueErrors[v]) ** 2;
        fromWeights[z] += weightErrors[cell] * Math.abs(value[v]);
      }
    }
  });
  return heads.map((_, z) => boundSum(rounded[z], propagated[z], precision) + fromWeights[z]);
}
