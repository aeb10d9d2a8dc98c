// Makes tensors by hand and slices of tensors, and compares two tensors.

import assert from 'node:assert/strict';

/** @import { DoubleTensor } from '../../../src/js/reference/types.ts' */

/** @typedef {{ data: ArrayLike<number>, shape: readonly number[] }} AnyNumbers */

/**
 * @param {...number} shape
 * @returns {{ data: Float32Array, shape: number[] }}
 */
export const zeros = (...shape) => ({ data: new Float32Array(count(shape)), shape });

/**
 * @param {...number} shape
 * @returns {{ data: Uint8Array, shape: number[] }}
 */
export const flags = (...shape) => ({ data: new Uint8Array(count(shape)), shape });

/** @param {readonly number[]} shape */
const count = (shape) => shape.reduce((product, size) => product * size, 1);

/**
 * @param {readonly number[]} shape
 * @param {...number} numbers
 * @returns {DoubleTensor}
 */
export const doubles = (shape, ...numbers) => ({ data: Float64Array.from(numbers), shape });

/**
 * @param {{ data: ArrayLike<number> } | undefined} tensor
 * @returns {number[]}
 */
export const numbersOf = (tensor) => Array.from(tensor?.data ?? []);

/**
 * @param {AnyNumbers | undefined} actual
 * @param {AnyNumbers | undefined} expected
 * @param {number} [tolerance]
 */
export function assertClose(actual, expected, tolerance = 1e-12) {
  assert.deepEqual(actual?.shape, expected?.shape);
  const wanted = numbersOf(expected);
  numbersOf(actual).forEach((value, at) => {
    const same = Object.is(value, wanted[at]) || Math.abs(value - wanted[at]) <= tolerance;
    assert.ok(same, `[${at}]: expected ${wanted[at]}, got ${value}`);
  });
}

/**
 * Takes slices of a tensor along an axis, in the order of `picks`.
 *
 * @param {AnyNumbers} tensor
 * @param {number} axis
 * @param {readonly number[]} picks
 * @returns {DoubleTensor}
 */
export function take({ data, shape }, axis, picks) {
  const inner = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const outer = shape.slice(0, axis).reduce((a, b) => a * b, 1);
  const taken = [];
  for (let o = 0; o < outer; o++) {
    for (const pick of picks) {
      for (let n = 0; n < inner; n++) taken.push(data[(o * shape[axis] + pick) * inner + n]);
    }
  }
  return doubles(
    shape.map((size, a) => (a === axis ? picks.length : size)),
    ...taken,
  );
}

/** @param {number} length */
export const range = (length) => Array.from({ length }, (_, n) => n);
