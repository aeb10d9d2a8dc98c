// Labels below the matrices and rows of one of the five ways.
// The label of a head has the head's hue.

import { headHue, markOf } from './color.ts';
import type { WayLayout } from './five-ways-layout.ts';
import type { Ink } from './five-ways.ts';

/** Widths of a block whose name fits beside the next one. */
const ONE_LETTER = 20;
const TWO_LETTERS = 36;

export function drawNames(
  context: CanvasRenderingContext2D,
  { names, blocks }: WayLayout,
  ink: Ink,
  selected: number,
) {
  const widths = blocks.flatMap(({ head, width }) => (head === null ? [] : width));
  const narrowest = Math.min(...widths);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const { x, y, what, head } of names) {
    // where not all names fit, only the selected head has one
    const isNarrow = narrowest < (what === 'collapsed' ? TWO_LETTERS : ONE_LETTER);
    if (head !== null && isNarrow && head !== selected) continue;
    context.fillStyle = head === null ? ink.text : markOf(headHue(head), ink.theme);
    const number = head === null ? '' : String(head + 1);
    writeName(context, x, y, what, number, ink);
  }
}

/** Names: letters, and the subscript of the last one. */
const NAMES = {
  x: ['x', ''],
  between: ['x W', ''],
  W: ['W', ''],
  own: ['W', 'head'],
  collapsed: ['W W', 'head'],
  small: ['w', ''],
  query: ['q', 'head'],
};

function writeName(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  what: keyof typeof NAMES,
  number: string,
  { fontFamily }: Ink,
) {
  const [letters, low] = NAMES[what];
  const large = `italic 13px ${fontFamily}`;
  const small = `10px ${fontFamily}`;
  context.font = large;
  const wide = context.measureText(letters).width;
  context.font = small;
  const index = low ? number : '';
  const total = wide + context.measureText(index).width;
  context.textAlign = 'left';
  context.font = large;
  context.fillText(letters, x - total / 2, y);
  context.font = small;
  context.fillText(index, x - total / 2 + wide + 0.5, y + 3);
}
