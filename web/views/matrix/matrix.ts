// Draws a matrix of signed numbers into a canvas.
// A cell per number, labels where they fit, a bar above the columns of each head. Data in, pixels
// out:
// it has no listeners and uses neither the engine nor the page.

import { paintMarks } from '../figure.ts';
import { prepareCanvas } from '../map/map.ts';
import { digitSize, emptyRadius, SMALL } from './layout.ts';
import { groupMarks, labelMarks } from './words.ts';
import { stepOf } from '../scale.ts';
import type { MatrixLayout } from './layout.ts';
import type { Ramp } from '../color.ts';
import type { Scale } from '../scale.ts';

export interface MatrixDrawing {
  layout: MatrixLayout;
  valueAt: (row: number, column: number) => number;
  ramp: Ramp;
  scale: Scale;
  /** cells that are left out */
  isEmpty?: (row: number, column: number) => boolean;
  /** cells with a mark */
  isChanged?: (row: number, column: number) => boolean;
  rowLabels?: readonly string[];
  columnLabels?: readonly string[];
  /** groups of columns, such as heads */
  groups?: readonly { from: number; to: number; color: string }[];
  /** writes the number into cells with room for it */
  format: (value: number) => string;
  /** characters of the longest number; default 5 */
  letters?: number;
  colors: { text: string; faint: string; ink: string };
  fontFamily: string;
  /** device pixels per CSS pixel */
  pixelRatio: number;
}

export function drawMatrix(canvas: HTMLCanvasElement, drawing: MatrixDrawing) {
  const context = prepareCanvas(canvas, drawing.layout, drawing.pixelRatio);
  if (!context) return;
  drawCells(context, drawing);
  paintMarks(context, [...groupMarks(drawing), ...labelMarks(drawing)], drawing.fontFamily);
}

function drawCells(context: CanvasRenderingContext2D, drawing: MatrixDrawing) {
  const { layout, valueAt, ramp, scale, isEmpty, isChanged, format, colors, fontFamily } = drawing;
  const { letters = 5 } = drawing;
  const { left, top, cellWidth, cellHeight, gap, rows, columns } = layout;
  if (gap === 0) {
    drawPicture(context, drawing);
    return;
  }
  const size = digitSize(layout, letters);
  const radius = emptyRadius(layout);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `${size}px ${fontFamily}`;
  for (let row = 0; row < rows; row++) {
    const y = top + row * cellHeight;
    for (let column = 0; column < columns; column++) {
      const x = left + column * cellWidth;
      if (isEmpty?.(row, column)) {
        drawEmpty(context, x + cellWidth / 2, y + cellHeight / 2, radius, colors.faint);
        continue;
      }
      const value = valueAt(row, column);
      const step = stepOf(scale, value);
      context.fillStyle = ramp.css[step];
      context.fillRect(x + gap / 2, y + gap / 2, cellWidth - gap, cellHeight - gap);
      if (size > 0) {
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

/** Cells too small for gaps between them, as one image instead of thousands of rectangles. */
function drawPicture(context: CanvasRenderingContext2D, drawing: MatrixDrawing) {
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
  const radius = emptyRadius(layout);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = [left + column * cellWidth, top + row * cellHeight];
      if (isEmpty?.(row, column)) {
        drawEmpty(context, x + cellWidth / 2, y + cellHeight / 2, radius, colors.faint);
      } else if (isChanged?.(row, column)) {
        const ink = ramp.ink[stepOf(scale, valueAt(row, column))];
        drawChange(context, x, y, cellWidth, cellHeight, ink);
      }
    }
  }
}

/** A folded corner, the mark of an edited cell. */
function drawChange(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
) {
  const size = Math.min(width, height, Math.max(3, Math.min(7, 0.45 * Math.min(width, height))));
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(x + width - size, y);
  context.lineTo(x + width, y);
  context.lineTo(x + width, y + size);
  context.fill();
}

function drawEmpty(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  color: string,
) {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}
