// What all heads' maps have in common: labels, the corner, dots for masked cells, and the shape of the
// cells. Drawn once for a layout and laid over each map. Data in, pixels out.

import { fitText } from './fit-text.js';
import { prepareCanvas } from './map.js';

/**
 * @typedef {import('./map-layout.js').MapLayout} MapLayout
 * @typedef {object} Backdrop
 * @property {MapLayout} layout
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {(row: number, column: number) => boolean} [isMasked]
 * @property {readonly (readonly [string, string])[]} [corner] what the corner says of the columns and of the
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
  const { layout, corner } = backdrop;
  const context = prepareCanvas(canvas, layout, backdrop.pixelRatio);
  if (!context) return;
  drawLabels(context, backdrop);
  if (corner && layout.rowEvery > 0) drawCorner(context, backdrop, corner);
  if (layout.gap > 0) drawDots(context, backdrop);
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
  const radius = gap > 0 ? Math.min(5, cellWidth / 6, cellHeight / 6) : 0;
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
function drawDots(context, { layout, isMasked, colors }) {
  if (!isMasked) return;
  const { left, top, cellWidth, cellHeight, rows, columns } = layout;
  const radius = Math.min(cellWidth, cellHeight) < 14 ? 0.75 : 1.25;
  context.fillStyle = colors.faint;
  context.beginPath();
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isMasked(row, column)) continue;
      const x = left + (column + 0.5) * cellWidth;
      const y = top + (row + 0.5) * cellHeight;
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
  context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Backdrop} backdrop
 */
function drawLabels(context, { layout, rowLabels, columnLabels, colors, fontFamily }) {
  const { left, top, cellWidth, cellHeight, fontSize } = layout;
  context.fillStyle = colors.text;
  context.font = `${fontSize}px ${fontFamily}`;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (let row = 0; layout.rowEvery > 0 && row < layout.rows; row += layout.rowEvery) {
    const label = fitText(context, rowLabels[row], left - 8);
    context.fillText(label, left - 7, top + (row + 0.5) * cellHeight);
  }
  for (let column = 0; layout.columnEvery > 0 && column < layout.columns;) {
    context.save();
    context.translate(left + (column + 0.5) * cellWidth, top - 7);
    if (layout.columnsUpright) {
      context.rotate(-Math.PI / 2);
      context.textAlign = 'left';
      context.fillText(fitText(context, columnLabels[column], top - 8), 0, 0);
    } else {
      context.textAlign = 'center';
      context.textBaseline = 'alphabetic';
      context.fillText(columnLabels[column], 0, 0);
    }
    context.restore();
    column += layout.columnEvery;
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Backdrop} backdrop
 * @param {readonly (readonly [string, string])[]} corner
 */
function drawCorner(context, { layout, colors, fontFamily }, corner) {
  const { left, top, fontSize } = layout;
  context.fillStyle = colors.text;
  context.font = `${fontSize - 1}px ${fontFamily}`;
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  const room = left - 7;
  const words = corner.find((pair) =>
    pair.every((word) => context.measureText(word).width <= room),
  );
  if (!words) return;
  // out of the way of the first row's label where rows are flat
  const base = Math.min(top - 7, top + layout.cellHeight / 2 - fontSize);
  context.fillText(words[0], room, base - 1 - fontSize * 1.3);
  context.fillText(words[1], room, base);
}
