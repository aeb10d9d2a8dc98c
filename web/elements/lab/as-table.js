// The switch between a drawing and the numbers it was made from, and the table of those.

import { fillText, h, setAttribute } from './dom.js';
import { isMasked, keyPieces, queryPieces, valueAt } from './frame.js';
import { createNumberTable } from './number-table.js';

/** @typedef {import('./number-table.js').NumberGrid} NumberGrid */

/**
 * @param {import('../messages/en.js').Messages} messages
 * @param {import('./frame.js').Actions} actions
 */
export function createNumbers(messages, actions) {
  const table = createNumberTable(messages);
  const asDrawing = choice(messages.viewDrawing, false);
  const asTable = choice(messages.viewTable, true);
  const toggle = h('div', { class: 'segments' }, asDrawing, asTable);

  /**
   * @param {string} text
   * @param {boolean} numbers
   */
  function choice(text, numbers) {
    return h('button', { type: 'button', onclick: () => actions.change({ numbers }) }, text);
  }

  return {
    element: table.element,
    toggle,
    /**
     * @param {import('./frame.js').Frame} frame
     * @param {NumberGrid | null} grid null: there is nothing to show yet
     */
    update({ state }, grid) {
      setAttribute(asDrawing, 'aria-pressed', String(!state.numbers));
      setAttribute(asTable, 'aria-pressed', String(state.numbers));
      table.element.hidden = !state.numbers || !grid;
      if (state.numbers && grid) table.show(grid);
    },
  };
}

/**
 * One head's map as numbers.
 * @param {import('./answer.js').Answer} answer
 * @param {number} head
 * @param {import('../messages/en.js').Messages} messages
 * @returns {NumberGrid}
 */
export function gridOfMap(answer, head, messages) {
  return {
    key: [answer, head],
    caption: fillText(messages.tableCaption, { head: head + 1 }),
    corner: `${messages.cornerRows} ${messages.cornerColumns}`,
    rows: queryPieces(answer),
    columns: keyPieces(answer),
    value: (row, column) =>
      isMasked(answer, row, column) ? null : valueAt(answer, head, row, column),
  };
}
