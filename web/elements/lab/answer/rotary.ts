// Rotary positions of a layer: which pairs rotate, and by which angle.

import type { Rotary } from './block.ts';

/**
 * How many numbers of a row are turned: the first ones.
 * @param width of a head
 */
export const turnedOf = ({ dims }: Rotary, width: number) => dims ?? width;

/**
 * The two numbers of a row that are turned together, of which this is one; null: it is not turned.
 *
 * @param width of a head
 */
export function pairOf(rotary: Rotary, column: number, width: number) {
  const half = turnedOf(rotary, width) / 2;
  if (column >= 2 * half) return null;
  if (rotary.interleaved) {
    const pair = Math.floor(column / 2);
    return { pair, first: 2 * pair, second: 2 * pair + 1 };
  }
  const pair = column % half;
  return { pair, first: pair, second: pair + half };
}

/**
 * By how many radians a pair turns from one place to the next.
 *
 * @param width of a head
 */
export function turnOf(rotary: Rotary, pair: number, width: number) {
  return rotary.frequencies?.[pair] ?? (rotary.theta ?? 1) ** ((-2 * pair) / width);
}
