// The numbers and words of questions about the lens, and what a lens reads of them after each layer. Without drawing.

import type { Values } from '../exhibit-types.ts';

export const WORDS = ['king', 'man', 'city', 'house', 'war'];
const DIGITS = 10;
/** The value of `show` for scores that are added; other values show the likeliest words. */
export const SCORES = 1;

/** The setting that has a list of digits, and back. */
export const packed = (digits: readonly number[]) =>
  digits.reduce((all, digit) => DIGITS * all + digit, 0);

/**
 * The content of the table after each layer.
 *
 * @returns the scores so far, from the input on, or the words, from layer 1 on
 */
export function caseOf({ show, theta = 0 }: Values): { scores?: number[]; words?: string[] } {
  const digits = [...String(theta)].map(Number);
  if (show !== SCORES) return { words: digits.map((one) => WORDS[one - 1] ?? '') };
  let sum = 0;
  return { scores: digits.map((one) => (sum += one)) };
}
