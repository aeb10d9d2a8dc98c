// Rotary positions of a layer: which pairs rotate, and by which angle.

import type { Rotary } from './layer-steps.ts';

/**
 * How many leading numbers of a row are rotated.
 *
 * @param width width of a head
 */
export const turnedOf = ({ dims }: Rotary, width: number) => dims ?? width;

/**
 * The two numbers of a row that are rotated together, one of which is `column`; null: it is not
 * rotated.
 *
 * @param width width of a head
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
 * The angle of a pair between neighbouring positions, in radians.
 *
 * @param width width of a head
 */
export function turnOf(rotary: Rotary, pair: number, width: number) {
  return rotary.frequencies?.[pair] ?? (rotary.theta ?? 1) ** ((-2 * pair) / width);
}
