// Draws one attention map into a canvas.
// Query tokens down, key tokens across, a cell per pair. Data in, pixels out: it has no state and
// no listeners and uses neither the engine nor the page.

import { digitSize } from './layout.ts';
import { bendTable, signedBendTable, stepOf } from '../scale.ts';
import type { MapLayout } from './layout.ts';
import type { Ramp } from '../color.ts';
import type { Scale } from '../scale.ts';

export interface MapDrawing {
  layout: MapLayout;
  /** (rows, columns), row-major */
  values: Float32Array;
  /** cells that are left empty */
  isMasked?: (row: number, column: number) => boolean;
  ramp: Ramp;
  scale: Scale;
  /** result of drawBackdrop for this layout; the same for all heads */
  backdrop?: HTMLCanvasElement;
  /** result of drawShape for this layout */
  shape?: HTMLCanvasElement;
  /** writes the number into cells with room for it */
  format?: (value: number) => string;
  fontFamily: string;
  /** device pixels per CSS pixel */
  pixelRatio: number;
}

export function drawMap(canvas: HTMLCanvasElement, drawing: MapDrawing) {
  const { layout, shape, backdrop, pixelRatio } = drawing;
  const context = prepareCanvas(canvas, layout, pixelRatio);
  if (!context || layout.rows === 0 || layout.columns === 0) return;
  const picture = paintPixels(canvas.ownerDocument, drawing);
  const width = layout.right - layout.left;
  const height = layout.bottom - layout.top;
  context.imageSmoothingEnabled = Math.min(layout.cellWidth, layout.cellHeight) < 1;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, layout.left, layout.top, width, height);
  context.setTransform(1, 0, 0, 1, 0, 0);
  if (shape) {
    context.globalCompositeOperation = 'destination-in';
    context.drawImage(shape, 0, 0);
    context.globalCompositeOperation = 'source-over';
  }
  if (backdrop) context.drawImage(backdrop, 0, 0);
  context.scale(pixelRatio, pixelRatio);
  if (drawing.format) writeDigits(context, drawing, drawing.format);
}

/**
 * An empty canvas of a map's size.
 *
 * @returns its context, scaled to CSS pixels
 */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  layout: { width: number; height: number },
  pixelRatio: number,
): CanvasRenderingContext2D | null {
  const width = Math.round(layout.width * pixelRatio);
  const height = Math.round(layout.height * pixelRatio);
  const context = canvas.getContext('2d');
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  } else {
    context?.reset();
  }
  context?.scale(pixelRatio, pixelRatio);
  return context;
}

/** An image of one pixel per cell. */
function paintPixels(document: Document, { layout, values, ramp, scale, isMasked }: MapDrawing) {
  const { rows, columns } = layout;
  const picture = document.createElement('canvas');
  picture.width = columns;
  picture.height = rows;
  const context = picture.getContext('2d');
  if (!context) return picture;
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  // a power per cell took four times as long
  const steps = scale.signed ? signedBendTable() : bendTable();
  const last = steps.length - 1;
  const factor = (scale.signed ? 0.5 : 1) * (last / scale.max);
  const middle = scale.signed ? last / 2 : 0;
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const value = values[i];
      if (value === 0 && isMasked?.(row, column)) continue;
      const entry = value * factor + middle;
      pixels[i] = ramp.pixels[steps[entry < last ? Math.max(0, entry) | 0 : last]];
    }
  }
  context.putImageData(image, 0, 0);
  return picture;
}

/** The numbers, in cells with room for them. */
function writeDigits(
  context: CanvasRenderingContext2D,
  drawing: MapDrawing,
  format: (value: number) => string,
) {
  const { layout, values, scale, ramp, isMasked } = drawing;
  const { left, top, cellWidth, cellHeight, rows, columns } = layout;
  const size = digitSize(layout);
  if (size === 0) return;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `${size}px ${drawing.fontFamily}`;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = values[row * columns + column];
      if (isMasked?.(row, column)) continue;
      context.fillStyle = ramp.ink[stepOf(scale, value)];
      const x = left + (column + 0.5) * cellWidth;
      context.fillText(format(value), x, top + (row + 0.5) * cellHeight + 0.5);
    }
  }
}
