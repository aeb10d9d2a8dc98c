// Exhibit: the textbook softmax and the one that subtracts the maximum.
// The same number is added to every score of the row before.

import { h, ownWords } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeSoftmaxes } from './experiment.ts';
import { rowAt } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { barCell, createChoice, createTable, factsOf } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Shares } from './experiment.ts';

/** Choices for the number added to every score; the values of `way`. */
export const ADDED = Object.freeze([0, 40, 80, 100]);
/** The value of `show` for both softmaxes. */
const BOTH = 2;

export function createSoftmaxes(kit: Kit) {
  const { messages, setValues } = kit;
  const added = createChoice(
    messages.softmaxAdded,
    ADDED.map((one, choice) => [choice, String(one)]),
    (choice) => setValues({ way: choice }),
  );
  const naive = createSide(messages, messages.softmaxNaive, messages.softmaxExp);
  const stable = createSide(messages, messages.softmaxStable, messages.softmaxLess);
  const element = h(
    'div',
    { class: 'softmaxes' },
    added.element,
    h('div', { class: 'two-columns' }, naive.summary, stable.summary),
    h('div', { class: 'two-columns' }, naive.table, stable.table),
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number, number: number) =>
      computeSoftmaxes(await kit.engine(), rowAt(trace.scores, head, row), number),
    {
      show(found) {
        if (!newest) return;
        naive.show(newest, found.scores, found.naive);
        stable.show(newest, found.scores, found.stable);
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, head, row, values } = moment;
      const choice = values.way ?? 0;
      added.update(choice);
      stable.summary.hidden = stable.table.hidden = values.show !== BOTH;
      ask(trace, head, row, ADDED[choice] ?? 0);
    },
  };
}

function createSide(messages: Messages, name: string, exponential: string) {
  const numbers = numbersOf(messages.locale);
  const facts = h('dl', { class: 'exhibit-facts' });
  const table = createTable('', [
    messages.scaleWord,
    messages.scaleScore,
    exponential,
    messages.scaleShareColumn,
  ]);
  return {
    summary: h('section', null, h('h3', null, name), facts),
    table: table.element,
    show(
      { keys, words, row }: Moment,
      scores: Float32Array,
      { exponentials, sum, shares }: Shares,
    ) {
      const best = scores.indexOf(Math.max(...scores));
      const word = () => ownWords(words[row] ?? '', 'word');
      const share = (at: number) =>
        Number.isNaN(shares[at]) ? 'NaN' : numbers.fixed(shares[at], 3);
      facts.replaceChildren(
        ...factsOf([
          [messages.softmaxSum, numbers.large(sum)],
          [richText(messages.scaleLargestShare, { word: word() }), share(best)],
        ]),
      );
      table.caption(richText(messages.scaleCaption, { word: word() }));
      table.show(
        Array.from(scores, (score, at) => [
          ownWords(keys[at] ?? ''),
          h('span', { class: 'numbers' }, numbers.fixed(score, 2)),
          h('span', { class: 'numbers' }, numbers.large(exponentials[at])),
          barCell(share(at), shares[at] || 0),
        ]),
      );
    },
  };
}
