// Positions of a block's matrices: around a corner, or in line.
// A product is around its corner; other operations are in a line with their signs.

import { h } from '../../shared/dom.js';

/**
 * @typedef {import('./plan.js').Block} Block
 * @typedef {import('./plan.js').Shown} Shown
 */

/**
 * @typedef {(shown: Shown, around: { rowLabel: number, columnLabel: number, grouped: boolean }, above?: boolean)
 *   => HTMLElement} PlaceMatrix
 */

/**
 * @param {Extract<Block, { kind: 'product' }>} block
 * @param {import('./sizes.js').Sizes} sizes
 * @param {PlaceMatrix} place
 */
export function placeProduct({ left, parts }, sizes, place) {
  const inGroups = [left, ...parts.map(({ result }) => result)].some(
    ({ groups }) => groups.length > 0,
  );
  const box = h('div', { class: 'product' });
  const put = (
    /** @type {HTMLElement} */ child,
    /** @type {number} */ row,
    /** @type {number} */ column,
  ) => {
    child.style.gridArea = `${row} / ${column}`;
    box.append(child);
  };
  put(h('div', { class: 'corner' }), 1, 1);
  const base = { rowLabel: 0, columnLabel: 0, grouped: false };
  put(place(left, { ...base, rowLabel: sizes.rowLabel, grouped: inGroups }), 2, 1);
  parts.forEach(({ top, bias, result }, i) => {
    const labels = top.columns.labels ? sizes.columnLabel : 0;
    const above = h('div', { class: 'factor' });
    const grouped = top.groups.length > 0;
    const around = { ...base, columnLabel: labels, grouped };
    above.append(place(top, around, true));
    if (bias) above.append(place(bias, base, true));
    put(above, 1, i + 2);
    put(place(result, { ...base, grouped: inGroups }), 2, i + 2);
  });
  return box;
}

/**
 * @param {Extract<Block, { kind: 'line' }>} block
 * @param {import('./sizes.js').Sizes} sizes
 * @param {PlaceMatrix} place
 */
export function placeLine({ items, wraps }, sizes, place) {
  const box = h('div', { class: wraps ? 'each' : 'line', 'data-stacked': sizes.stacked });
  if (wraps) box.style.gridTemplateColumns = `repeat(${sizes.perRow}, max-content)`;
  const grouped = items.some((item) => typeof item !== 'string' && item.groups.length > 0);
  let index = 0;
  for (const item of items) {
    if (typeof item === 'string') {
      if (item !== '') box.append(h('span', { class: 'sign' }, item));
      continue;
    }
    const begins = index++ % sizes.perRow === 0;
    box.append(
      place(item, {
        rowLabel: begins || sizes.stacked ? sizes.rowLabel : 0,
        columnLabel: item.columns.labels ? sizes.columnLabel : 0,
        grouped,
      }),
    );
  }
  return box;
}
