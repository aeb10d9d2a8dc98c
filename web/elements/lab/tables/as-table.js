// The switch between a drawing and a table of its numbers.

import { fillText, h, setAttribute } from '../../shared/dom.js';
import { shownValue } from '../blend/shown.js';
import { keyPieces, queryPieces } from '../frame.js';
import { shownMask } from '../answer/masked.js';
import { createNumberTable } from './number-table.js';

/** @typedef {import('./number-table.js').NumberGrid} NumberGrid */

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
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
     * @param {import('../frame.js').Frame} frame
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
 * One map as numbers: a head's, or the mixture or difference in its place.
 * @param {import('../frame.js').Frame} frame
 * @param {import('../answer/answer.js').Answer} answer its answer
 * @param {number} head
 * @returns {NumberGrid}
 */
export function gridOfMap(frame, answer, head) {
  const { messages, blend } = frame;
  const isMasked = shownMask(blend, answer);
  const caption = {
    mix: messages.blendMixLabel,
    head: messages.blendHeadLabel,
    run: messages.blendRunLabel,
    none: messages.tableCaption,
  }[blend?.kind ?? 'none'];
  return {
    key: [answer, blend, head],
    caption: fillText(caption, { head: head + 1, other: (blend?.head ?? 0) + 1 }),
    corner: `${messages.cornerRows} ${messages.cornerColumns}`,
    rows: queryPieces(answer),
    columns: keyPieces(answer),
    value: (row, column) => (isMasked?.(row, column) ? null : shownValue(frame, head, row, column)),
  };
}
