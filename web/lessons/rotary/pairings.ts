// Exhibit: a head's map in both pairings of rotary positions.
// With the same weights, and the difference of the two.

import { fillText, h } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computePairings } from './experiment.ts';
import { withProjection } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createSwitch, fact } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const ROOM = 240;
/** Below this width, CSS pixels, all three maps are small and have no words. */
const NARROW = 520;
const SMALL = 110;
/** Least maximum of the colour scale of differences. */
const LEAST = 0.05;

export function createRotaryPairings({ messages, engine, setValues, fail, busy }: Kit) {
  const numbers = numbersOf(messages.locale);
  const reorder = createSwitch(richText(messages.rotaryReorder), (on) =>
    setValues({ on: Number(on) }),
  );
  const caption = h('h3', null);
  const [right, other, less] = [0, 1, 2].map(() => createSmallMap(messages));
  const facts = h('dl', { class: 'exhibit-facts' });
  const element = h(
    'div',
    { class: 'rotary-pairings' },
    h('div', { class: 'exhibit-controls' }, reorder.element),
    caption,
    h('div', { class: 'exhibit-row' }, right.element, other.element, less.element),
    facts,
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, reordered: boolean) => ({
      ...(await computePairings(await engine(), trace, { head, reordered })),
      head,
    }),
    {
      show(found) {
        if (!newest) return;
        const moment = { ...newest, head: found.head };
        const scaleMax = Math.max(...found.right.data, ...found.other.data);
        const isNarrow = moment.width < NARROW;
        const drawing = {
          ...{ moment, scaleMax },
          room: isNarrow ? SMALL : ROOM,
          ...(isNarrow && { rowLabels: [], columnLabels: [] }),
          ...{ rowNames: moment.words, columnNames: moment.keys },
        };
        const { largest, same } = found.difference;
        caption.textContent = fillText(messages.waysMapOf, { head: found.head + 1 });
        right.show(found.right, { ...drawing, name: messages.rotaryHalves });
        other.show(found.other, { ...drawing, name: messages.rotaryNeighbours });
        less.show(found.less, {
          ...{ ...drawing, name: messages.rotaryLess, signed: true },
          scaleMax: Math.max(LEAST, largest),
        });
        facts.replaceChildren(
          fact(messages.rotaryMost, same ? messages.exhibitSame : numbers.few(largest)),
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
      reorder.update(values.on === 1);
      ask(withProjection(trace), head, values.on === 1);
    },
  };
}
