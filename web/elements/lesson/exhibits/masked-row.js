// Exhibit: one row masked before the softmax, and after it.
// Only the mask before the softmax is correct.

import { h, ownWords } from '../../shared/dom.js';
import { createAsker } from '../asker.js';
import { computeMaskedRow } from '../experiments/masks.js';
import { numbersOf } from '../numbers.js';
import { richText } from '../symbols.js';
import { barCell, createTable } from './parts.js';

/** @param {import('../exhibits.js').Kit} kit */
export function createMaskedRow(kit) {
  const { messages } = kit;
  const numbers = numbersOf(messages.locale);
  const headings = [messages.scaleWord, messages.maskedScore, messages.maskedShare];
  const before = createTable(messages.maskedBefore, headings);
  const after = createTable(messages.maskedAfter, headings);
  const beforeSum = h('dd', null);
  const afterSum = h('dd', null);
  const caption = h('h3', null);
  const element = h(
    'div',
    { class: 'masked-row' },
    caption,
    h(
      'div',
      { class: 'two-columns' },
      h('section', null, before.element, sum(messages.maskedSum, beforeSum)),
      h('section', null, after.element, sum(messages.maskedSum, afterSum)),
    ),
  );
  /** @type {import('../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {number} */ row,
    ) => ({ ...(await computeMaskedRow(await kit.engine(), trace, { head, row })), head, row }),
    {
      show({ scores, masked, shares, sum: total, late, lateSum, head, row }) {
        const keys = newest?.keys ?? [];
        caption.replaceChildren(
          richText(messages.maskedCaption, {
            word: ownWords(newest?.words[row] ?? '', 'word'),
            head: String(head + 1),
          }),
        );
        /**
         * @param {Float32Array} left
         * @param {Float32Array} right
         */
        const rows = (left, right) =>
          [...left].map((score, i) => [
            ownWords(keys[i] ?? ''),
            h('span', { class: 'numbers' }, numbers.fixed(score, 2)),
            barCell(numbers.fixed(right[i], 3), right[i]),
          ]);
        before.show(rows(masked, shares), row);
        after.show(rows(scores, late), row);
        beforeSum.textContent = numbers.fixed(total, 3);
        afterSum.textContent = numbers.fixed(lateSum, 3);
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  return {
    element,
    /** @param {import('../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      ask(moment.trace, moment.head, moment.row);
    },
  };
}

/**
 * @param {string} name
 * @param {HTMLElement} value
 */
function sum(name, value) {
  return h('dl', { class: 'exhibit-facts' }, h('div', null, h('dt', null, name), value));
}
