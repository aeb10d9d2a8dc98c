// Exhibit: agreement of a word's new vector with its query.
// Once the head mixes values, once keys.

import { fillText, h, ownWords } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { compareKeysAsValues } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { createChoice, createTable, fact } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

export function createHanded({ messages, engine, setValues, fail, busy }: Kit) {
  const numbers = numbersOf(messages.locale);
  const choice = createChoice(
    messages.handedWhat,
    [
      [0, messages.exchangeValues],
      [1, messages.exchangeKeys],
    ],
    (on) => setValues({ on }),
  );
  const facts = h('dl', { class: 'exhibit-facts' });
  const table = createTable(messages.handedCaption, [
    messages.scaleWord,
    messages.handedEqual,
    messages.handedLooking,
  ]);
  const element = h('div', { class: 'handed' }, choice.element, facts, table.element);
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, keys: boolean) =>
      compareKeysAsValues(await engine(), trace, { head, keys }),
    {
      show({ looking, equal }) {
        const words = newest?.words ?? [];
        const count = looking.filter((one, row) => one > equal[row]).length;
        facts.replaceChildren(
          fact(messages.handedMore, fillText(messages.matricesOf, { count, all: looking.length })),
        );
        const number = (value: number) => h('span', { class: 'numbers' }, numbers.fixed(value, 2));
        table.show(
          looking.map((one, row) => [ownWords(words[row] ?? ''), number(equal[row]), number(one)]),
        );
      },
      fail,
      busy,
    },
  );

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, head, values } = moment;
      choice.update(values.on ?? 0);
      ask(trace, head, values.on === 1);
    },
  };
}
