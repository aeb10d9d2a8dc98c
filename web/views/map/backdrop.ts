// The backdrop that all heads' maps have in common: labels, corner, dots, cell shape.
// Drawn once for a layout and laid over each map. Data in, pixels out.

import { cellRadius } from './layout.ts';
import { cornerMarks, maskDots, labelMarks } from './words.ts';
import { prepareCanvas } from './map.ts';
import { paintDots, paintText } from '../paint.ts';
import type { MapLayout } from './layout.ts';

export interface Backdrop {
  layout: MapLayout;
  rowLabels: readonly string[];
  columnLabels: readonly string[];
  isMasked?: (row: number, column: number) => boolean;
  /** texts of the corner about the columns and the rows; the first pair that fits */
  corner?: readonly (readonly [string, string])[];
  /** colours of labels, and of masked cells */
  colors: { text: string; faint: string };
  fontFamily: string;
  /** device pixels per CSS pixel */
  pixelRatio: number;
}

export function drawBackdrop(canvas: HTMLCanvasElement, backdrop: Backdrop) {
  const { layout, colors, isMasked, fontFamily } = backdrop;
  const context = prepareCanvas(canvas, layout, backdrop.pixelRatio);
  if (!context) return;
  const corner = fittingCorner(context, backdrop);
  const words = labelMarks(backdrop);
  if (corner) words.push(...cornerMarks(layout, corner, colors.text));
  for (const word of words) paintText(context, word, fontFamily);
  if (isMasked) paintDots(context, maskDots(layout, isMasked, colors.faint));
}

/** Rounded cells with gaps, which clip the picture of a map. */
export function drawShape(canvas: HTMLCanvasElement, layout: MapLayout, pixelRatio: number) {
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

function fittingCorner(
  context: CanvasRenderingContext2D,
  { layout, corner = [], fontFamily }: Backdrop,
) {
  context.font = `${layout.fontSize - 1}px ${fontFamily}`;
  return corner.find((pair) =>
    pair.every((word) => context.measureText(word).width <= layout.left - 7),
  );
}
