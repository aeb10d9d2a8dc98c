// How far two arrays are apart: the largest difference, relative to the largest number.

import { sizeOf } from './arrays.js';

/** @import { Numbers } from './arrays.js' */

/**
 * @typedef {object} Difference
 * @property {number} difference the largest |given - expected|, divided by the largest |expected|; Infinity where the
 *   shapes differ, or one is NaN and the other not
 * @property {number[]} [at] where it is largest
 * @property {number} [given] the number there
 * @property {number} [expected]
 * @property {{ given: readonly number[], expected: readonly number[] }} [shapes] where they differ
 */

/**
 * Axes of size 1 do not count: (1, 3, 8) and (3, 8) hold the same numbers.
 *
 * @param {Numbers} given
 * @param {Numbers} expected
 * @returns {boolean}
 */
export function sameShape(given, expected) {
  const [a, b] = [given, expected].map(({ shape }) => shape.filter((size) => size !== 1));
  return a.length === b.length && a.every((size, axis) => size === b[axis]);
}

/**
 * @param {Numbers} given
 * @param {Numbers} expected
 * @param {ArrayLike<number>} [bounds] how far rounding alone may take each number: that far is no difference
 * @returns {Difference}
 */
export function differ(given, expected, bounds) {
  if (!sameShape(given, expected)) {
    return { difference: Infinity, shapes: { given: given.shape, expected: expected.shape } };
  }
  const largest = largestOf(expected.data) || 1;
  let [most, where] = [0, -1];
  for (let at = 0; at < expected.data.length; at++) {
    const away = distance(given.data[at], expected.data[at]);
    const apart = bounds && away <= bounds[at] ? 0 : away / largest;
    if (apart > most) [most, where] = [apart, at];
  }
  if (where === -1) return { difference: 0 };
  return {
    difference: most,
    at: placeOf(where, given.shape),
    given: given.data[where],
    expected: expected.data[where],
  };
}

/**
 * Whether two arrays are nearer than a tolerance; stops at the first number that is not.
 *
 * @param {Numbers} given
 * @param {Numbers} expected
 * @param {number} tolerance
 */
export function isNear(given, expected, tolerance) {
  if (!sameShape(given, expected)) return false;
  const most = tolerance * (largestOf(expected.data) || 1);
  for (let at = 0; at < expected.data.length; at++) {
    if (distance(given.data[at], expected.data[at]) > most) return false;
  }
  return true;
}

/**
 * @param {number} a
 * @param {number} b
 */
function distance(a, b) {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return 0;
  const away = Math.abs(a - b);
  return Number.isNaN(away) ? Infinity : away;
}

/** @param {Float64Array} data */
function largestOf(data) {
  let most = 0;
  for (const value of data) {
    const size = Math.abs(value);
    if (size > most && size !== Infinity) most = size;
  }
  return most;
}

/**
 * @param {number} index
 * @param {readonly number[]} shape
 */
function placeOf(index, shape) {
  return shape.map((size, axis) => Math.floor(index / sizeOf(shape.slice(axis + 1))) % size);
}
