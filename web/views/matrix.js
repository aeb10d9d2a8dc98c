// Draws a matrix of signed numbers into a canvas: a cell per number, labels where there is room, a bar above
// the columns of each head. Data in, pixels out: it listens to nothing and knows neither the engine nor the page.

import { fitText } from './fit-text.js';
import { stepOf } from './scale.js';

/**
 * @typedef {object} MatrixLayout all in CSS pixels
 * @property {number} left of the first cell
 * @property {number} top of the first cell
 * @property {number} cellWidth
 * @property {number} cellHeight
 * @property {number} rows
 * @property {number} columns
 * @property {number} width of everything
 * @property {number} height of everything
 * @property {number} fontSize
 * @property {boolean} columnsUpright whether column labels stand on end
 *
 * @typedef {object} MatrixDrawing
 * @property {MatrixLayout} layout
 * @property {(row: number, column: number) => number} valueAt
 * @property {import('./color.js').Ramp} ramp
 * @property {import('./scale.js').Scale} scale
 * @property {(row: number, column: number) => boolean} [isEmpty] these cells are left out
 * @property {(row: number, column: number) => boolean} [isChanged] these cells wear a mark
 * @property {readonly string[]} [rowLabels]
 * @property {readonly string[]} [columnLabels]
 * @property {readonly { from: number, to: number, color: string }[]} [groups] of columns, such as heads
 * @property {(value: number) => string} format writes the number into cells with room for it
 * @property {number} [letters] of the longest number so written, 5 unless said
 * @property {{ text: string, faint: string, ink: string }} colors
 * @property {string} fontFamily
 * @property {number} pixelRatio device pixels per CSS pixel
 */

/** Height of the bar above the columns of a group, and the gap below it. */
export const GROUP_BAR = 4;
const GROUP_GAP = 3;
const LABEL_GAP = 7;
const EDGE = 2;
/** Room in a cell for one letter of its number, and for a line, CSS pixels. */
export const LETTER = 6.8;
export const LINE = 16;
/** Cells below this size have no gaps, CSS pixels. */
const SMALL = 6;

/**
 * @param {object} space
 * @param {number} space.rows
 * @param {number} space.columns
 * @param {number} space.cellWidth
 * @param {number} space.cellHeight
 * @param {number} space.rowLabel width of the longest; 0: none
 * @param {number} space.columnLabel
 * @param {boolean} space.grouped
 * @param {number} space.fontSize
 * @returns {MatrixLayout}
 */
export function layoutMatrix({
  rows,
  columns,
  cellWidth,
  cellHeight,
  rowLabel,
  columnLabel,
  grouped,
  fontSize,
}) {
  const left = rowLabel > 0 ? rowLabel + LABEL_GAP : EDGE;
  const columnsUpright = columnLabel > cellWidth - 4;
  const labels = columnLabel === 0 ? 0 : columnsUpright ? columnLabel : fontSize * 1.3;
  const top =
    (labels > 0 ? Math.ceil(labels) + LABEL_GAP : EDGE) + (grouped ? GROUP_BAR + GROUP_GAP : 0);
  return {
    left,
    top,
    cellWidth,
    cellHeight,
    rows,
    columns,
    width: Math.ceil(left + columns * cellWidth + EDGE),
    height: Math.ceil(top + rows * cellHeight + EDGE),
    fontSize,
    columnsUpright,
  };
}

/**
 * What is under a point: a cell, or a row, over its label.
 * @param {MatrixLayout} layout
 * @param {number} x CSS pixels from the left edge
 * @param {number} y from the top edge
 * @returns {{ row: number, column: number } | null}
 */
export function hitMatrix(layout, x, y) {
  const column = Math.floor((x - layout.left) / layout.cellWidth);
  const row = Math.floor((y - layout.top) / layout.cellHeight);
  const inside = column >= 0 && column < layout.columns && row >= 0 && row < layout.rows;
  return inside ? { row, column } : null;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {MatrixDrawing} drawing
 */
export function drawMatrix(canvas, drawing) {
  const { layout, pixelRatio } = drawing;
  const width = Math.round(layout.width * pixelRatio);
  const height = Math.round(layout.height * pixelRatio);
  const context = canvas.getContext('2d');
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  } else {
    context?.reset();
  }
  if (!context) return;
  context.scale(pixelRatio, pixelRatio);
  drawCells(context, drawing);
  drawGroups(context, drawing);
  drawLabels(context, drawing);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {MatrixDrawing} drawing
 */
function drawCells(context, drawing) {
  const { layout, valueAt, ramp, scale, isEmpty, isChanged, format, colors, fontFamily } = drawing;
  const { letters = 5 } = drawing;
  const { left, top, cellWidth, cellHeight, rows, columns } = layout;
  const smaller = Math.min(cellWidth, cellHeight);
  if (smaller < SMALL) {
    drawPicture(context, drawing);
    return;
  }
  const gap = smaller >= 14 ? 2 : 1;
  const writes = cellWidth >= LETTER * letters && cellHeight >= LINE;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `${Math.min(12.5, Math.round(cellWidth / (0.68 * letters)))}px ${fontFamily}`;
  for (let row = 0; row < rows; row++) {
    const y = top + row * cellHeight;
    for (let column = 0; column < columns; column++) {
      const x = left + column * cellWidth;
      if (isEmpty?.(row, column)) {
        drawEmpty(context, x + cellWidth / 2, y + cellHeight / 2, smaller, colors.faint);
        continue;
      }
      const value = valueAt(row, column);
      const step = stepOf(scale, value);
      context.fillStyle = ramp.css[step];
      context.fillRect(x + gap / 2, y + gap / 2, cellWidth - gap, cellHeight - gap);
      if (writes) {
        context.fillStyle = ramp.ink[step];
        context.fillText(format(value), x + cellWidth / 2, y + cellHeight / 2 + 0.5);
      }
      if (isChanged?.(row, column)) {
        drawChange(
          context,
          x + gap / 2,
          y + gap / 2,
          cellWidth - gap,
          cellHeight - gap,
          ramp.ink[step],
        );
      }
    }
  }
}

/**
 * Cells too small for gaps between them, as one picture instead of thousands of rectangles.
 * @param {CanvasRenderingContext2D} context
 * @param {MatrixDrawing} drawing
 */
function drawPicture(context, drawing) {
  const { layout, valueAt, ramp, scale, isEmpty, isChanged, colors } = drawing;
  const { left, top, cellWidth, cellHeight, rows, columns } = layout;
  if (rows === 0 || columns === 0) return;
  const picture = context.canvas.ownerDocument.createElement('canvas');
  picture.width = columns;
  picture.height = rows;
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      if (!isEmpty?.(row, column)) pixels[at] = ramp.pixels[stepOf(scale, valueAt(row, column))];
    }
  }
  picture.getContext('2d')?.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, left, top, columns * cellWidth, rows * cellHeight);
  for (let row = 1; row < rows && cellHeight >= SMALL; row++) {
    context.clearRect(left, top + row * cellHeight - 0.5, columns * cellWidth, 1);
  }
  const smaller = Math.min(cellWidth, cellHeight);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [left + column * cellWidth, top + row * cellHeight];
      if (isEmpty?.(row, column)) {
        drawEmpty(context, x + cellWidth / 2, y + cellHeight / 2, smaller, colors.faint);
      } else if (isChanged?.(row, column)) {
        const ink = ramp.ink[stepOf(scale, valueAt(row, column))];
        drawChange(context, x, y, cellWidth, cellHeight, ink);
      }
    }
  }
}

/**
 * A corner folded over.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} color
 */
function drawChange(context, x, y, width, height, color) {
  const size = Math.min(width, height, Math.max(3, Math.min(7, 0.45 * Math.min(width, height))));
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x + width - size, y);
  context.lineTo(x + width, y);
  context.lineTo(x + width, y + size);
  context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} size of the cell
 * @param {string} color
 */
function drawEmpty(context, x, y, size, color) {
  const radius = Math.min(1.75, size / 6);
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {MatrixDrawing} drawing
 */
function drawGroups(context, { layout, groups = [] }) {
  const { left, top, cellWidth, columns } = layout;
  for (const { from, to, color } of groups) {
    const [begin, end] = [Math.max(0, from), Math.min(columns, to)];
    if (begin >= end) continue;
    context.fillStyle = color;
    const width = (end - begin) * cellWidth - (end < columns ? 1.5 : 0);
    context.fillRect(left + begin * cellWidth, top - GROUP_BAR - GROUP_GAP, width, GROUP_BAR);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {MatrixDrawing} drawing
 */
function drawLabels(context, { layout, rowLabels, columnLabels, colors, fontFamily }) {
  const { left, top, cellWidth, cellHeight, rows, columns, fontSize } = layout;
  const line = fontSize * 1.15;
  context.fillStyle = colors.text;
  context.font = `${fontSize}px ${fontFamily}`;
  context.textBaseline = 'middle';
  if (rowLabels && left > 2 * EDGE) {
    context.textAlign = 'right';
    const every = Math.max(1, Math.ceil(line / cellHeight));
    for (let row = 0; row < rows; row += every) {
      const label = fitText(context, rowLabels[row] ?? '', left - LABEL_GAP);
      context.fillText(label, left - LABEL_GAP + 1, top + (row + 0.5) * cellHeight);
    }
  }
  if (columnLabels && top > 2 * EDGE) {
    const every = layout.columnsUpright ? Math.max(1, Math.ceil(line / cellWidth)) : 1;
    for (let column = 0; column < columns; column += every) {
      context.save();
      context.translate(left + (column + 0.5) * cellWidth, top - LABEL_GAP + 1);
      if (layout.columnsUpright) {
        context.rotate(-Math.PI / 2);
        context.textAlign = 'left';
        context.fillText(fitText(context, columnLabels[column] ?? '', top - LABEL_GAP), 0, 0);
      } else {
        context.textAlign = 'center';
        context.textBaseline = 'alphabetic';
        context.fillText(columnLabels[column] ?? '', 0, 0);
      }
      context.restore();
    }
  }
}
