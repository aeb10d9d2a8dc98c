// Thumbnails of all heads of a model on one canvas.
// A row per layer. Data in, pixels out.

import { headHue, rampOf } from './color.ts';
import { bendTable } from './scale.ts';
import type { Theme } from './color.ts';

export type Head = { layer: number; head: number };

/** the thumbnails of one layer's maps */
export interface Small {
  /** (heads, height, width) */
  data: Float32Array;
  height: number;
  width: number;
}

export interface Board {
  layers: number;
  heads: number;
  /** side of a thumbnail, CSS pixels */
  side: number;
  /** distance from one thumbnail to the next */
  step: number;
  /** distance from one row to the next */
  down: number;
  /** order of the heads, row after row; null: a row for each layer */
  order: readonly Head[] | null;
  width: number;
  height: number;
}

/** Limits of a thumbnail's side, CSS pixels; a finger needs the smallest. */
const LEAST = 24;
const MOST = 64;
const GAP = 4;
/** One scale for all heads, so that equal colours mean equal numbers. */
const MAX = 1;
/** Opacity of a removed or unselected head. */
const FAINT = 0.2;
/** Opacity of a head's place before its map is there. */
const PLACE = 0.07;

/** Height of a mark under each thumbnail. */
const MARK = 8;
/** Height of the mark itself, and of its baseline tick. */
const BAR = 4;
const TICK = 2;

/**
 * @param room width, CSS pixels
 * @param isMarked whether heads have a measure
 */
export function layoutBoard(
  {
    layers,
    heads,
    order = null,
  }: { layers: number; heads: number; order?: readonly Head[] | null },
  room: number,
  isMarked: boolean = false,
): Board {
  const side = Math.max(LEAST, Math.min(MOST, Math.floor((room + GAP) / heads) - GAP));
  const step = side + GAP;
  const down = step + (isMarked ? MARK : 0);
  const width = heads * step - GAP;
  return { layers, heads, side, step, down, order, width, height: layers * down - GAP };
}

/** The position of a head's thumbnail. */
export function cellOf(
  { heads, order }: Board,
  { layer, head }: Head,
): { row: number; column: number } {
  if (!order) return { row: layer, column: head };
  const at = order.findIndex((one) => one.layer === layer && one.head === head);
  return { row: Math.floor(at / heads), column: at % heads };
}

/** The head whose thumbnail is at a grid position. */
export function headAt(
  { heads, order }: Board,
  { row, column }: { row: number; column: number },
): Head {
  return order?.[row * heads + column] ?? { layer: row, head: column };
}

/**
 * A smaller map with the largest number of each block: strong cells remain visible in the smallest
 * thumbnail.
 *
 * @param map (rows, columns)
 * @param small (height, width), of zeros
 */
export function shrinkMap(
  map: Float32Array,
  {
    rows,
    columns,
    height,
    width,
  }: { rows: number; columns: number; height: number; width: number },
  small: Float32Array = new Float32Array(height * width),
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

let scratch: HTMLCanvasElement | null = null;

/** a measured quantity of a head */
export interface Mark {
  /** fraction of the mark's length */
  share: number;
  /** baseline beside it; null: none */
  baseline: number | null;
}

/**
 * Draws the heads of one layer at their positions.
 *
 * @param context scaled to CSS pixels
 * @param look.ink colour of marks, and of the line through a head that is out
 * @param look.isOut whether a head is removed
 */
export function drawLayer(
  context: CanvasRenderingContext2D,
  board: Board,
  layer: number,
  { data, height, width }: Small,
  look: {
    theme: Theme;
    ink: string;
    isOut: (head: number) => boolean;
    markOf: (head: number) => Mark | null;
  },
) {
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

/** Holds the places of a layer's heads whose maps are still to come. @param look.ink colour of text */
export function drawPlaces(
  context: CanvasRenderingContext2D,
  board: Board,
  layer: number,
  { ink }: { ink: string },
) {
  context.fillStyle = ink;
  context.globalAlpha = PLACE;
  for (let head = 0; head < board.heads; head++) {
    const { row, column } = cellOf(board, { layer, head });
    const [x, y] = [column * board.step, row * board.down];
    context.clearRect(x, y, board.side, board.down);
    context.fillRect(x, y, board.side, board.side);
  }
  context.globalAlpha = 1;
}

/** A bar as long as the measured value, and a tick at the value by positions alone. */
function drawMark(
  context: CanvasRenderingContext2D,
  [x, y]: [x: number, y: number],
  side: number,
  { share, baseline }: Mark,
  ink: string,
) {
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

function strike(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  side: number,
  ink: string,
) {
  context.beginPath();
  context.moveTo(x, y + side);
  context.lineTo(x + side, y);
  context.lineWidth = 2;
  context.strokeStyle = ink;
  context.stroke();
}
