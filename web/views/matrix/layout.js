// Layout and hit test of a matrix of signed numbers.
// Arithmetic only: it measures nothing and draws nothing.

/**
 * @typedef {object} MatrixLayout all in CSS pixels
 * @property {number} left of the first cell
 * @property {number} top of the first cell
 * @property {number} cellWidth
 * @property {number} cellHeight
 * @property {number} gap between cells; part of a cell's width and height
 * @property {number} rows
 * @property {number} columns
 * @property {number} width of everything
 * @property {number} height of everything
 * @property {number} fontSize
 * @property {boolean} columnsUpright whether column labels stand on end
 */

/** Height of the bar above the columns of a group, and the gap below it. */
export const GROUP_BAR = 4;
export const GROUP_GAP = 3;
export const LABEL_GAP = 7;
const EDGE = 2;
/** Room in a cell for one letter of its number, and for a line, CSS pixels. */
const LETTER = 6.8;
const LINE = 16;
/** Cells below this size have no gaps, CSS pixels. */
export const SMALL = 6;

/**
 * @param {object} space
 * @param {number} space.rows
 * @param {number} space.columns
 * @param {number} space.cellWidth
 * @param {number} space.cellHeight
 * @param {number} space.rowLabel width of the longest; 0: none
 * @param {number} space.columnLabel
 * @param {boolean} space.grouped
 * @param {number} space.fontSize
 * @returns {MatrixLayout}
 */
export function layoutMatrix({
  rows,
  columns,
  cellWidth,
  cellHeight,
  rowLabel,
  columnLabel,
  grouped,
  fontSize,
}) {
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
 * Font size of the numbers in cells; 0 where there is no room for them.
 * @param {MatrixLayout} layout
 * @param {number} letters of the longest number
 */
export function digitSize({ cellWidth, cellHeight }, letters) {
  if (cellWidth < LETTER * letters || cellHeight < LINE) return 0;
  return Math.min(12.5, Math.round(cellWidth / (0.68 * letters)));
}

/** Of the dot in a cell without a number. @param {MatrixLayout} layout */
export function emptyRadius({ cellWidth, cellHeight }) {
  return Math.min(1.75, Math.min(cellWidth, cellHeight) / 6);
}

/**
 * What is under a point: a cell, or a row, over its label.
 * @param {MatrixLayout} layout
 * @param {number} x CSS pixels from the left edge
 * @param {number} y from the top edge
 * @returns {{ row: number, column: number } | null}
 */
export function hitMatrix(layout, x, y) {
  const column = Math.floor((x - layout.left) / layout.cellWidth);
  const row = Math.floor((y - layout.top) / layout.cellHeight);
  const inside = column >= 0 && column < layout.columns && row >= 0 && row < layout.rows;
  return inside ? { row, column } : null;
}
