// Draws small attention maps side by side on one canvas: any number of heads at a glance. Data in, pixels out.

import { bendTable } from './scale.js';

/**
 * @typedef {object} Thumbnail
 * @property {Float32Array} values (rows, columns), row-major
 * @property {number} rows
 * @property {number} columns
 * @property {import('./color.js').Ramp} ramp
 */

/** @type {HTMLCanvasElement | null} */
let scratch = null;

/**
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {Thumbnail} thumbnail
 * @param {{ x: number, y: number, side: number }} place
 * @param {import('./scale.js').Scale} scale
 */
export function drawThumbnail(context, { values, rows, columns, ramp }, { x, y, side }, scale) {
  scratch ??= context.canvas.ownerDocument.createElement('canvas');
  scratch.width = columns;
  scratch.height = rows;
  const own = scratch.getContext('2d');
  if (!own || rows === 0 || columns === 0) return;
  const table = bendTable();
  const picture = own.createImageData(columns, rows);
  const pixels = new Uint32Array(picture.data.buffer);
  for (let i = 0; i < pixels.length; i++) {
    const part = Math.min(1, Math.max(0, values[i] / scale.max));
    pixels[i] = ramp.pixels[table[Math.floor(part * (table.length - 1))]];
  }
  own.putImageData(picture, 0, 0);
  context.imageSmoothingEnabled = side < Math.max(rows, columns);
  context.imageSmoothingQuality = 'high';
  context.drawImage(scratch, x, y, side, side);
}
