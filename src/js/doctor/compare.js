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
 * @param {number} [largest] number of the array, where `expected` is a part of it
 * @returns {Difference}
 */
export function differ(given, expected, bounds, largest = largestOf(expected.data) || 1) {
  if (!sameShape(given, expected)) {
    return { difference: Infinity, shapes: { given: given.shape, expected: expected.shape } };
  }
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
 * @param {number} [largest] number of the array, where `expected` is a part of it
 */
export function isNear(given, expected, tolerance, largest = largestOf(expected.data) || 1) {
  if (!sameShape(given, expected)) return false;
  const most = tolerance * largest;
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

/**
 * One query's row of each map, or of the output.
 *
 * @param {Numbers} whole (..., L, width)
 * @param {Numbers} part (..., 1, width), computed for this row
 * @param {number} row
 * @param {number} len L
 * @returns {Numbers | null} shaped as the part; null where that is the part of an array of another shape
 */
export function rowOf(whole, part, row, len) {
  const axes = part.shape.length;
  const shape = part.shape.map((size, axis) => (axis === axes - 2 ? len : size));
  if (!sameShape(whole, { ...part, shape })) return null;
  const width = part.shape[axes - 1];
  const data = part.data.map(
    (_, at) => whole.data[(Math.floor(at / width) * len + row) * width + (at % width)],
  );
  return { data, shape: part.shape };
}

/** @param {Float64Array} data @returns {number} the largest |x| that is finite */
export function largestOf(data) {
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
