// Exhibit: a head after two words have exchanged keys or values.
// It shows the map and the new vectors.

import { fillText, h } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeExchange } from './experiment.ts';
import { otherOf } from '../../elements/lesson/placeholders.ts';
import { createChoice, fact } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const ROOM = 290;
/** Below this width, CSS pixels, both maps are small and have no words. */
const NARROW = 520;
const SMALL = 160;
const EXCHANGED = ['nothing', 'keys', 'values'] as const;

export function createExchange({ messages, engine, setValues, fail, busy }: Kit) {
  const choice = createChoice(
    messages.exchangeWhat,
    [
      [0, messages.exchangeNothing],
      [1, messages.exchangeKeys],
      [2, messages.exchangeValues],
    ],
    (count) => setValues({ count }),
  );
  const [map, mixed] = [0, 1].map(() => createSmallMap(messages));
  const facts = h('dl', { class: 'exhibit-facts' });
  const element = h(
    'div',
    { class: 'exchange' },
    choice.element,
    facts,
    h('div', { class: 'exhibit-row' }, map.element, mixed.element),
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (
      trace: Trace,
      head: number,
      first: number,
      second: number,
      exchanged: (typeof EXCHANGED)[number],
    ) => {
      const which = { head, words: [first, second] as const, exchanged };
      return { ...(await computeExchange(await engine(), trace, which)), head };
    },
    {
      show(found) {
        if (!newest) return;
        const { words, keys, width } = newest;
        const isNarrow = width < NARROW;
        const drawing = {
          moment: { ...newest, head: found.head },
          room: isNarrow ? SMALL : ROOM,
          ...(isNarrow && { rowLabels: [], columnLabels: [] }),
          ...{ rowNames: words, columnNames: keys },
        };
        map.show(found.map, {
          ...{ ...drawing, name: fillText(messages.waysMapOf, { head: found.head + 1 }) },
          scaleMax: Math.max(...found.map.data),
        });
        const columns = Array.from({ length: found.mixed.shape[1] }, (_, i) => String(i + 1));
        mixed.show(found.mixed, {
          ...{ ...drawing, name: messages.exchangeMixed, signed: true },
          ...{ columnLabels: [], columnNames: columns },
        });
        const said = (count: number, all: ArrayLike<number>) =>
          fillText(messages.matricesOf, { count, all: all.length });
        facts.replaceChildren(
          fact(messages.exchangeMapChanges, said(found.mapChanges, found.map.data)),
          fact(messages.exchangeMixedChanges, said(found.mixedChanges, found.mixed.data)),
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
      const { trace, head, row, values, frame, words } = moment;
      const exchanged = EXCHANGED[values.count] ?? EXCHANGED[0];
      choice.update(EXCHANGED.indexOf(exchanged));
      ask(trace, head, row, otherOf(frame, row, words.length), exchanged);
    },
  };
}
