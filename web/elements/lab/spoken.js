// What a screen reader says: one sentence about what is selected, politely, after the arrows rest.

import { fillText, h } from './dom.js';
import { isMasked, keyPiece, largestInColumn, largestInRow, queryPiece, valueAt } from './frame.js';
import { shortText } from './format.js';

const REST = 120;

/**
 * @param {import('./frame.js').Frame} frame
 * @returns {string} empty if nothing is selected
 */
export function sentenceOf({ answer, selection, messages }) {
  const { head, query, key } = selection;
  if (!answer || (query === null && key === null)) return '';
  const row = query ?? largestInColumn(answer, head, key ?? 0);
  const column = key ?? largestInRow(answer, head, row);
  const masked = query !== null && key !== null && isMasked(answer, query, key);
  const message =
    query === null
      ? messages.sayColumn
      : key === null
        ? messages.sayRow
        : masked
          ? messages.sayMasked
          : messages.sayCell;
  return fillText(message, {
    head: head + 1,
    query: queryPiece(answer, row),
    key: keyPiece(answer, column),
    value: shortText(valueAt(answer, head, row, column)),
  });
}

export function createSpoken() {
  const element = h('div', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  let timer = 0;

  return {
    element,
    /** @param {() => string} sentence asked for when it is said */
    say(sentence) {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        element.textContent = sentence();
      }, REST);
    },
  };
}
