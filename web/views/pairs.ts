// Draws a row of numbers before and after rotation.
// An arc joins the two numbers of each rotated pair. Data in, pixels out: it uses neither the
// engine nor the page.

import { signedRampOf } from './color.ts';
import { paintText } from './paint.ts';
import { chooseSignedScale, stepOf } from './scale.ts';
import type { Text } from './figure.ts';
import type { Theme } from './color.ts';

interface PairsDrawing {
  /** CSS pixels */
  width: number;
  /** (E) */
  before: Float32Array;
  /** (E) */
  after: Float32Array;
  pairs: readonly (readonly [number, number])[];
  /** names of the two rows */
  names: readonly string[];
  /** colour of the arcs */
  color: string;
  format: (value: number) => string;
  ink: { soft: string; fontFamily: string; theme: Theme; pixelRatio: number };
}

const NAME = 18;
const CELL = 30;
const BETWEEN = 10;
const SIZE = 12;
const ARCS = 54;
const GAP = 2;
const MOST = 64;

export function drawPairs(
  canvas: HTMLCanvasElement,
  { width: room, before, after, pairs, names, color, format, ink }: PairsDrawing,
): { width: number; height: number } {
  const count = before.length;
  const cell = Math.min(MOST, room / count);
  const [width, height] = [cell * count, ARCS + 2 * (NAME + CELL) + BETWEEN];
  canvas.width = Math.round(width * ink.pixelRatio);
  canvas.height = Math.round(height * ink.pixelRatio);
  const context = canvas.getContext('2d');
  if (!context) return { width, height };
  context.scale(ink.pixelRatio, ink.pixelRatio);
  const text = (one: Pick<Text, 'text' | 'x' | 'y' | 'fill'> & { align?: 'left' }) =>
    paintText(
      context,
      { kind: 'text', size: SIZE, align: 'center', base: 'middle', ...one },
      ink.fontFamily,
    );
  const middle = (at: number) => (at + 0.5) * cell;

  context.lineWidth = 2;
  context.strokeStyle = color;
  for (const [i, [left, right]] of pairs.entries()) {
    const [from, to] = [middle(left), middle(right)];
    const rise = Math.min(ARCS - 8, 10 + (to - from) / 5 + 3 * i);
    context.beginPath();
    context.moveTo(from, ARCS - 2);
    context.bezierCurveTo(from, ARCS - rise * 1.3, to, ARCS - rise * 1.3, to, ARCS - 2);
    context.stroke();
  }

  const scale = chooseSignedScale(Float32Array.of(...before, ...after));
  const ramp = signedRampOf(ink.theme);
  for (const [i, values] of [before, after].entries()) {
    const top = ARCS + i * (CELL + NAME + BETWEEN);
    for (const [at, value] of values.entries()) {
      const step = stepOf(scale, value);
      context.fillStyle = ramp.css[step];
      context.fillRect(at * cell + GAP / 2, top, cell - GAP, CELL);
      text({ text: format(value), x: middle(at), y: top + CELL / 2, fill: ramp.ink[step] });
    }
    const y = top + CELL + NAME / 2;
    text({ text: names[i], x: 1, y, fill: ink.soft, align: 'left' });
  }
  return { width, height };
}
