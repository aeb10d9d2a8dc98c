// Exhibit: a map computed at once, and one computed with a cache.
// The second is put together of rows computed one at a time.

import { h } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { computeSame } from '../../experiments/cache.js';
import { withProjection } from '../../experiments/tensors.js';
import { numbersOf } from '../../numbers.js';
import { createSwitch, fact } from '../parts.js';
import { createSmallMap } from '../small-map.js';

const ROOM = 290;
/** Where there is less room for both, CSS pixels, they are small and go without words. */
const NARROW = 520;
const SMALL = 160;

/** @param {import('../../exhibits.js').Kit} kit */
export function createCacheSame({ messages, engine, setState, fail, busy }) {
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
  /** @type {import('../../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {boolean} */ causal,
    ) => ({ ...(await computeSame(await engine(), trace, { head, causal })), head, causal }),
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
        const ahead = (/** @type {number} */ row, /** @type {number} */ column) => column > row;
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
    /** @param {import('../../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, head, frame } = moment;
      mask.update(frame.state.causal);
      ask(withProjection(trace), head, frame.state.causal);
    },
  };
}
