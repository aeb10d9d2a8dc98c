// One matrix as a figure, for files: the same layout and the same colours as matrix.js paints on the screen.

import { GROUP_BAR, LETTER, LINE } from './matrix.js';
import { stepOf } from './scale.js';

/**
 * @typedef {import('./figure.js').Mark} Mark
 * @typedef {Pick<import('./matrix.js').MatrixDrawing, 'layout' | 'valueAt' | 'ramp' | 'scale' | 'isEmpty' | 'rowLabels'
 *   | 'columnLabels' | 'groups' | 'format' | 'letters' | 'colors'>} MatrixContent
 */

const GROUP_GAP = 3;
const LABEL_GAP = 7;

/**
 * @param {MatrixContent} content
 * @returns {Mark[]} from the corner of the layout
 */
export function matrixMarks(content) {
  return [...cellMarks(content), ...groupMarks(content), ...labelMarks(content)];
}

/**
 * Cells of one colour are one mark: a matrix may have a hundred thousand.
 * @param {MatrixContent} content
 * @returns {Mark[]}
 */
function cellMarks({ layout, valueAt, ramp, scale, isEmpty, format, letters = 5, colors }) {
  const { left, top, cellWidth, cellHeight, rows, columns } = layout;
  const smaller = Math.min(cellWidth, cellHeight);
  const gap = smaller >= 14 ? 2 : smaller >= 6 ? 1 : smaller >= 4 ? 0.5 : 0;
  const writes = cellWidth >= LETTER * letters && cellHeight >= LINE;
  /** @type {Map<number, number[]>} */
  const bySteps = new Map();
  /** @type {number[]} */
  const empty = [];
  /** @type {Mark[]} */
  const digits = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = left + column * cellWidth;
      const y = top + row * cellHeight;
      if (isEmpty?.(row, column)) {
        empty.push(x + cellWidth / 2, y + cellHeight / 2);
        continue;
      }
      const value = valueAt(row, column);
      const step = stepOf(scale, value);
      let places = bySteps.get(step);
      if (!places) bySteps.set(step, (places = []));
      places.push(x + gap / 2, y + gap / 2, cellWidth - gap, cellHeight - gap);
      if (!writes) continue;
      digits.push({
        kind: 'text',
        x: x + cellWidth / 2,
        y: y + cellHeight / 2,
        text: format(value),
        size: Math.min(12.5, Math.round(cellWidth / (0.68 * letters))),
        fill: ramp.ink[step],
        align: 'center',
        base: 'middle',
      });
    }
  }
  /** @type {Mark[]} */
  const cells = [...bySteps]
    .sort(([a], [b]) => a - b)
    .map(([step, places]) => ({ kind: 'bars', places, fill: ramp.css[step] }));
  if (empty.length > 0) {
    cells.push({
      kind: 'dots',
      places: empty,
      radius: Math.min(1.75, smaller / 6),
      fill: colors.faint,
    });
  }
  return [...cells, ...digits];
}

/**
 * @param {MatrixContent} content
 * @returns {Mark[]}
 */
function groupMarks({ layout, groups = [] }) {
  const { left, top, cellWidth, columns } = layout;
  return groups.map(({ from, to, color }) => ({
    kind: 'rect',
    x: left + from * cellWidth,
    y: top - GROUP_BAR - GROUP_GAP,
    width: (to - from) * cellWidth - (to < columns ? 1.5 : 0),
    height: GROUP_BAR,
    fill: color,
  }));
}

/**
 * @param {MatrixContent} content
 * @returns {Mark[]}
 */
function labelMarks({ layout, rowLabels, columnLabels, colors }) {
  const { left, top, cellWidth, cellHeight, rows, columns, fontSize, columnsUpright } = layout;
  const line = fontSize * 1.15;
  const look = /** @type {const} */ ({ kind: 'text', size: fontSize, fill: colors.text });
  /** @type {Mark[]} */
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
