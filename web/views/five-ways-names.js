// Labels below the matrices and rows of one of the five ways.
// The label of a head has the head's hue.

import { headHue, markOf } from './color.js';

/** @import { Ink } from './five-ways.js' */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./five-ways-layout.js').WayLayout} layout
 * @param {Ink} ink
 * @param {number} selected
 */
export function drawNames(context, { names, blocks }, ink, selected) {
  const narrow = blocks.some(({ head, width }) => head !== null && width < 20);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const { x, y, what, head } of names) {
    // where there is no room for all names, the selected head's stands alone
    if (head !== null && narrow && head !== selected) continue;
    context.fillStyle = head === null ? ink.text : markOf(headHue(head), ink.theme);
    const number = head === null ? '' : String(head + 1);
    writeName(context, x, y, what, number, ink);
  }
}

/** The name of each thing: letters, and a subscript behind the last. */
const NAMES = {
  x: ['x', ''],
  between: ['x W', ''],
  W: ['W', ''],
  own: ['W', 'head'],
  collapsed: ['W W', 'head'],
  small: ['w', ''],
  query: ['q', 'head'],
};

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {keyof typeof NAMES} what
 * @param {string} number
 * @param {Ink} ink
 */
function writeName(context, x, y, what, number, { fontFamily }) {
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
