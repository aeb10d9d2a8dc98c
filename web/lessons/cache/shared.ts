// Exhibit: grouped queries: heads with the same keys and values, and the cache per word.

import { fillText, h } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeShared } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createChoice, createTable, fact } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const HEADS = 8;
const SETS = [HEADS, 4, 2, 1];
const LONG = 4096;

export function createCacheShared({ messages, engine, setValues, fail, busy }: Kit) {
  const numbers = numbersOf(messages.locale);
  const list = new Intl.ListFormat(messages.locale, { type: 'unit', style: 'short' });
  const choice = createChoice(
    messages.cacheSets,
    SETS.map((one) => [one, String(one)]),
    (count) => setValues({ count }),
  );
  const table = createTable('', [messages.cacheSet, messages.cacheUsers]);
  const facts = h('dl', { class: 'exhibit-facts' });
  const element = h('div', { class: 'cache-shared' }, choice.element, facts, table.element);

  const ask = createLatestQuery(
    async (trace: Trace, sets: number) =>
      computeShared(await engine(), trace, { heads: HEADS, sets }),
    {
      show({ sets, maps, each }) {
        const many = maps / sets;
        facts.replaceChildren(
          fact(messages.cacheEach, numbers.whole(each)),
          fact(
            fillText(messages.cacheLong, { words: numbers.whole(LONG) }),
            numbers.whole(LONG * each),
          ),
          fact(messages.cacheMaps, numbers.whole(maps)),
        );
        table.show(
          Array.from({ length: sets }, (_, set) => [
            richText(fillText(messages.cacheSetName, { set: set + 1 })),
            list.format(Array.from({ length: many }, (_, i) => String(set * many + i + 1))),
          ]),
        );
      },
      fail,
      busy,
    },
  );

  return {
    element,
    update({ trace, values }: Moment) {
      const sets = SETS.includes(values.count) ? values.count : HEADS;
      choice.update(sets);
      ask(trace, sets);
    },
  };
}
