// Paints a figure of an opened model on a canvas, as finely as the device shows it.

import { paintMarks } from '../../views/figure.ts';
import type { Figure } from '../../views/figure.ts';

/** Device pixels of a canvas, for the memory of phones. */
const MOST_PIXELS = 8e6;

export function paintFigure(canvas: HTMLCanvasElement, { width, height, marks }: Figure) {
  const fine = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
  [canvas.width, canvas.height] = [width * fine, height * fine].map(Math.round);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(fine, fine);
  paintMarks(context, marks, getComputedStyle(canvas).fontFamily);
}
