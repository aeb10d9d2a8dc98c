// Live region for screen readers: one sentence about the selection.
// Polite, and after the arrow keys have rested.

import { fillText, h } from '../shared/dom.js';
import { shownValue, strongestInColumn, strongestInRow } from './blend/shown.js';
import { keyPiece, queryPiece } from './frame.js';
import { shortText } from '../shared/format.js';
import { shownMask } from './answer/masked.js';

const REST = 120;

/**
 * How numbers are said is loaded with the first one that is pointed at.
 *
 * @param {import('./frame.js').Frame} frame
 * @returns {Promise<string>} empty if nothing is selected
 */
export async function sentenceOf(frame) {
  const { answer, selection, messages, cell } = frame;
  if (answer && cell) {
    const { sayNumber } = await import('./provenance/said.js');
    const said = sayNumber(messages, answer, cell);
    if (said !== null) return said;
  }
  const { head, query, key } = selection;
  if (!answer || !frame.shares || (query === null && key === null)) return '';
  const row = query ?? strongestInColumn(frame, head, key ?? 0);
  const column = key ?? strongestInRow(frame, head, row);
  const masked =
    query !== null && key !== null && Boolean(shownMask(frame.blend, answer)?.(query, key));
  const said = patternsOf(frame);
  const message =
    query === null
      ? said.column
      : key === null
        ? said.row
        : masked
          ? messages.sayMasked
          : said.pair;
  return fillText(message, {
    head: head + 1,
    other: (frame.blend?.head ?? 0) + 1,
    query: queryPiece(answer, row),
    key: keyPiece(answer, column),
    value: shortText(shownValue(frame, head, row, column)),
  });
}

/**
 * The sentences about the maps: of the heads themselves, or of their mixture or difference.
 * @param {import('./frame.js').Frame} frame
 */
function patternsOf({ blend, messages: m }) {
  const all = {
    none: { pair: m.sayCell, row: m.sayRow, column: m.sayColumn },
    mix: { pair: m.sayMix, row: m.sayMixRow, column: m.sayMixColumn },
    head: { pair: m.sayLess, row: m.sayLessRow, column: m.sayLessColumn },
    run: { pair: m.sayLessRun, row: m.sayLessRunRow, column: m.sayLessRunColumn },
  };
  return all[blend?.kind ?? 'none'];
}

export function createSpoken() {
  const element = h('div', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
  let timer = 0;

  return {
    element,
    /** @param {() => string | Promise<string>} sentence asked for when it is said */
    say(sentence) {
      clearTimeout(timer);
      const mine = window.setTimeout(async () => {
        const said = await sentence();
        if (mine === timer) element.textContent = said;
      }, REST);
      timer = mine;
    },
  };
}
