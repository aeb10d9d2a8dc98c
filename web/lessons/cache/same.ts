// Exhibit: a map computed at once, and one computed with a cache.
// The second one consists of rows that were computed one at a time.

import { h } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeSame } from './experiment.ts';
import { withProjection } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { createSwitch, fact } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const ROOM = 290;
/** Below this width, CSS pixels, both maps are small and have no words. */
const NARROW = 520;
const SMALL = 160;

export function createCacheSame({ messages, engine, setState, fail, busy }: Kit) {
  const numbers = numbersOf(messages.locale);
  const mask = createSwitch(messages.causalLabel, (causal) => setState({ causal }));
  const [whole, written] = [0, 1].map(() => createSmallMap(messages));
  const facts = h('dl', { class: 'exhibit-facts' });
  const element = h(
    'div',
    { class: 'cache-same' },
    h('div', { class: 'exhibit-controls' }, mask.element),
    h('div', { class: 'exhibit-row' }, whole.element, written.element),
    facts,
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, causal: boolean) => ({
      ...(await computeSame(await engine(), trace, { head, causal })),
      head,
      causal,
    }),
    {
      show(found) {
        if (!newest) return;
        const { head, causal, difference } = found;
        const isNarrow = newest.width < NARROW;
        const drawing = {
          moment: { ...newest, head },
          room: isNarrow ? SMALL : ROOM,
          ...(isNarrow && { rowLabels: [], columnLabels: [] }),
          ...{ rowNames: newest.words, columnNames: newest.keys },
          scaleMax: Math.max(...found.whole.data, ...found.written.data),
        };
        const ahead = (row: number, column: number) => column > row;
        whole.show(found.whole, {
          ...{ ...drawing, name: messages.cacheWhole },
          ...(causal && { isMasked: ahead }),
        });
        written.show(found.written, { ...drawing, name: messages.cacheRows, isMasked: ahead });
        const said = difference.same ? messages.exhibitSame : numbers.few(difference.largest);
        facts.replaceChildren(fact(messages.cacheDifference, said));
      },
      fail,
      busy,
    },
  );

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, head, frame } = moment;
      mask.update(frame.state.causal);
      ask(withProjection(trace), head, frame.state.causal);
    },
  };
}
