// Exhibit: heads that share keys and values, and the cache per word.

import { fillText, h } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { computeShared } from '../../experiments/cache.js';
import { numbersOf } from '../../numbers.js';
import { richText } from '../../symbols.js';
import { createChoice, createTable, fact } from '../parts.js';

const HEADS = 8;
const SETS = [HEADS, 4, 2, 1];
const LONG = 4096;

/** @param {import('../../exhibits.js').Kit} kit */
export function createCacheShared({ messages, engine, setValues, fail, busy }) {
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

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ sets,
    ) => computeShared(await engine(), trace, { heads: HEADS, sets }),
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
    /** @param {import('../../exhibits.js').Moment} moment */
    update({ trace, values }) {
      const sets = SETS.includes(values.count) ? values.count : HEADS;
      choice.update(sets);
      ask(trace, sets);
    },
  };
}
