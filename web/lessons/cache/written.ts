// Exhibit: the map as it grows word by word.

import { fillText, h } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeWritten } from './experiment.ts';
import { withProjection } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { fact } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import { createStepper } from './stepper.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const ROOM = 330;
/** Words at the beginning of the scene, with two more to write. */
const FIRST = 4;

export function createCacheWritten({ messages, engine, setValues, fail, busy }: Kit) {
  const numbers = numbersOf(messages.locale);
  const stepper = createStepper(messages, FIRST, setValues);
  const map = createSmallMap(messages);
  const facts = h('dl', { class: 'exhibit-facts' });
  const element = h(
    'div',
    { class: 'cache-written' },
    stepper.element,
    h('div', { class: 'exhibit-row' }, map.element, facts),
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, count: number) => ({
      ...(await computeWritten(await engine(), trace, { head, count })),
      head,
      count,
    }),
    {
      show({ map: shares, difference, head, count }) {
        if (!newest) return;
        const labels = newest.words.slice(0, count);
        map.show(shares, {
          moment: { ...newest, head },
          name: fillText(messages.waysMapOf, { head: head + 1 }),
          room: ROOM,
          rowLabels: labels,
          columnLabels: labels,
          marked: count - 1,
          scaleMax: 1,
          isMasked: (row, column) => column > row,
        });
        const { same, largest } = difference;
        const said = same ? messages.exhibitSame : numbers.few(largest);
        facts.replaceChildren(fact(messages.cacheEarlier, said));
      },
      fail,
      busy,
    },
  );

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, head, values, words } = moment;
      const count = stepper.update(values.count, words.length);
      ask(count > 1 ? withProjection(trace) : null, head, count);
    },
  };
}
