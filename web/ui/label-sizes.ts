// Widths of the labels beside a map. Each word is measured once.

import { firstLetters } from '../views/fit-text.ts';

/** Labels are measured at this size, the largest in a drawing. */
export const MEASURED_SIZE = 13;
const REMEMBERED = 5000;

const widths: Map<string, number> = new Map();
let context: CanvasRenderingContext2D | null = null;
let family = '';

/** @returns the width of the longest, in CSS pixels */
export function longestWidth(words: readonly string[], fontFamily: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 80;
  if (family !== fontFamily || widths.size > REMEMBERED) {
    widths.clear();
    family = fontFamily;
    context.font = `${MEASURED_SIZE}px ${fontFamily}`;
  }
  let longest = 0;
  for (const word of words) {
    let width = widths.get(word);
    if (width === undefined) {
      width = Math.ceil(context.measureText(firstLetters(word).join('')).width);
      widths.set(word, width);
    }
    longest = Math.max(longest, width);
  }
  return longest;
}
