// Exhibit: grouped queries: heads with the same keys and values, and the cache per word.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice, facts, table } from '../exhibit-parts.ts';
import { computeShared } from './writing.ts';
import type { Values } from '../exhibit-types.ts';

const HEADS = 8;
const SETS = [HEADS, 4, 2, 1];
const LONG = 4096;

const setsOf = ({ count }: Values) => (SETS.includes(count) ? count : HEADS);

export const shared = exhibit({
  name: 'cache-shared',
  lab: 'withheld',
  asks: ({ trace, values }) => trace && { trace, sets: setsOf(values) },
  compute: (engine, { trace, sets }) => computeShared(engine, trace, { heads: HEADS, sets }),
  controls: ({ messages, values, setValues }) =>
    choice(
      messages.cacheSets,
      SETS.map((one) => [one, String(one)]),
      setsOf(values),
      (count) => setValues({ count }),
    ),
  view({ sets, maps, each }, { messages, numbers }) {
    const list = new Intl.ListFormat(messages.locale, { type: 'unit', style: 'short' });
    const many = maps / sets;
    const rows = Array.from({ length: sets }, (_, set) => [
      richText(sayText(messages.cacheSetName, { set: set + 1 })),
      list.format(Array.from({ length: many }, (_, i) => String(set * many + i + 1))),
    ]);
    const long = sayText(messages.cacheLong, { words: numbers.whole(LONG) });
    return html`${facts([
      [messages.cacheEach, numbers.whole(each)],
      [long, numbers.whole(LONG * each)],
      [messages.cacheMaps, numbers.whole(maps)],
    ])}
      ${table('', [messages.cacheSet, messages.cacheUsers], rows)}`;
  },
});
