// Rounds float32 to shorter formats and back: F16, BF16, and int8 with one scale.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import { kindOf } from '../arguments/typed-arrays.ts';

type ShortDtype = 'F16' | 'BF16' | 'I8';

/** To add and subtract this number rounds to the nearest integer, halves to even: the sum has no bits for fractions. */
const TO_WHOLE = 1.5 * 2 ** 52;
/** Biased exponents of float32: of the smallest normal half, and the number of a half's fraction bits. */
const SMALLEST_HALF = 113;
const HALF_FRACTION = 10;
const LARGEST_HALF = 65504;
/** The largest int8 of a symmetric scale. */
const STEPS = 127;

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

const ROUND: Record<ShortDtype, (values: Float32Array) => Float32Array<ArrayBuffer>> = {
  F16: (values) => Float32Array.from(values, toHalf),
  BF16: (values) => Float32Array.from(values, toBrain),
  I8: toSteps,
};

/**
 * Numbers after a round trip through a shorter format: `F16` (IEEE 754 binary16) or `BF16` (bfloat16), both to nearest with
 * halves to even, or `I8`: integer multiples of the largest magnitude divided by 127, like a tensor with one scale.
 *
 * @returns a copy that you own; with F16, magnitudes from 65520 on become Infinity
 * @throws {TypeError} for other values, or for a dtype that is no string
 * @throws {RangeError} for an unknown dtype
 *
 * @example
 * const query = { ...trace.query, data: roundTo(trace.query.data, 'BF16') };
 */
export function roundTo(values: Float32Array, dtype: ShortDtype): Float32Array<ArrayBuffer> {
  if (kindOf(values) !== 'Float32Array') throw wrongKind('values', 'a Float32Array', values);
  if (!Object.hasOwn(ROUND, dtype)) {
    const wrong = typeof dtype === 'string' ? wrongNumber : wrongKind;
    throw wrong('dtype', `one of ${Object.keys(ROUND).join(', ')}`, dtype);
  }
  return ROUND[dtype](values);
}

function toWhole(value: number) {
  return value + TO_WHOLE - TO_WHOLE;
}

function toHalf(value: number) {
  float[0] = value;
  const exponent = (bits[0] >>> 23) & 255;
  if (exponent === 255) return value;
  bits[0] = (Math.max(exponent, SMALLEST_HALF) - HALF_FRACTION) << 23;
  const [step] = float;
  const rounded = toWhole(value / step) * step;
  if (Math.abs(rounded) > LARGEST_HALF) return rounded > 0 ? Infinity : -Infinity;
  return rounded === 0 ? 0 * value : rounded; // keeps the sign of zero
}

function toBrain(value: number) {
  if (Number.isNaN(value)) return value;
  float[0] = value;
  // Adds half of the last remaining bit, or slightly less if that bit is even; a carry may reach the exponent of Infinity.
  bits[0] = ((bits[0] + 0x7fff + ((bits[0] >>> 16) & 1)) & 0xffff0000) >>> 0;
  return float[0];
}

function toSteps(values: Float32Array) {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = largest / STEPS;
  return values.map((value) => (step === 0 ? 0 : toWhole(value / step) * step));
}
