// Exhibit: the map as it grows word by word.

import { fillText, h } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { computeWritten } from '../../experiments/cache.js';
import { withProjection } from '../../experiments/tensors.js';
import { numbersOf } from '../../numbers.js';
import { fact } from '../parts.js';
import { createSmallMap } from '../small-map.js';
import { createStepper } from './stepper.js';

const ROOM = 330;
/** As the scene begins, with two more to write. */
const FIRST = 4;

/** @param {import('../../exhibits.js').Kit} kit */
export function createCacheWritten({ messages, engine, setValues, fail, busy }) {
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
  /** @type {import('../../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {number} */ count,
    ) => ({ ...(await computeWritten(await engine(), trace, { head, count })), head, count }),
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
    /** @param {import('../../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, head, values, words } = moment;
      const count = stepper.update(values.count, words.length);
      ask(count > 1 ? withProjection(trace) : null, head, count);
    },
  };
}
