// Draws one way from a word's x to the heads' queries.
// Every matrix and row shows its actual numbers, each head in its hue. Data in, pixels out: it uses
// neither the engine nor the page.

import { headHue, markOf, signedRampOf } from './color.ts';
import { drawNames } from './five-ways-names.ts';
import { fitText } from './fit-text.ts';
import { chooseSignedScale, stepOf } from './scale.ts';
import type { Scale } from './scale.ts';
import type { Arrow, WayLayout } from './five-ways-layout.ts';
import type { Theme } from './color.ts';

type Matrix = { data: Float32Array; shape: readonly number[] };

interface WayNumbers {
  /** (D) */
  x: Float32Array;
  /** (D): x after the first matrix of (c) */
  between: Float32Array;
  /** (D): all heads' queries of the word, one after the other */
  query: Float32Array;
  /** (D outputs, D inputs): all heads' matrices, one below the other */
  own: Matrix;
  /** (D, D) */
  first: Matrix;
  /** (D, D) */
  collapsed: Matrix;
  /** (E, E) */
  small: Matrix;
}

export interface Ink {
  text: string;
  faint: string;
  fontFamily: string;
  theme: Theme;
  pixelRatio: number;
}

interface WayDrawing {
  layout: WayLayout;
  numbers: WayNumbers;
  ink: Ink;
  /** the highlighted head */
  selected: number;
}

interface RowsDrawing {
  /** room, CSS pixels */
  width: number;
  /** (L, D): the result before it is split into heads */
  rows: Matrix;
  heads: number;
  words: readonly string[];
  /** whether it is split in the order of memory, by rows, or correctly, by columns */
  asItLies: boolean;
  ink: Ink;
  selected: number;
}

const ARROW = 4;

export function drawWay(canvas: HTMLCanvasElement, { layout, numbers, ink, selected }: WayDrawing) {
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
    // a column is an output here, as in x W; it is stored as a row
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
 * The result of all words, split into heads.
 *
 * @returns its size, CSS pixels
 */
export function drawTakenApart(
  canvas: HTMLCanvasElement,
  drawing: RowsDrawing,
): { width: number; height: number } {
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

function prepare(canvas: HTMLCanvasElement, width: number, height: number, { pixelRatio }: Ink) {
  canvas.width = Math.round(width * pixelRatio);
  canvas.height = Math.round(height * pixelRatio);
  const context = canvas.getContext('2d');
  context?.scale(pixelRatio, pixelRatio);
  return context;
}

/** An image with one pixel for each number. */
function paint(
  canvas: HTMLCanvasElement,
  columns: number,
  rows: number,
  theme: Theme,
  scale: Scale,
  valueOf: (row: number, column: number) => number,
) {
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

function place(
  context: CanvasRenderingContext2D,
  picture: HTMLCanvasElement,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  context.imageSmoothingEnabled = width < picture.width || height < picture.height;
  context.drawImage(picture, x, y, width, height);
}

/** Underlines a head's part in its hue. */
function underline(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  head: number,
  { theme }: Ink,
  selected: number,
) {
  context.fillStyle = markOf(headHue(head), theme);
  context.globalAlpha = head === selected ? 1 : 0.6;
  context.fillRect(x, y + height + 1, width, head === selected ? 3 : 2);
  context.globalAlpha = 1;
}

function drawArrows(context: CanvasRenderingContext2D, arrows: readonly Arrow[], { text }: Ink) {
  context.strokeStyle = text;
  context.lineWidth = 1;
  context.lineJoin = context.lineCap = 'round';
  for (const { x, y, toX, toY } of arrows) {
    const upwards = toY < y;
    context.beginPath();
    context.moveTo(x, y);
    // on its way up the line first goes across: a row becomes upright
    if (upwards) context.lineTo(toX, y);
    context.lineTo(toX, toY);
    const turn = upwards ? ARROW : -ARROW;
    context.moveTo(toX - ARROW + 1, toY + turn);
    context.lineTo(toX, toY);
    context.lineTo(toX + ARROW - 1, toY + turn);
    context.stroke();
  }
}
