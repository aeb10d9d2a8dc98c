// Draws a matrix of signed numbers as a field of cells, one for each number.

import { signedRampOf } from '../views/color.ts';
import { chooseSignedScale, stepOf } from '../views/scale.ts';
import type { Theme } from '../views/color.ts';
import type { Matrix } from './tensors.ts';

/** Its style gives it its size. */
export function paintColumns(
  canvas: HTMLCanvasElement,
  { data, shape: [rows, columns] }: Matrix,
  theme: Theme,
) {
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext('2d');
  if (!context) return;
  const { pixels } = signedRampOf(theme);
  const scale = chooseSignedScale(data);
  const image = context.createImageData(columns, rows);
  new Uint32Array(image.data.buffer).set(Array.from(data, (value) => pixels[stepOf(scale, value)]));
  context.putImageData(image, 0, 0);
}
