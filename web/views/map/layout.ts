// Layout of an attention map: cells and labels.
// It also decides how many labels fit. Arithmetic only, without measuring or drawing.

interface MapSpace {
  /** room for the whole map with its labels, CSS pixels */
  width: number;
  height: number;
  /** queries, down */
  rows: number;
  /** keys, across */
  columns: number;
  /** width of row labels; 0 leaves them out */
  rowLabel: number;
  /** height of column labels; 0 leaves them out */
  columnLabel: number;
  fontSize: number;
  /** largest height of a cell */
  maxCell: number;
  /** largest ratio of a cell's width to its height; 1 by default */
  widest?: number;
}

export interface MapLayout {
  /** left edge of the first cell */
  left: number;
  /** top edge of the first cell */
  top: number;
  cellWidth: number;
  cellHeight: number;
  /** gap between cells; part of a cell's width and height */
  gap: number;
  rows: number;
  columns: number;
  /** right edge of the cells */
  right: number;
  /** bottom edge of the cells */
  bottom: number;
  /** width of the whole map */
  width: number;
  /** height of the whole map */
  height: number;
  /** interval of rows with a label; 0 for none */
  rowEvery: number;
  columnEvery: number;
  /** whether column labels are upright */
  columnsUpright: boolean;
  fontSize: number;
}

/** Distance between labels and cells. */
export const LABEL_GAP = 8;
/** Margin around the cells, for outlines. */
export const EDGE = 2;
const LEAST_SIDE = 16;
const READABLE_SIDE = 20;
/** Width of a number in its cell. */
const DIGITS_WIDTH = 34;
const DIGITS_HEIGHT = 18;

export function layoutMap(space: MapSpace): MapLayout {
  const { rows, columns, fontSize } = space;
  const lineHeight = Math.ceil(fontSize * 1.2);
  const left = space.rowLabel > 0 ? space.rowLabel + LABEL_GAP : EDGE;
  const lying = space.columnLabel > 0 ? 2 * lineHeight + LABEL_GAP : EDGE;
  const upright = Math.max(lying, space.columnLabel + LABEL_GAP);

  let top = lying;
  let cell = cellSize(space, left, top);
  const columnsUpright = space.columnLabel > cell.width - 6;
  if (columnsUpright && space.columnLabel > 0) {
    top = upright;
    cell = cellSize(space, left, top);
  }
  const smaller = Math.min(cell.width, cell.height);
  const right = left + cell.width * columns;
  const bottom = top + cell.height * rows;
  return {
    left,
    top,
    cellWidth: cell.width,
    cellHeight: cell.height,
    gap: smaller >= 26 ? 3 : smaller >= 14 ? 2 : smaller >= 8 ? 1 : 0,
    rows,
    columns,
    right,
    bottom,
    width: Math.ceil(right + EDGE),
    height: Math.ceil(bottom + EDGE),
    rowEvery: space.rowLabel > 0 ? thin(lineHeight / cell.height) : 0,
    columnEvery: space.columnLabel > 0 ? thin(lineHeight / cell.width) : 0,
    columnsUpright,
    fontSize,
  };
}

/**
 * The largest cell that fits: whole pixels while cells are distinguishable, fractions of one below.
 * Square, unless one side has only a few tokens and would be a hairline.
 */
function cellSize(space: MapSpace, left: number, top: number) {
  const { rows, columns, maxCell, widest = 1 } = space;
  const room = (space.width - left - EDGE) / Math.max(1, columns);
  const across = Math.min(maxCell, room);
  const down = Math.min(maxCell, (space.height - top - EDGE) / Math.max(1, rows));
  const side = Math.max(0.25, Math.min(across, down));
  if (side >= READABLE_SIDE) {
    return {
      width: Math.floor(Math.min(side * Math.max(1, widest), room)),
      height: Math.floor(side),
    };
  }
  const least = Math.max(rows, columns) >= 3 * Math.min(rows, columns) ? LEAST_SIDE : 0;
  return {
    width: wholePixels(Math.max(side, Math.min(across, least))),
    height: wholePixels(Math.max(side, Math.min(down, least))),
  };
}

function wholePixels(size: number) {
  return size >= 4 ? Math.floor(size) : size;
}

/**
 * The interval of cells whose labels fit.
 *
 * @param ratio height of a label in cells
 */
function thin(ratio: number) {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [1, 2, 5]) if (step * unit >= ratio) return step * unit;
  }
}

/** Radius of the corners of cells. */
export function cellRadius({ gap, cellWidth, cellHeight }: MapLayout) {
  return gap > 0 ? Math.min(5, cellWidth / 6, cellHeight / 6) : 0;
}

/** Font size of the numbers in cells; 0 where they do not fit. */
export function digitSize({ cellWidth, cellHeight }: MapLayout) {
  if (cellWidth < DIGITS_WIDTH || cellHeight < DIGITS_HEIGHT) return 0;
  return Math.min(13, Math.round(cellWidth / 3.2));
}
