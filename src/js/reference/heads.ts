// Moves numbers without changing them: splits rows into heads, merges heads, joins and repeats keys.

import type { DoubleTensor } from './types.ts';

type Numbers = ArrayLike<number>;

/**
 * Splits each row into heads: head h has the numbers from h * width. To make a projection multi-head takes only this split and
 * a transposition. Without the transposition, tokens and heads are mixed.
 *
 * @param rows (B, L, H * width)
 * @param len L
 * @param heads H
 * @returns (B, H, L, width)
 */
export function splitHeads(rows: Numbers, len: number, heads: number, width: number): Float64Array {
  const split = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) split[headedIndex(at, len, heads, width)] = rows[at];
  return split;
}

/**
 * Concatenates the heads of each token, the inverse of splitHeads.
 *
 * @param split (B, H, L, width)
 * @param len L
 * @param heads H
 * @returns (B, L, H * width)
 */
export function mergeHeads(
  split: Numbers,
  len: number,
  heads: number,
  width: number,
): Float64Array {
  const rows = new Float64Array(split.length);
  for (let at = 0; at < split.length; at++) rows[at] = split[headedIndex(at, len, heads, width)];
  return rows;
}

/**
 * The index in a (B, H, L, width) array of number `at` of a (B, L, H, width) array.
 *
 * @param len L
 * @param heads H
 */
function headedIndex(at: number, len: number, heads: number, width: number) {
  const d = at % width;
  const h = Math.floor(at / width) % heads;
  const i = Math.floor(at / (width * heads)) % len;
  const b = Math.floor(at / (width * heads * len));
  return ((b * heads + h) * len + i) * width + d;
}

/**
 * Joins the parts of each head: (rows, len1, width) and (rows, len2, width) become (rows, len1 + len2, width).
 *
 * @param rows B * Hkv
 */
export function join(rows: number, parts: readonly Numbers[]): Float64Array {
  const lengths = parts.map((part) => (rows === 0 ? 0 : part.length / rows));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const joined = new Float64Array(rows * total);
  for (let row = 0, at = 0; row < rows; row++) {
    parts.forEach((part, p) => {
      for (let n = 0; n < lengths[p]; n++) joined[at++] = part[row * lengths[p] + n];
    });
  }
  return joined;
}

/** Repeats numbers for every entry of the batch. */
export function repeat(batch: number, numbers: Numbers): Float64Array {
  return Float64Array.from(
    { length: batch * numbers.length },
    (_, at) => numbers[at % numbers.length],
  );
}

/**
 * Repeats key heads, one for every query head.
 *
 * @param heads (B, Hkv, T, E)
 * @param numHeads H
 * @param choose returns the key head of query head h; `group`: the number of query heads for each key head
 * @returns (B, H, T, E)
 */
export function repeatHeadsBy(
  heads: DoubleTensor,
  numHeads: number,
  choose: (h: number, group: number) => number,
): DoubleTensor {
  const [batch, kvHeads, keys, width] = heads.shape;
  if (kvHeads === numHeads) return heads;
  const size = keys * width;
  const repeated = new Float64Array(batch * numHeads * size);
  for (let at = 0; at < batch * numHeads; at++) {
    const [b, h] = [Math.floor(at / numHeads), at % numHeads];
    const from = (b * kvHeads + choose(h, numHeads / kvHeads)) * size;
    repeated.set(heads.data.subarray(from, from + size), at * size);
  }
  return { data: repeated, shape: [batch, numHeads, keys, width] };
}

/**
 * Takes some rows of each head.
 *
 * @param heads (B, H, L, E)
 * @param rows indices of R rows
 * @returns (B, H, R, E)
 */
export function takeRows(
  { data, shape: [batch, heads, len, width] }: DoubleTensor,
  rows: readonly number[],
): DoubleTensor {
  const taken = new Float64Array(batch * heads * rows.length * width);
  for (let head = 0, at = 0; head < batch * heads; head++) {
    for (const row of rows) {
      const first = (head * len + row) * width;
      taken.set(data.subarray(first, first + width), at);
      at += width;
    }
  }
  return { data: taken, shape: [batch, heads, rows.length, width] };
}

/** @throws {RangeError} for another shape */
export function expectShape(
  { shape }: { readonly shape: readonly number[] },
  expected: readonly number[],
) {
  if (shape.length === expected.length && shape.every((size, axis) => size === expected[axis]))
    return;
  throw new RangeError(`shape: expected ${expected.join(' x ')}, got ${shape.join(' x ')}`);
}
