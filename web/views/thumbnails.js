// Thumbnails of all heads of a model on one canvas.
// A row per layer; the hit test finds the head under a point. Data in, pixels out.

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
 * @property {number} down from one row to the next
 * @property {readonly Head[] | null} order of the heads, row after row; null: a row for each layer
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

/** Room for a mark under each picture. */
const MARK = 8;
/** Of the mark itself, and of what stands out of it. */
const BAR = 4;
const TICK = 2;

/**
 * @param {{ layers: number, heads: number, order?: readonly Head[] | null }} sizes
 * @param {number} room width, CSS pixels
 * @param {boolean} [isMarked] whether something is measured of each head
 * @returns {Board}
 */
export function layoutBoard({ layers, heads, order = null }, room, isMarked = false) {
  const side = Math.max(LEAST, Math.min(MOST, Math.floor((room + GAP) / heads) - GAP));
  const step = side + GAP;
  const down = step + (isMarked ? MARK : 0);
  const width = heads * step - GAP;
  return { layers, heads, side, step, down, order, width, height: layers * down - GAP };
}

/**
 * Where a head's picture is.
 *
 * @param {Board} board
 * @param {Head} head
 * @returns {{ row: number, column: number }}
 */
export function cellOf({ heads, order }, { layer, head }) {
  if (!order) return { row: layer, column: head };
  const at = order.findIndex((one) => one.layer === layer && one.head === head);
  return { row: Math.floor(at / heads), column: at % heads };
}

/**
 * The head whose picture is at a point.
 *
 * @param {Board} board
 * @param {{ row: number, column: number }} cell
 * @returns {Head}
 */
export function headAt({ heads, order }, { row, column }) {
  return order?.[row * heads + column] ?? { layer: row, head: column };
}

/**
 * @param {Board} board
 * @param {number} x CSS pixels from its corner
 * @param {number} y
 * @returns {Head | null}
 */
export function headUnder(board, x, y) {
  const row = Math.floor(y / board.down);
  const column = Math.floor(x / board.step);
  const isOn = row >= 0 && row < board.layers && column >= 0 && column < board.heads;
  return isOn ? headAt(board, { row, column }) : null;
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
 * Draws the heads of one layer in their places.
 *
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {Board} board
 * @param {number} layer
 * @param {Small} small
 * @param {object} look
 * @param {import('./color.js').Theme} look.theme
 * @param {string} look.ink of the line through a head that does not count, and of marks
 * @param {(head: number) => boolean} look.isOut whether a head does not count
 * @param {(head: number) => Mark | null} look.markOf
 *
 * @typedef {object} Mark a measured quantity of a head
 * @property {number} share of the mark's length
 * @property {number | null} baseline beside it; null: without one
 */
export function drawLayer(context, board, layer, { data, height, width }, look) {
  const { heads, side, step, down } = board;
  scratch ??= context.canvas.ownerDocument.createElement('canvas');
  scratch.width = width;
  scratch.height = height;
  const own = scratch.getContext('2d');
  if (!own || width === 0 || height === 0) return;
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
    const { row, column } = cellOf(board, { layer, head });
    const [x, y] = [column * step, row * down];
    context.clearRect(x, y, side, down);
    const isOut = look.isOut(head);
    context.globalAlpha = isOut ? FAINT : 1;
    context.drawImage(scratch, x, y, side, side);
    context.globalAlpha = 1;
    if (isOut) strike(context, x, y, side, look.ink);
    const mark = look.markOf(head);
    if (mark) drawMark(context, [x, y + side + TICK], side, mark, look.ink);
  }
}

/**
 * A bar as long as the measured value, and a tick at the value by positions alone.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {[x: number, y: number]} at
 * @param {number} side
 * @param {Mark} mark
 * @param {string} ink
 */
function drawMark(context, [x, y], side, { share, baseline }, ink) {
  context.fillStyle = ink;
  context.globalAlpha = FAINT;
  context.fillRect(x, y, side, BAR);
  context.globalAlpha = 1;
  context.fillRect(x, y, side * share, BAR);
  if (baseline === null) return;
  const tick = Math.min(side - TICK, Math.max(0, side * baseline - TICK / 2));
  context.clearRect(x + tick - 1, y - 1, TICK + 2, BAR + 2);
  context.fillRect(x + tick, y - 1, TICK, BAR + 2);
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
