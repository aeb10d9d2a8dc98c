// Marks of one attention map, for export to files.
// Layout, labels and colours are the same that map.js and backdrop.js paint on the screen.

import { cornerMarks, maskDots, labelMarks } from './words.js';
import { cellRadius, digitSize } from './layout.js';
import { stepOf } from '../scale.js';

/**
 * @typedef {import('../figure.js').Mark} Mark
 * @typedef {import('./layout.js').MapLayout} MapLayout
 *
 * @typedef {object} MapContent
 * @property {MapLayout} layout
 * @property {Float32Array} values (rows, columns), row-major
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {(row: number, column: number) => boolean} [isMasked] these cells are a dot
 * @property {import('../color.js').Ramp} ramp
 * @property {import('../scale.js').Scale} scale
 * @property {(value: number) => string} [format] writes the number into cells with room for it
 * @property {readonly [string, string]} [corner] texts of the corner about the columns and the rows
 * @property {{ text: string, faint: string }} colors of labels, and of masked cells
 */

/**
 * @param {MapContent} content
 * @returns {Mark[]} from the corner of the layout
 */
export function mapMarks(content) {
  const { layout, rowLabels, corner, colors } = content;
  const words = [
    ...labelMarks(content),
    ...(corner ? cornerMarks(layout, corner, colors.text) : []),
  ];
  /** @type {Mark[]} */
  const marks = [{ kind: 'group', name: 'words', marks: words }];
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
  const radius = cellRadius(layout);
  const size = digitSize(layout);
  /** @type {Mark[]} */
  const cells = [];
  /** @type {Mark[]} */
  const digits = [];
  for (let column = 0; column < columns; column++) {
    const value = values[row * columns + column];
    const x = left + column * cellWidth;
    const y = top + row * cellHeight;
    if (isMasked?.(row, column)) continue;
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
    if (!format || size === 0) continue;
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
  if (isMasked) {
    const dots = maskDots(layout, isMasked, colors.faint, row, row + 1);
    if (dots.places.length > 0) cells.push(dots);
  }
  return [...cells, ...digits];
}
