// The backdrop that all heads' maps share: labels, corner, dots, cell shape.
// Drawn once for a layout and laid over each map. Data in, pixels out.

import { cellRadius } from './layout.js';
import { cornerMarks, maskDots, labelMarks } from './words.js';
import { prepareCanvas } from './map.js';
import { paintDots, paintText } from '../paint.js';

/**
 * @typedef {import('./layout.js').MapLayout} MapLayout
 * @typedef {object} Backdrop
 * @property {MapLayout} layout
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {(row: number, column: number) => boolean} [isMasked]
 * @property {readonly (readonly [string, string])[]} [corner] texts of the corner about the columns and the
 *   rows; the first pair that fits
 * @property {{ text: string, faint: string }} colors of labels, and of masked cells
 * @property {string} fontFamily
 * @property {number} pixelRatio device pixels per CSS pixel
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Backdrop} backdrop
 */
export function drawBackdrop(canvas, backdrop) {
  const { layout, colors, isMasked, fontFamily } = backdrop;
  const context = prepareCanvas(canvas, layout, backdrop.pixelRatio);
  if (!context) return;
  const corner = fittingCorner(context, backdrop);
  const words = labelMarks(backdrop);
  if (corner) words.push(...cornerMarks(layout, corner, colors.text));
  for (const word of words) paintText(context, word, fontFamily);
  if (isMasked) paintDots(context, maskDots(layout, isMasked, colors.faint));
}

/**
 * Rounded cells with gaps, to cut a map out of a picture.
 * @param {HTMLCanvasElement} canvas
 * @param {MapLayout} layout
 * @param {number} pixelRatio
 */
export function drawShape(canvas, layout, pixelRatio) {
  const context = prepareCanvas(canvas, layout, pixelRatio);
  if (!context) return;
  const { left, top, cellWidth, cellHeight, gap, rows, columns } = layout;
  const radius = cellRadius(layout);
  context.beginPath();
  if (gap === 0) context.rect(left, top, columns * cellWidth, rows * cellHeight);
  for (let row = 0; gap > 0 && row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = left + column * cellWidth + gap / 2;
      const y = top + row * cellHeight + gap / 2;
      context.roundRect(x, y, cellWidth - gap, cellHeight - gap, radius);
    }
  }
  context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Backdrop} backdrop
 */
function fittingCorner(context, { layout, corner = [], fontFamily }) {
  context.font = `${layout.fontSize - 1}px ${fontFamily}`;
  return corner.find((pair) =>
    pair.every((word) => context.measureText(word).width <= layout.left - 7),
  );
}
