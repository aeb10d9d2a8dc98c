// Exhibit: one row masked before the softmax, and after it.
// Only the mask before the softmax is correct.

import { h, ownWords } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeMaskedRow } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { barCell, createTable } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

export function createMaskedRow(kit: Kit) {
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
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number) => ({
      ...(await computeMaskedRow(await kit.engine(), trace, { head, row })),
      head,
      row,
    }),
    {
      show({ scores, masked, shares, sum: total, late, lateSum, head, row }) {
        const keys = newest?.keys ?? [];
        caption.replaceChildren(
          richText(messages.maskedCaption, {
            word: ownWords(newest?.words[row] ?? '', 'word'),
            head: String(head + 1),
          }),
        );
        const rows = (left: Float32Array, right: Float32Array) =>
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
    update(moment: Moment) {
      newest = moment;
      ask(moment.trace, moment.head, moment.row);
    },
  };
}

function sum(name: string, value: HTMLElement) {
  return h('dl', { class: 'exhibit-facts' }, h('div', null, h('dt', null, name), value));
}
