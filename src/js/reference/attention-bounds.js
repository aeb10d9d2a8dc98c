// How far an honest float32 computation of attention may be from the float64 values. Goes over the intermediates of attention.js
// in their order; you can understand those without it. bounds.js says how roundings add up.

import { allKeys, firstKey, forEachQuery } from './attention.js';
import { boundSum, exact, UNDERFLOW, UNIT } from './bounds.js';
import { biasesOf, mayAttend } from './masks.js';

/** @import { CheckedOptions } from '../attention/options.js' */
/** @import { Activations, Given, Sizes } from './attention.js' */

/**
 * Of everything that attention computes.
 *
 * @param {CheckedOptions} options
 * @param {Sizes} sizes
 * @param {Activations} values
 * @param {{ query: Float64Array, key: Float64Array, value: Float64Array }} errors of query, key, value
 * @param {Partial<Record<keyof Given, unknown>>} given inputs that were taken unrounded
 * @returns {Activations}
 */
export function boundAttention(options, sizes, values, errors, given) {
  const dotProducts = given.dotProducts
    ? exact(values.dotProducts)
    : boundDotProducts(sizes, values, errors);
  const scores = given.scores
    ? exact(values.scores)
    : values.scores.map((s, at) => UNIT * Math.abs(s) + Math.abs(options.scale) * dotProducts[at]);
  const softcapped =
    options.softcap === 0 ? scores : boundSoftcapped(options.softcap, values, scores);
  const masked = boundMasked(options, sizes, values, softcapped);
  const shares = boundShares(options, sizes, values, masked);
  const attention = given.attention ? exact(values.attention) : shares.attention;
  const heads = given.heads
    ? exact(values.heads)
    : boundHeads(options, sizes, values, attention, errors.value);
  const { logSumExp } = shares;
  return { ...errors, dotProducts, scores, softcapped, masked, attention, heads, logSumExp };
}

/**
 * @param {Sizes} sizes
 * @param {Activations} values
 * @param {{ query: Float64Array, key: Float64Array }} errors
 */
function boundDotProducts(sizes, { query, key, dotProducts }, errors) {
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
      bound[row * keys + j] = boundSum(rounded, brought);
    }
  });
  return bound;
}

/**
 * c tanh(x / c) has the derivative 1 - tanh^2. c, the quotient, the tangent and the product are rounded.
 *
 * @param {number} softcap c
 * @param {Activations} values
 * @param {Float64Array} errors of the scores
 */
function boundSoftcapped(softcap, { scores, softcapped }, errors) {
  return softcapped.map((capped, at) => {
    const slope = 1 - (capped / softcap) ** 2;
    return slope * (errors[at] + 2 * UNIT * Math.abs(scores[at])) + 4 * UNIT * Math.abs(capped);
  });
}

/**
 * @param {CheckedOptions} options
 * @param {Sizes} sizes
 * @param {Activations} values
 * @param {Float64Array} errors of the softcapped scores
 */
function boundMasked(options, sizes, { softcapped, masked }, errors) {
  const keys = allKeys(sizes);
  const bound = exact(masked);
  forEachQuery(sizes, (b, h, i, row) => {
    for (let j = 0; j < keys; j++) {
      if (!mayAttend(options, sizes, b, h, i, j)) continue;
      const cell = row * keys + j;
      let [sum, rounded] = [softcapped[cell], 0];
      for (const bias of biasesOf(options, sizes, b, h, i, j)) {
        sum += bias;
        rounded += 2 * bias ** 2 + sum ** 2; // a slope, and its product with a distance
      }
      bound[cell] = boundSum(rounded, errors[cell] ** 2);
    }
  });
  return bound;
}

/**
 * @param {CheckedOptions} options
 * @param {Sizes} sizes
 * @param {Activations} values
 * @param {Float64Array} errors of the masked scores
 */
function boundShares(options, sizes, values, errors) {
  const keys = allKeys(sizes);
  const attention = exact(values.attention);
  const logSumExp = exact(values.logSumExp);
  forEachQuery(sizes, (b, h, i, row) => {
    const cells = [];
    for (let j = 0; j < keys; j++) {
      if (mayAttend(options, sizes, b, h, i, j)) cells.push(row * keys + j);
    }
    const scores = cells.map((cell) => values.masked[cell]);
    const scoreErrors = cells.map((cell) => errors[cell]);
    const sink = options.sinks?.data[h] ?? -Infinity;
    if (sink !== -Infinity) {
      scores.push(sink);
      scoreErrors.push(0);
    }
    const bound = boundSoftmaxRow(scores, scoreErrors);
    cells.forEach((cell, n) => (attention[cell] = bound.shares[n]));
    logSumExp[row] = bound.logSumExp;
  });
  return { attention, logSumExp };
}

/**
 * With p the shares of x: d p_j = p_j (d x_j - sum_k p_k d x_k), and d log sum exp = sum_k p_k d x_k.
 *
 * @param {readonly number[]} x
 * @param {readonly number[]} errors of x
 * @returns {{ shares: number[], logSumExp: number }}
 */
function boundSoftmaxRow(x, errors) {
  if (x.length === 0) return { shares: [], logSumExp: 0 };
  const max = x.reduce((most, value) => Math.max(most, value));
  const sum = x.reduce((total, value) => total + Math.exp(value - max), 0);
  const shares = x.map((value) => Math.exp(value - max) / sum);
  // Relative to exp(x - max): what x brings, the difference, and an exp that is right to a unit in the last place.
  const relative = x.map((value, n) => errors[n] + UNIT * (Math.abs(value - max) + 2));
  const mean = shares.reduce((total, share, n) => total + share * relative[n], 0);
  const summing = UNIT * Math.sqrt(x.length);
  const division = 2 * UNIT;
  const logarithm = UNIT * (2 * Math.log(sum) + Math.abs(max + Math.log(sum)));
  return {
    shares: shares.map((p, n) => p * (relative[n] + mean + summing + division) + UNDERFLOW),
    logSumExp: mean + summing + logarithm,
  };
}

/**
 * What the shares bring is not as often up as down, as a row of them shares its sum; it is a mean of values anyway.
 *
 * @param {CheckedOptions} options
 * @param {Sizes} sizes
 * @param {Activations} values
 * @param {Float64Array} shareErrors (B, H, L, T)
 * @param {Float64Array} valueErrors (B, Hkv, T, Ev)
 */
function boundHeads(options, sizes, { attention, value, heads }, shareErrors, valueErrors) {
  const { valueHeadDim } = sizes;
  const keys = allKeys(sizes);
  const [sum, rounded, brought, fromShares] = [
    exact(heads),
    exact(heads),
    exact(heads),
    exact(heads),
  ];
  forEachQuery(sizes, (b, h, i, row) => {
    for (let j = 0; j < keys; j++) {
      const cell = row * keys + j;
      if (attention[cell] === 0 && !mayAttend(options, sizes, b, h, i, j)) continue;
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
  return heads.map((_, z) => boundSum(rounded[z], brought[z]) + fromShares[z]);
}
