// How far an honest float32 computation may be from the float64 values: a bound for every number, to first order but for
// the softmax. Here: sums, linear maps, norms and turns; attention itself is in attention-bounds.ts.
//
// Every rounding is counted at its largest, a format's unit times the number rounded. Those of one sum add up like the steps of a
// random walk, the root of the sum of their squares, and so does what its factors bring along. Every other step hands on
// by its derivative.

import { join } from './heads.ts';
import { forEachRow, gainOf } from './norm.ts';
import type { CheckedCall } from '../attention/options.ts';
import type { Norm } from './norm.ts';

/**
 * What tests ask of the engine: |float32 - float64| <= BOUND_MULTIPLE * bound, for every number. The only allowance
 * there is. It covers walks that go far: in 20,000 random calls the farthest was 2.3. (Thousands of terms that are all
 * the same go farther, since they are all rounded the same way.)
 */
export const BOUND_MULTIPLE = 4;

/** The format that a computation rounds to. */
export interface Precision {
  /** the largest relative change by rounding */
  unit: number;
  /** the largest number that it may take for 0: products underflow, and exp gives up */
  underflow: number;
}

export const FLOAT32: Readonly<Precision> = { unit: 2 ** -24, underflow: 2 ** -119 };

/** Of inputs that the format holds exactly, or that are taken unrounded. */
export const exact = (values: ArrayLike<number>) => new Float64Array(values.length);

/**
 * Of a sum of products a b.
 *
 * @param rounded the sum of the squares of all products and partial sums
 * @param brought the sum of the squares of a err(b) and err(a) b
 */
export function boundSum(rounded: number, brought: number, { unit, underflow }: Precision) {
  return Math.sqrt(unit * unit * rounded + brought) + underflow;
}

/**
 * Of y = x W^T + b, where W and b are exact.
 *
 * @param x (rows, inputDim)
 * @param xError null where x is exact
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
    let [sum, rounded, brought] = [0, 0, 0];
    for (let k = 0; k < inputDim; k++) {
      const product = x[row + k] * weight[column + k];
      sum += product;
      rounded += product ** 2 + sum ** 2;
      if (xError !== null) brought += (xError[row + k] * weight[column + k]) ** 2;
    }
    if (bias !== null) rounded += (sum + bias[at % outputDim]) ** 2;
    bound[at] = boundSum(rounded, brought, precision);
  }
  return bound;
}

/**
 * Of normalised rows: with c = x - mean, y = c rstd gain + bias, and rstd moves by half of what the variance does,
 * relatively.
 *
 * @param norm null: nothing is normalised
 * @param errors of x
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
    let [sum, rounded, brought] = [0, 0, 0];
    for (let d = 0; d < width; d++) {
      sum += x[first + d];
      rounded += sum ** 2;
      brought += errors[first + d] ** 2;
    }
    rounded += 2 * sum ** 2;
    const ofMean = type === 'layer' ? boundSum(rounded, brought, precision) / width : 0;
    const own = centered.map((c, d) =>
      boundSum(c ** 2, errors[first + d] ** 2 + ofMean ** 2, precision),
    );
    const squares = centered.reduce((total, c, d) => total + (2 * c * own[d]) ** 2, 0);
    const relative =
      (Math.sqrt(squares) / width) * rstd ** 2 + precision.unit * (Math.sqrt(width) + 4);
    hat.forEach((value, d) => {
      const gain = gainOf(norm, d);
      const y = value * gain + (bias ? bias[d] : 0);
      const ofHat = (rstd * own[d]) ** 2 + ((value * relative) / 2) ** 2;
      bound[first + d] = boundSum(4 * (value * gain) ** 2 + y ** 2, gain ** 2 * ofHat, precision);
    });
  });
  return bound;
}

/**
 * Of queries, keys and values once they are placed in the sequence, as keys.ts does it. The past is exact.
 *
 * @param placed (B, H, L, E), (B, Hkv, P + S, E)
 * @param errors of the new ones
 */
export function boundPlaced(
  call: CheckedCall,
  placed: { query: Float64Array; key: Float64Array },
  errors: { query: Float64Array; key: Float64Array; value: Float64Array },
  precision: Precision,
) {
  const { batch, numKvHeads, headDim, valueHeadDim, queryLen, keyLen, pastLen, positions } = call;
  const rows = batch * numKvHeads;
  const query = errors.query.slice();
  const key = join(rows, [new Float64Array(rows * pastLen * headDim), errors.key]);
  const value = join(rows, [new Float64Array(rows * pastLen * valueHeadDim), errors.value]);
  if (positions?.type === 'rotary') {
    boundTurned(placed.query, query, positions, queryLen, headDim, 0, precision);
    boundTurned(placed.key, key, positions, pastLen + keyLen, headDim, pastLen, precision);
  }
  return { query, key, value };
}

/**
 * A turn keeps the length of a pair, but for its factor, so the angle does not matter.
 *
 * @param turned (rows, len, width)
 * @param errors before the turn; brought up to date
 * @param first how many of the len were turned in an earlier call
 */
function boundTurned(
  turned: Float64Array,
  errors: Float64Array,
  { dims, interleaved, factor }: { dims: number; interleaved: boolean; factor: number },
  len: number,
  width: number,
  first: number,
  precision: Precision,
) {
  for (let row = 0; row * width < turned.length; row++) {
    if (row % len < first) continue;
    for (let r = 0; r < dims / 2; r++) {
      const a = row * width + (interleaved ? 2 * r : r);
      const b = row * width + (interleaved ? 2 * r + 1 : r + dims / 2);
      const roundings = 5; // sine, cosine, two products, their sum
      const length = turned[a] ** 2 + turned[b] ** 2;
      const brought = factor ** 2 * (errors[a] ** 2 + errors[b] ** 2);
      errors[a] = errors[b] = boundSum(roundings * length, brought, precision);
    }
  }
}

/**
 * Of a mean over heads.
 *
 * @param sizes the mean of the absolute values
 * @param errors the mean of theirs
 */
export function boundMean(
  sizes: Float64Array,
  errors: Float64Array,
  numHeads: number,
  { unit }: Precision,
) {
  return sizes.map((size, at) => errors[at] + unit * Math.sqrt(numHeads + 2) * size);
}
