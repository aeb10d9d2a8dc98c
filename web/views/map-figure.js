// One map as a figure, for files: the same layout and the same colours as map.js paints on the screen.

import { stepOf } from './scale.js';

/**
 * @typedef {import('./figure.js').Mark} Mark
 * @typedef {import('./map-layout.js').MapLayout} MapLayout
 *
 * @typedef {object} MapContent
 * @property {MapLayout} layout
 * @property {Float32Array} values (rows, columns), row-major
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {(row: number, column: number) => boolean} [isMasked] these cells are a dot
 * @property {import('./color.js').Ramp} ramp
 * @property {import('./scale.js').Scale} scale
 * @property {(value: number) => string} [format] writes the number into cells with room for it
 * @property {readonly [string, string]} [corner] what the corner says of the columns and of the rows
 * @property {{ text: string, faint: string }} colors of labels, and of masked cells
 */

/** Room that a number needs in its cell. */
const DIGITS_WIDTH = 34;
const DIGITS_HEIGHT = 18;

/**
 * @param {MapContent} content
 * @returns {Mark[]} from the corner of the layout
 */
export function mapMarks(content) {
  const { layout, rowLabels } = content;
  /** @type {Mark[]} */
  const marks = [{ kind: 'group', name: 'words', marks: labelMarks(content) }];
  for (let row = 0; row < layout.rows; row++) {
    marks.push({ kind: 'group', name: rowLabels[row] ?? '', marks: rowMarks(content, row) });
  }
  return marks;
}

/**
 * @param {MapContent} content
 * @param {number} row
 */
function rowMarks({ layout, values, isMasked, ramp, scale, format, colors }, row) {
  const { left, top, cellWidth, cellHeight, gap, columns } = layout;
  const radius = gap > 0 ? Math.min(5, cellWidth / 6, cellHeight / 6) : 0;
  const withDigits = format && cellWidth >= DIGITS_WIDTH && cellHeight >= DIGITS_HEIGHT;
  const size = Math.min(13, Math.round(cellWidth / 3.2));
  /** @type {Mark[]} */
  const cells = [];
  /** @type {Mark[]} */
  const digits = [];
  /** @type {number[]} */
  const masked = [];
  for (let column = 0; column < columns; column++) {
    const value = values[row * columns + column];
    const x = left + column * cellWidth;
    const y = top + row * cellHeight;
    if (isMasked?.(row, column)) {
      masked.push(x + cellWidth / 2, y + cellHeight / 2);
      continue;
    }
    const step = stepOf(scale, value);
    cells.push({
      kind: 'rect',
      x: x + gap / 2,
      y: y + gap / 2,
      width: cellWidth - gap,
      height: cellHeight - gap,
      radius,
      fill: ramp.css[step],
    });
    if (!withDigits) continue;
    digits.push({
      kind: 'text',
      x: x + cellWidth / 2,
      y: y + cellHeight / 2,
      text: format(value),
      size,
      fill: ramp.ink[step],
      align: 'center',
      base: 'middle',
    });
  }
  if (masked.length > 0 && gap > 0) {
    const dot = Math.min(cellWidth, cellHeight) < 14 ? 0.75 : 1.25;
    cells.push({ kind: 'dots', places: masked, radius: dot, fill: colors.faint });
  }
  return [...cells, ...digits];
}

/** @param {MapContent} content */
function labelMarks({ layout, rowLabels, columnLabels, corner, colors }) {
  const { left, top, cellWidth, cellHeight, fontSize, columnsUpright } = layout;
  /** @type {Mark[]} */
  const marks = [];
  const look = /** @type {const} */ ({ kind: 'text', size: fontSize, fill: colors.text });
  for (let row = 0; layout.rowEvery > 0 && row < layout.rows; row += layout.rowEvery) {
    const y = top + (row + 0.5) * cellHeight;
    const text = rowLabels[row];
    marks.push({ ...look, x: left - 7, y, text, align: 'right', base: 'middle', room: left - 8 });
  }
  for (let i = 0; layout.columnEvery > 0 && i < layout.columns; i += layout.columnEvery) {
    const place = { x: left + (i + 0.5) * cellWidth, y: top - 7, text: columnLabels[i] };
    if (columnsUpright) {
      const upright = /** @type {const} */ ({ align: 'left', base: 'middle', upright: true });
      marks.push({ ...look, ...place, ...upright, room: top - 8 });
    } else {
      marks.push({ ...look, ...place, align: 'center', base: 'alphabetic' });
    }
  }
  if (!corner || layout.rowEvery === 0) return marks;
  const base = Math.min(top - 7, top + cellHeight / 2 - fontSize);
  corner.forEach((text, line) => {
    const y = line === 0 ? base - 1 - fontSize * 1.3 : base;
    const size = fontSize - 1;
    marks.push({ ...look, size, x: left - 7, y, text, align: 'right', base: 'alphabetic' });
  });
  return marks;
}
