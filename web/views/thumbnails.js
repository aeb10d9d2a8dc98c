// All heads of a model at a glance: small attention maps on one canvas, a row for each layer. Data in, pixels out; and
// which head a point is over.

import { headHue, rampOf } from './color.js';
import { bendTable } from './scale.js';

/**
 * @typedef {{ layer: number, head: number }} Head
 *
 * @typedef {object} Small the maps of one layer, small
 * @property {Float32Array} data (heads, height, width)
 * @property {number} height
 * @property {number} width
 *
 * @typedef {object} Board
 * @property {number} layers
 * @property {number} heads
 * @property {number} side of a picture, CSS pixels
 * @property {number} step from one picture to the next
 * @property {number} width
 * @property {number} height
 */

/** A picture's sides, CSS pixels; a finger needs the least. */
const LEAST = 24;
const MOST = 64;
const GAP = 4;
/** One for all heads, so that the same colour is the same number. */
const MAX = 1;
/** How strong a head is that does not count. */
const FAINT = 0.2;

/**
 * @param {{ layers: number, heads: number }} sizes
 * @param {number} room width, CSS pixels
 * @returns {Board}
 */
export function layoutBoard({ layers, heads }, room) {
  const side = Math.max(LEAST, Math.min(MOST, Math.floor((room + GAP) / heads) - GAP));
  const step = side + GAP;
  return { layers, heads, side, step, width: heads * step - GAP, height: layers * step - GAP };
}

/**
 * @param {Board} board
 * @param {number} x CSS pixels from its corner
 * @param {number} y
 * @returns {Head | null}
 */
export function headUnder({ layers, heads, step }, x, y) {
  const layer = Math.floor(y / step);
  const head = Math.floor(x / step);
  return layer >= 0 && layer < layers && head >= 0 && head < heads ? { layer, head } : null;
}

/**
 * A map with the largest number of each of its fields: what is strong stays visible however small the picture is.
 *
 * @param {Float32Array} map (rows, columns)
 * @param {{ rows: number, columns: number, height: number, width: number }} sizes
 * @param {Float32Array} [small] (height, width), of zeros
 */
export function shrinkMap(
  map,
  { rows, columns, height, width },
  small = new Float32Array(height * width),
) {
  const fieldOf = Uint16Array.from({ length: columns }, (_, i) =>
    Math.floor((i * width) / columns),
  );
  for (let row = 0, i = 0; row < rows; row++) {
    const start = Math.floor((row * height) / rows) * width;
    for (let column = 0; column < columns; column++, i++) {
      const at = start + fieldOf[column];
      if (map[i] > small[at]) small[at] = map[i];
    }
  }
  return small;
}

/** @type {HTMLCanvasElement | null} */
let scratch = null;

/**
 * Draws the heads of one layer in their row.
 *
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {Board} board
 * @param {number} layer
 * @param {Small} small
 * @param {object} look
 * @param {import('./color.js').Theme} look.theme
 * @param {string} look.ink of the line through a head that does not count
 * @param {(head: number) => boolean} look.isOut whether a head does not count
 */
export function drawLayer(context, { heads, side, step }, layer, { data, height, width }, look) {
  scratch ??= context.canvas.ownerDocument.createElement('canvas');
  scratch.width = width;
  scratch.height = height;
  const own = scratch.getContext('2d');
  if (!own || width === 0 || height === 0) return;
  context.clearRect(0, layer * step, heads * step, side);
  context.imageSmoothingEnabled = side < Math.max(height, width);
  context.imageSmoothingQuality = 'high';
  const picture = own.createImageData(width, height);
  const pixels = new Uint32Array(picture.data.buffer);
  const table = bendTable();
  const last = table.length - 1;
  for (let head = 0; head < heads; head++) {
    const ramp = rampOf(headHue(head), look.theme);
    const from = head * pixels.length;
    for (let i = 0; i < pixels.length; i++) {
      const part = Math.min(1, Math.max(0, data[from + i] / MAX));
      pixels[i] = ramp.pixels[table[Math.floor(part * last)]];
    }
    own.putImageData(picture, 0, 0);
    const [x, y] = [head * step, layer * step];
    const isOut = look.isOut(head);
    context.globalAlpha = isOut ? FAINT : 1;
    context.drawImage(scratch, x, y, side, side);
    context.globalAlpha = 1;
    if (isOut) strike(context, x, y, side, look.ink);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {string} ink
 */
function strike(context, x, y, side, ink) {
  context.beginPath();
  context.moveTo(x, y + side);
  context.lineTo(x + side, y);
  context.lineWidth = 2;
  context.strokeStyle = ink;
  context.stroke();
}
