// What a screen reader says: one sentence about what is selected, politely, after the arrows rest.

import { parseCell } from './cells.js';
import { fillText, h } from './dom.js';
import { numberOf } from './grids.js';
import { nameText } from './provenance/names.js';
import { shownValue } from './blend/blend.js';
import { keyPiece, largestInColumn, largestInRow, queryPiece } from './frame.js';
import { exactText, shortText } from './format.js';
import { shownMask } from './masked.js';

const REST = 120;

/**
 * @param {import('./frame.js').Frame} frame
 * @returns {string} empty if nothing is selected
 */
export function sentenceOf(frame) {
  const { answer, selection, messages, cell } = frame;
  const at = cell ? parseCell(cell) : null;
  const followed = answer && at ? numberOf(answer, at) : null;
  if (answer && at && followed !== null) {
    const name = nameText(messages, answer, at);
    return fillText(messages.provSay, { name, value: exactText(followed) });
  }
  const plain = { ...frame, blend: null };
  const { head, query, key } = selection;
  if (!answer || (query === null && key === null)) return '';
  const row = query ?? largestInColumn(answer, head, key ?? 0);
  const column = key ?? largestInRow(answer, head, row);
  const masked =
    query !== null && key !== null && Boolean(shownMask(frame.blend, answer)?.(query, key));
  const message =
    query === null
      ? messages.sayColumn
      : key === null
        ? messages.sayRow
        : masked
          ? messages.sayMasked
          : sayPair(frame);
  return fillText(message, {
    head: head + 1,
    other: (frame.blend?.head ?? 0) + 1,
    query: queryPiece(answer, row),
    key: keyPiece(answer, column),
    value: shortText(shownValue(query === null || key === null ? plain : frame, head, row, column)),
  });
}

/** @param {import('./frame.js').Frame} frame */
function sayPair({ blend, messages }) {
  if (!blend) return messages.sayCell;
  return { mix: messages.sayMix, head: messages.sayLess, run: messages.sayLessRun }[blend.kind];
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
