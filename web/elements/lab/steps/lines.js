// Where a row, a column or a number of a matrix is in what is shown of it, and all that a step shows.

import { parseCell } from '../cells.js';

/**
 * @typedef {import('./plan.js').Shown} Shown
 * @typedef {import('./plan.js').Block} Block
 */

/**
 * @param {Shown} shown
 * @param {{ matrix: string, head: number | null, row: number | null, column: number | null }} line null: all along
 * @returns {[number | null, number | null] | null} its row and column in what is shown; null if it is not there
 */
export function placeOf(shown, { matrix, head, row, column }) {
  if (shown.matrix !== matrix) return null;
  // the first number tells where what is shown begins, and of which head it is
  const first = parseCell(shown.cellAt(0, 0));
  if (!first) return null;
  const isHeaded = first.head !== null;
  const isJoined = isHeaded && shown.head === null;
  if (isHeaded && shown.head !== null && head !== shown.head) return null;
  let across = column;
  if (isJoined && across !== null && head !== null) across += head * headWidthOf(shown);
  if (isJoined && across === null && row === null) return null;
  const r = row === null ? null : row - first.row;
  const c = across === null ? null : across - first.column;
  const [rowIndex, columnIndex] = shown.turned ? [c, r] : [r, c];
  if (rowIndex !== null && (rowIndex < 0 || rowIndex >= shown.rows.size)) return null;
  if (columnIndex !== null && (columnIndex < 0 || columnIndex >= shown.columns.size)) return null;
  return [rowIndex, columnIndex];
}

/** @param {Shown} shown heads side by side */
function headWidthOf({ groups }) {
  return groups.length > 0 ? groups[0].to - groups[0].from : 0;
}

/**
 * Every matrix of a step, in the order in which they stand.
 * @param {readonly Block[]} blocks
 * @returns {Shown[]}
 */
export function allShown(blocks) {
  return blocks.flatMap((block) => {
    if (block.kind === 'line') return block.items.filter((item) => typeof item !== 'string');
    const parts = block.parts.flatMap(({ top, bias, result }) =>
      bias ? [top, bias, result] : [top, result],
    );
    return [block.left, ...parts];
  });
}

/**
 * A product with one factor at a time, for where they do not fit side by side.
 * @param {Block} block
 * @returns {readonly Block[]}
 */
export function oneByOne(block) {
  if (block.kind === 'line') return [block];
  return block.parts.map((part) => ({ ...block, parts: [part] }));
}
