// Draws one way from a word's x to the heads' queries.
// Every matrix and row shows its actual numbers, each head in its hue. Data in, pixels out: it
// knows neither the engine nor the page.

import { headHue, markOf, signedRampOf } from './color.js';
import { drawNames } from './five-ways-names.js';
import { fitText } from './fit-text.js';
import { chooseSignedScale, stepOf } from './scale.js';

/**
 * @typedef {import('./color.js').Theme} Theme
 * @typedef {{ data: Float32Array, shape: readonly number[] }} Matrix
 *
 * @typedef {object} WayNumbers
 * @property {Float32Array} x (D)
 * @property {Float32Array} between (D): x after the first matrix of (c)
 * @property {Float32Array} query (D): all heads' queries of the word, one after the other
 * @property {Matrix} own (D outputs, D inputs): all heads' matrices, one below the other
 * @property {Matrix} first (D, D)
 * @property {Matrix} collapsed (D, D)
 * @property {Matrix} small (E, E)
 *
 * @typedef {object} Ink
 * @property {string} text
 * @property {string} faint
 * @property {string} fontFamily
 * @property {Theme} theme
 * @property {number} pixelRatio
 *
 * @typedef {object} WayDrawing
 * @property {import('./five-ways-layout.js').WayLayout} layout
 * @property {WayNumbers} numbers
 * @property {Ink} ink
 * @property {number} selected the head that stands out
 *
 * @typedef {object} RowsDrawing
 * @property {number} width room, CSS pixels
 * @property {Matrix} rows (L, D): the result before it is taken apart
 * @property {number} heads
 * @property {readonly string[]} words
 * @property {boolean} asItLies whether heads are given rows, or columns of pieces as they should be
 * @property {Ink} ink
 * @property {number} selected
 */

const ARROW = 4;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {WayDrawing} drawing
 */
export function drawWay(canvas, { layout, numbers, ink, selected }) {
  const context = prepare(canvas, layout.width, layout.height, ink);
  if (!context) return;
  const scales = {
    own: chooseSignedScale(numbers.own.data),
    first: chooseSignedScale(numbers.first.data),
    collapsed: chooseSignedScale(numbers.collapsed.data),
    small: chooseSignedScale(numbers.small.data),
    x: chooseSignedScale(numbers.x),
    between: chooseSignedScale(numbers.between),
    query: chooseSignedScale(numbers.query),
  };
  for (const square of layout.empty) {
    context.fillStyle = ink.faint;
    context.globalAlpha = 0.16;
    context.fillRect(square.x, square.y, square.width, square.height);
    context.globalAlpha = 1;
  }
  for (const block of layout.blocks) {
    const matrix = numbers[block.source];
    const [outputs, inputs] = matrix.shape;
    // an output is a column here, as in x W; it is kept as a row
    const picture = paint(
      canvas,
      block.columns,
      inputs,
      ink.theme,
      scales[block.source],
      (row, column) =>
        block.from + column < outputs ? matrix.data[(block.from + column) * inputs + row] : 0,
    );
    place(context, picture, block);
    if (block.head !== null) underline(context, block, block.head, ink, selected);
  }
  for (const strip of layout.strips) {
    const values = numbers[strip.source];
    const columns = strip.standing ? 1 : strip.count;
    const picture = paint(
      canvas,
      columns,
      strip.standing ? strip.count : 1,
      ink.theme,
      scales[strip.source],
      (row, column) => values[strip.from + row + column],
    );
    place(context, picture, strip);
    if (strip.head !== null && !strip.standing)
      underline(context, strip, strip.head, ink, selected);
  }
  drawArrows(context, layout.arrows, ink);
  drawNames(context, layout, ink, selected);
}

/**
 * The result of all words, and which head gets which part of it.
 * @param {HTMLCanvasElement} canvas
 * @param {RowsDrawing} drawing
 * @returns {{ width: number, height: number }} its size, CSS pixels
 */
export function drawTakenApart(canvas, drawing) {
  const { width, rows, heads, words, ink, asItLies, selected } = drawing;
  const [length, embedDim] = rows.shape;
  const label = 84;
  const cell = Math.max(12, Math.min(20, 220 / length));
  const side = Math.max(60, Math.min(300, width - label - 2));
  const height = Math.ceil(length * cell + 4);
  const size = { width: Math.ceil(label + side + 2), height };
  const context = prepare(canvas, size.width, height, ink);
  if (!context) return size;
  const scale = chooseSignedScale(rows.data);
  const picture = paint(
    canvas,
    embedDim,
    length,
    ink.theme,
    scale,
    (row, column) => rows.data[row * embedDim + column],
  );
  place(context, picture, { x: label, y: 2, width: side, height: length * cell });
  const pieces = length * heads;
  for (let piece = 0; piece < pieces; piece++) {
    const row = Math.floor(piece / heads);
    const column = piece % heads;
    const head = asItLies ? Math.floor(piece / length) : column;
    const box = {
      x: label + (column * side) / heads + 1,
      y: 2 + row * cell + 1,
      width: side / heads - 2,
      height: cell - 2,
    };
    const mine = head === selected;
    context.globalAlpha = mine ? 1 : 0.4;
    context.strokeStyle = markOf(headHue(head), ink.theme);
    context.lineWidth = mine ? 2 : 1;
    context.strokeRect(box.x, box.y, box.width, box.height);
  }
  context.globalAlpha = 1;
  context.font = `12px ${ink.fontFamily}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  words.forEach((word, row) => {
    const has =
      !asItLies ||
      [...Array(heads).keys()].some((i) => Math.floor((row * heads + i) / length) === selected);
    context.fillStyle = ink.text;
    context.globalAlpha = has ? 1 : 0.45;
    context.fillText(fitText(context, word, label - 10), label - 8, 2 + (row + 0.5) * cell);
  });
  context.globalAlpha = 1;
  return size;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height
 * @param {Ink} ink
 */
function prepare(canvas, width, height, { pixelRatio }) {
  canvas.width = Math.round(width * pixelRatio);
  canvas.height = Math.round(height * pixelRatio);
  const context = canvas.getContext('2d');
  context?.scale(pixelRatio, pixelRatio);
  return context;
}

/**
 * A picture with one pixel for each number.
 * @param {HTMLCanvasElement} canvas
 * @param {number} columns
 * @param {number} rows
 * @param {Theme} theme
 * @param {import('./scale.js').Scale} scale
 * @param {(row: number, column: number) => number} valueOf
 */
function paint(canvas, columns, rows, theme, scale, valueOf) {
  const picture = canvas.ownerDocument.createElement('canvas');
  picture.width = columns;
  picture.height = rows;
  const context = picture.getContext('2d');
  if (!context) return picture;
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const ramp = signedRampOf(theme);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      pixels[i] = ramp.pixels[stepOf(scale, valueOf(row, column))];
    }
  }
  context.putImageData(image, 0, 0);
  return picture;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {HTMLCanvasElement} picture
 * @param {{ x: number, y: number, width: number, height: number }} area
 */
function place(context, picture, { x, y, width, height }) {
  context.imageSmoothingEnabled = width < picture.width || height < picture.height;
  context.drawImage(picture, x, y, width, height);
}

/**
 * The head's hue below what is its own.
 * @param {CanvasRenderingContext2D} context
 * @param {{ x: number, y: number, width: number, height: number }} area
 * @param {number} head
 * @param {Ink} ink
 * @param {number} selected
 */
function underline(context, { x, y, width, height }, head, { theme }, selected) {
  context.fillStyle = markOf(headHue(head), theme);
  context.globalAlpha = head === selected ? 1 : 0.6;
  context.fillRect(x, y + height + 1, width, head === selected ? 3 : 2);
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {readonly import('./five-ways-layout.js').Arrow[]} arrows
 * @param {Ink} ink
 */
function drawArrows(context, arrows, { text }) {
  context.strokeStyle = text;
  context.lineWidth = 1;
  context.lineJoin = context.lineCap = 'round';
  for (const { x, y, toX, toY } of arrows) {
    const upwards = toY < y;
    context.beginPath();
    context.moveTo(x, y);
    // on its way up it first goes across: a row is stood on end
    if (upwards) context.lineTo(toX, y);
    context.lineTo(toX, toY);
    const turn = upwards ? ARROW : -ARROW;
    context.moveTo(toX - ARROW + 1, toY + turn);
    context.lineTo(toX, toY);
    context.lineTo(toX + ARROW - 1, toY + turn);
    context.stroke();
  }
}
