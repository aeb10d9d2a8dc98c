// Bounds of rounding errors: for every number, the largest expected distance of a float32 computation from float64, to first
// order except for the softmax. This file has sums, linear maps, norms and rotations; attention is in attention-bounds.ts.
//
// Each rounding counts with its maximum, the format's unit times the rounded number. The roundings of one sum add up like the
// steps of a random walk, to the root of the sum of their squares; so do the errors of its factors. Every other step propagates
// errors by its derivative.

import { join } from './heads.ts';
import { forEachRow, gainOf } from './norm.ts';
import type { CheckedCall } from '../attention/schema.ts';
import type { Norm } from './norm.ts';

/**
 * The tolerance of tests for every number: |float32 - float64| <= BOUND_MULTIPLE * bound. There is no other tolerance. It covers
 * random walks that go far: the maximum of 20,000 random calls was 2.3. (Sums of thousands of equal terms go farther, because
 * all are rounded in the same direction.)
 */
export const BOUND_MULTIPLE = 4;

/** The format that a computation rounds to. */
export interface Precision {
  /** the largest relative change by rounding */
  unit: number;
  /** the largest number that may become 0: products underflow, and exp has a smallest argument */
  underflow: number;
}

export const FLOAT32: Readonly<Precision> = { unit: 2 ** -24, underflow: 2 ** -119 };

/** The errors of inputs that are exact in the format, all 0. */
export const exact = (values: ArrayLike<number>) => new Float64Array(values.length);

/**
 * Bounds a sum of products a b.
 *
 * @param rounded the sum of the squares of all products and partial sums
 * @param propagated the sum of the squares of a err(b) and err(a) b
 */
export function boundSum(rounded: number, propagated: number, { unit, underflow }: Precision) {
  return Math.sqrt(unit * unit * rounded + propagated) + underflow;
}

/**
 * Bounds y = x W^T + b, with exact W and b.
 *
 * @param x (rows, inputDim)
 * @param xError the bound of x; null: x is exact
 * @param weight (outputDim, inputDim)
 * @param bias (outputDim)
 * @returns (rows, outputDim)
 */
export function boundLinear(
  x: ArrayLike<number>,
  xError: Float64Array | null,
  weight: ArrayLike<number>,
  bias: ArrayLike<number> | null,
  inputDim: number,
  precision: Precision = FLOAT32,
): Float64Array {
  const outputDim = weight.length / inputDim;
  const bound = new Float64Array((x.length / inputDim) * outputDim);
  for (let at = 0; at < bound.length; at++) {
    const row = Math.floor(at / outputDim) * inputDim;
    const column = (at % outputDim) * inputDim;
    let [sum, rounded, propagated] = [0, 0, 0];
    for (let k = 0; k < inputDim; k++) {
      const product = x[row + k] * weight[column + k];
      sum += product;
      rounded += product ** 2 + sum ** 2;
      if (xError !== null) propagated += (xError[row + k] * weight[column + k]) ** 2;
    }
    if (bias !== null) rounded += (sum + bias[at % outputDim]) ** 2;
    bound[at] = boundSum(rounded, propagated, precision);
  }
  return bound;
}

/**
 * Bounds y = x + b like boundLinear with the identity as W, without that matrix.
 *
 * @param x (rows, width)
 * @param xError the bound of x
 * @param bias (width)
 * @returns (rows, width)
 */
export function boundIdentity(
  x: Float64Array,
  xError: Float64Array,
  bias: ArrayLike<number> | null,
  width: number,
  precision: Precision,
): Float64Array {
  return x.map((value, at) => {
    const column = at % width;
    const sums = width - column; // each of them is the value
    const shifted = bias === null ? 0 : value + bias[column];
    return boundSum((1 + sums) * value ** 2 + shifted ** 2, xError[at] ** 2, precision);
  });
}

/**
 * Bounds normalised rows, y = c rstd gain + bias with c = x - mean. The relative error of rstd is half the relative error of the
 * variance.
 *
 * @param norm null: no norm
 * @param errors the bound of x
 */
export function boundNorm(
  norm: Norm | null,
  x: Float64Array,
  errors: Float64Array,
  precision: Precision,
): Float64Array {
  if (norm === null) return errors;
  const { type, bias } = norm;
  const bound = exact(errors);
  forEachRow(norm, x, (first, hat, rstd) => {
    const width = hat.length;
    const centered = hat.map((value) => value / rstd);
    let [sum, rounded, propagated] = [0, 0, 0];
    for (let d = 0; d < width; d++) {
      sum += x[first + d];
      rounded += sum ** 2;
      propagated += errors[first + d] ** 2;
    }
    rounded += 2 * sum ** 2;
    const meanError = type === 'layer' ? boundSum(rounded, propagated, precision) / width : 0;
    const centeredErrors = centered.map((c, d) =>
      boundSum(c ** 2, errors[first + d] ** 2 + meanError ** 2, precision),
    );
    const squares = centered.reduce((total, c, d) => total + (2 * c * centeredErrors[d]) ** 2, 0);
    const relative =
      (Math.sqrt(squares) / width) * rstd ** 2 + precision.unit * (Math.sqrt(width) + 4);
    hat.forEach((value, d) => {
      const gain = gainOf(norm, d);
      const y = value * gain + (bias ? bias[d] : 0);
      const hatError = (rstd * centeredErrors[d]) ** 2 + ((value * relative) / 2) ** 2;
      bound[first + d] = boundSum(
        4 * (value * gain) ** 2 + y ** 2,
        gain ** 2 * hatError,
        precision,
      );
    });
  });
  return bound;
}

/**
 * Bounds queries, keys and values after attention.ts's addPositionsAndPast. The past is exact.
 *
 * @param prepared rotated, with the past: (B, H, L, E), (B, Hkv, P + S, E)
 * @param errors the bounds of queries and of new keys and values
 */
export function boundPositionsAndPast(
  call: CheckedCall,
  prepared: { query: Float64Array; key: Float64Array },
  errors: { query: Float64Array; key: Float64Array; value: Float64Array },
  precision: Precision,
) {
  const { batch, numKvHeads, headDim, valueHeadDim, queryLen, keyLen, pastLen, positions } = call;
  const rows = batch * numKvHeads;
  const query = errors.query.slice();
  const key = join(rows, [new Float64Array(rows * pastLen * headDim), errors.key]);
  const value = join(rows, [new Float64Array(rows * pastLen * valueHeadDim), errors.value]);
  if (positions?.type === 'rotary') {
    boundRotated(prepared.query, query, positions, queryLen, headDim, 0, precision);
    boundRotated(prepared.key, key, positions, pastLen + keyLen, headDim, pastLen, precision);
  }
  return { query, key, value };
}

/**
 * Bounds rotated rows. A rotation changes the length of a pair by the factor alone, so the angle does not matter.
 *
 * @param rotated (rows, len, width)
 * @param errors the bounds before the rotation; overwritten with the bounds after it
 * @param first number of rows that an earlier call has rotated
 */
function boundRotated(
  rotated: Float64Array,
  errors: Float64Array,
  { dims, interleaved, factor }: { dims: number; interleaved: boolean; factor: number },
  len: number,
  width: number,
  first: number,
  precision: Precision,
) {
  for (let row = 0; row * width < rotated.length; row++) {
    if (row % len < first) continue;
    for (let r = 0; r < dims / 2; r++) {
      const a = row * width + (interleaved ? 2 * r : r);
      const b = row * width + (interleaved ? 2 * r + 1 : r + dims / 2);
      const roundings = 5; // sine, cosine, two products, their sum
      const length = rotated[a] ** 2 + rotated[b] ** 2;
      const propagated = factor ** 2 * (errors[a] ** 2 + errors[b] ** 2);
      errors[a] = errors[b] = boundSum(roundings * length, propagated, precision);
    }
  }
}

/**
 * Bounds a mean over heads.
 *
 * @param sizes the mean of the absolute values
 * @param errors the mean of the bounds
 */
export function boundMean(
  sizes: Float64Array,
  errors: Float64Array,
  numHeads: number,
  { unit }: Precision,
) {
  return sizes.map((size, at) => errors[at] + unit * Math.sqrt(numHeads + 2) * size);
}
