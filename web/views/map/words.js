// Marks of a map's labels, corner, and dots of masked cells. The screen and the files share them.

/**
 * @typedef {import('../figure.js').Text} Text
 * @typedef {import('../figure.js').Dots} Dots
 * @typedef {import('./layout.js').MapLayout} MapLayout
 */

/**
 * @param {object} content
 * @param {MapLayout} content.layout
 * @param {readonly string[]} content.rowLabels
 * @param {readonly string[]} content.columnLabels
 * @param {{ text: string }} content.colors
 * @returns {Text[]}
 */
export function labelMarks({ layout, rowLabels, columnLabels, colors }) {
  const { left, top, cellWidth, cellHeight, fontSize, columnsUpright } = layout;
  /** @type {Text[]} */
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
      const x = Math.max(place.x, 0.6 * fontSize); // all of it, where its column is narrower than it is high
      marks.push({ ...look, ...place, x, ...upright, room: top - 8 });
    } else {
      marks.push({ ...look, ...place, align: 'center', base: 'alphabetic' });
    }
  }
  return marks;
}

/**
 * @param {MapLayout} layout
 * @param {readonly [string, string]} corner its texts about the columns and the rows
 * @param {string} fill
 * @returns {Text[]}
 */
export function cornerMarks({ left, top, cellHeight, fontSize, rowEvery }, corner, fill) {
  if (rowEvery === 0) return [];
  // out of the way of the first row's label where rows are flat
  const base = Math.min(top - 7, top + cellHeight / 2 - fontSize);
  return corner.map((text, line) => {
    const y = line === 0 ? base - 1 - fontSize * 1.3 : base;
    const size = fontSize - 1;
    return { kind: 'text', x: left - 7, y, text, size, fill, align: 'right', base: 'alphabetic' };
  });
}

/**
 * @param {MapLayout} layout
 * @param {(row: number, column: number) => boolean} isMasked
 * @param {string} fill
 * @param {number} [from] first row
 * @param {number} [to] behind the last row
 * @returns {Dots}
 */
export function maskDots(layout, isMasked, fill, from = 0, to = layout.rows) {
  const { left, top, cellWidth, cellHeight, gap, columns } = layout;
  /** @type {number[]} */
  const places = [];
  for (let row = from; gap > 0 && row < to; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isMasked(row, column)) continue;
      places.push(left + (column + 0.5) * cellWidth, top + (row + 0.5) * cellHeight);
    }
  }
  const radius = Math.min(cellWidth, cellHeight) < 14 ? 0.75 : 1.25;
  return { kind: 'dots', places, radius, fill };
}
