// Layout of a matrix of signed numbers.
// Arithmetic only, without measuring or drawing.

/** all in CSS pixels */
export interface MatrixLayout {
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
  /** width of the whole matrix */
  width: number;
  /** height of the whole matrix */
  height: number;
  fontSize: number;
  /** whether column labels are upright */
  columnsUpright: boolean;
}

/** Height of the bar above the columns of a group, and the gap below it. */
export const GROUP_BAR = 4;
export const GROUP_GAP = 3;
export const LABEL_GAP = 7;
const EDGE = 2;
/** Width of one digit in a cell, and the height of a line, CSS pixels. */
const LETTER = 6.8;
const LINE = 16;
/** Cells below this size have no gaps, CSS pixels. */
export const SMALL = 6;

/** @param space.rowLabel width of the longest row label; 0: none */
export function layoutMatrix({
  rows,
  columns,
  cellWidth,
  cellHeight,
  rowLabel,
  columnLabel,
  grouped,
  fontSize,
}: {
  rows: number;
  columns: number;
  cellWidth: number;
  cellHeight: number;
  rowLabel: number;
  columnLabel: number;
  grouped: boolean;
  fontSize: number;
}): MatrixLayout {
  const left = rowLabel > 0 ? rowLabel + LABEL_GAP : EDGE;
  const columnsUpright = columnLabel > cellWidth - 4;
  const labels = columnLabel === 0 ? 0 : columnsUpright ? columnLabel : fontSize * 1.3;
  const top =
    (labels > 0 ? Math.ceil(labels) + LABEL_GAP : EDGE) + (grouped ? GROUP_BAR + GROUP_GAP : 0);
  const smaller = Math.min(cellWidth, cellHeight);
  return {
    left,
    top,
    cellWidth,
    cellHeight,
    gap: smaller >= 14 ? 2 : smaller >= SMALL ? 1 : 0,
    rows,
    columns,
    width: Math.ceil(left + columns * cellWidth + EDGE),
    height: Math.ceil(top + rows * cellHeight + EDGE),
    fontSize,
    columnsUpright,
  };
}

/**
 * Font size of the numbers in cells; 0 where they do not fit.
 *
 * @param letters characters of the longest number
 */
export function digitSize({ cellWidth, cellHeight }: MatrixLayout, letters: number) {
  if (cellWidth < LETTER * letters || cellHeight < LINE) return 0;
  return Math.min(12.5, Math.round(cellWidth / (0.68 * letters)));
}

/** Radius of the dot in a cell without a number. */
export function emptyRadius({ cellWidth, cellHeight }: MatrixLayout) {
  return Math.min(1.75, Math.min(cellWidth, cellHeight) / 6);
}
