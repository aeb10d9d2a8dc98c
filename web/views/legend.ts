// Draws the colour ramp of a legend, bent as in maps. The caller writes the labels beside it.

import { bend, bendSigned } from './scale.ts';
import type { Ramp } from './color.ts';
import type { Mark } from './figure.ts';

/**
 * @param canvas with its size in device pixels set
 * @param signed from the most negative to the most positive
 */
export function drawLegend(canvas: HTMLCanvasElement, ramp: Ramp, signed: boolean = false) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  for (let x = 0; x < width; x++) {
    // linear in the value, like a ruler: each colour is at its number
    const part = (x + 0.5) / width;
    context.fillStyle = ramp.css[signed ? bendSigned(2 * part - 1) : bend(part)];
    context.fillRect(x, 0, 1, height);
  }
}

/** Segments of a strip in a figure: more would only make files larger. */
const PIECES = 48;

/**
 * The same as marks, with its ends and its title in words.
 *
 * @param legend.y y of its middle
 * @param legend.color colour of the words
 */
export function legendMarks({
  x,
  y,
  ramp,
  signed,
  ends,
  name,
  color,
}: {
  x: number;
  y: number;
  ramp: Ramp;
  signed: boolean;
  ends: readonly [string, string];
  name: string;
  color: string;
}): Mark[] {
  const marks: Mark[] = [];
  const text = { kind: 'text', y, size: 11.5, fill: color, base: 'middle' } as const;
  const start = x + 60;
  const width = 120;
  marks.push({ ...text, x: start - 8, text: ends[0], align: 'right' });
  for (let i = 0; i < PIECES; i++) {
    const part = (i + 0.5) / PIECES;
    marks.push({
      kind: 'rect',
      x: start + (i * width) / PIECES,
      y: y - 5,
      // overlaps the next one, or a viewer shows a seam
      width: width / PIECES + (i < PIECES - 1 ? 0.5 : 0),
      height: 10,
      fill: ramp.css[signed ? bendSigned(2 * part - 1) : bend(part)],
    });
  }
  marks.push({ ...text, x: start + width + 8, text: `${ends[1]}   ${name}`, align: 'left' });
  return marks;
}
