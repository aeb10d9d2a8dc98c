// Marks of a matrix's labels and its bars above heads' columns.
// The screen and the files share them.

import { GROUP_BAR, GROUP_GAP, LABEL_GAP } from './layout.js';

/**
 * @typedef {import('../figure.js').Text} Text
 * @typedef {import('../figure.js').Rect} Rect
 * @typedef {import('./matrix.js').MatrixDrawing} MatrixDrawing
 */

/**
 * @param {Pick<MatrixDrawing, 'layout' | 'groups'>} drawing
 * @returns {Rect[]}
 */
export function groupMarks({ layout, groups = [] }) {
  const { left, top, cellWidth, columns } = layout;
  return groups.flatMap(({ from, to, color }) => {
    const [begin, end] = [Math.max(0, from), Math.min(columns, to)];
    if (begin >= end) return [];
    const x = left + begin * cellWidth;
    const y = top - GROUP_BAR - GROUP_GAP;
    const width = (end - begin) * cellWidth - (end < columns ? 1.5 : 0);
    return [{ kind: 'rect', x, y, width, height: GROUP_BAR, fill: color }];
  });
}

/**
 * @param {Pick<MatrixDrawing, 'layout' | 'rowLabels' | 'columnLabels' | 'colors'>} drawing
 * @returns {Text[]}
 */
export function labelMarks({ layout, rowLabels, columnLabels, colors }) {
  const { left, top, cellWidth, cellHeight, rows, columns, fontSize, columnsUpright } = layout;
  const line = fontSize * 1.15;
  const look = /** @type {const} */ ({ kind: 'text', size: fontSize, fill: colors.text });
  /** @type {Text[]} */
  const marks = [];
  const everyRow = Math.max(1, Math.ceil(line / cellHeight));
  for (let row = 0; rowLabels && left > LABEL_GAP && row < rows; row += everyRow) {
    const y = top + (row + 0.5) * cellHeight;
    const room = left - LABEL_GAP;
    const text = rowLabels[row] ?? '';
    marks.push({ ...look, x: room + 1, y, text, align: 'right', base: 'middle', room });
  }
  const everyColumn = columnsUpright ? Math.max(1, Math.ceil(line / cellWidth)) : 1;
  for (let i = 0; columnLabels && top > LABEL_GAP && i < columns; i += everyColumn) {
    const place = { x: left + (i + 0.5) * cellWidth, y: top - LABEL_GAP + 1 };
    const text = columnLabels[i] ?? '';
    if (columnsUpright) {
      const upright = /** @type {const} */ ({ align: 'left', base: 'middle', upright: true });
      marks.push({ ...look, ...place, text, ...upright, room: top - LABEL_GAP });
    } else {
      marks.push({ ...look, ...place, text, align: 'center', base: 'alphabetic' });
    }
  }
  return marks;
}
