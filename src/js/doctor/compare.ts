// Compares two arrays: their largest difference, relative to the largest number.

import { sizeOf } from './arrays.ts';
import type { Numbers } from './arrays.ts';

export interface Difference {
  /**
   * the largest |given - expected|, divided by the largest |expected|; Infinity if the
   * shapes differ, or only one of two numbers is NaN
   */
  difference: number;
  /** the index of the largest difference */
  at?: number[];
  /** the number at this index */
  given?: number;
  expected?: number;
  /** both shapes, if they differ */
  shapes?: { given: readonly number[]; expected: readonly number[] };
}

/** Ignores axes of size 1: (1, 3, 8) and (3, 8) have the same numbers. */
function sameShape(given: Numbers, expected: Numbers): boolean {
  const [a, b] = [given, expected].map(({ shape }) => shape.filter((size) => size !== 1));
  return a.length === b.length && a.every((size, axis) => size === b[axis]);
}

/**
 * @param bounds the rounding error of each number, which is no difference
 * @param largest the largest number of the whole array, if `expected` is a part of it
 */
export function differ(
  given: Numbers,
  expected: Numbers,
  bounds?: ArrayLike<number>,
  largest: number = largestOf(expected.data) || 1,
): Difference {
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
 * Whether two arrays differ by at most a tolerance. Stops at the first larger difference.
 *
 * @param largest the largest number of the whole array, if `expected` is a part of it
 */
export function isNear(
  given: Numbers,
  expected: Numbers,
  tolerance: number,
  largest: number = largestOf(expected.data) || 1,
) {
  if (!sameShape(given, expected)) return false;
  const most = tolerance * largest;
  for (let at = 0; at < expected.data.length; at++) {
    if (distance(given.data[at], expected.data[at]) > most) return false;
  }
  return true;
}

function distance(a: number, b: number) {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return 0;
  const away = Math.abs(a - b);
  return Number.isNaN(away) ? Infinity : away;
}

/**
 * Takes one query's row of each map, or of the output.
 *
 * @param whole (..., L, width)
 * @param part (..., 1, width), computed for this row
 * @param len L
 * @returns in the part's shape; null if the whole array has another shape
 */
export function rowOf(whole: Numbers, part: Numbers, row: number, len: number): Numbers | null {
  const axes = part.shape.length;
  const shape = part.shape.map((size, axis) => (axis === axes - 2 ? len : size));
  if (!sameShape(whole, { ...part, shape })) return null;
  const width = part.shape[axes - 1];
  const data = part.data.map(
    (_, at) => whole.data[(Math.floor(at / width) * len + row) * width + (at % width)],
  );
  return { data, shape: part.shape };
}

/** The largest finite |x|. */
export function largestOf(data: Float64Array): number {
  let most = 0;
  for (const value of data) {
    const size = Math.abs(value);
    if (size > most && size !== Infinity) most = size;
  }
  return most;
}

function placeOf(index: number, shape: readonly number[]) {
  return shape.map((size, axis) => Math.floor(index / sizeOf(shape.slice(axis + 1))) % size);
}
