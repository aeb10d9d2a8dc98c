// What is left of numbers in a shorter format: float32 rounded to the nearest that it can hold, and widened again.

import { wrongKind, wrongNumber } from '../arguments/errors.js';
import { kindOf } from '../arguments/tensor.js';

/** @typedef {'F16' | 'BF16' | 'I8'} ShortDtype */

/** A sum with it has no room for fractions: adding and subtracting it rounds to the nearest whole number, halves to even. */
const TO_WHOLE = 1.5 * 2 ** 52;
/** Exponents of float32 as their bits have them: the smallest of float16, and where half a step is the smallest there is. */
const SMALLEST_HALF = 113;
const HALF_FRACTION = 10;
const LARGEST_HALF = 65504;
/** Numbers of int8 to either side of 0. */
const STEPS = 127;

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** @type {Record<ShortDtype, (values: Float32Array) => Float32Array<ArrayBuffer>>} */
const ROUND = {
  F16: (values) => Float32Array.from(values, toHalf),
  BF16: (values) => Float32Array.from(values, toBrain),
  I8: toSteps,
};

/**
 * Numbers as they come back from a shorter format: `F16` (IEEE 754 binary16), `BF16` (bfloat16), both to nearest with halves to
 * even, or `I8`: whole steps of the largest of them divided by 127, as when a tensor has one scale.
 *
 * @param {Float32Array} values
 * @param {ShortDtype} dtype
 * @returns {Float32Array<ArrayBuffer>} a copy, yours; with F16, numbers from 65520 on are Infinity
 * @throws {TypeError} for another kind of numbers, or of format
 * @throws {RangeError} for a name that is of no such format
 *
 * @example
 * const query = { ...trace.query, data: roundTo(trace.query.data, 'BF16') };
 */
export function roundTo(values, dtype) {
  if (kindOf(values) !== 'Float32Array') throw wrongKind('values', 'a Float32Array', values);
  if (!Object.hasOwn(ROUND, dtype)) {
    const wrong = typeof dtype === 'string' ? wrongNumber : wrongKind;
    throw wrong('dtype', `one of ${Object.keys(ROUND).join(', ')}`, dtype);
  }
  return ROUND[dtype](values);
}

/** @param {number} value */
function toWhole(value) {
  return value + TO_WHOLE - TO_WHOLE;
}

/** @param {number} value */
function toHalf(value) {
  float[0] = value;
  const exponent = (bits[0] >>> 23) & 255;
  if (exponent === 255) return value;
  bits[0] = (Math.max(exponent, SMALLEST_HALF) - HALF_FRACTION) << 23;
  const [step] = float;
  const rounded = toWhole(value / step) * step;
  if (Math.abs(rounded) > LARGEST_HALF) return rounded > 0 ? Infinity : -Infinity;
  return rounded === 0 ? 0 * value : rounded; // with its sign
}

/** @param {number} value */
function toBrain(value) {
  if (Number.isNaN(value)) return value;
  float[0] = value;
  // half of the last bit that stays, or a little less where that is even; what is carried becomes Infinity in the end
  bits[0] = ((bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000) >>> 0;
  return float[0];
}

/** @param {Float32Array} values */
function toSteps(values) {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = largest / STEPS;
  return values.map((value) => (step === 0 ? 0 : toWhole(value / step) * step));
}
