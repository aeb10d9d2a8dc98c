// Exhibit: shapes of one decoding step, without and with a cache.

import { fillText, h } from '../../../shared/dom.js';
import { createAsker } from '../../asker.js';
import { computeStep } from '../../experiments/cache.js';
import { withProjection } from '../../experiments/tensors.js';
import { numbersOf } from '../../numbers.js';
import { richText } from '../../symbols.js';
import { createTable } from '../parts.js';
import { createStepper } from './stepper.js';

const FIRST = 5;

/** @param {import('../../exhibits.js').Kit} kit */
export function createCacheStep({ messages, engine, setValues, fail, busy }) {
  const numbers = numbersOf(messages.locale);
  const stepper = createStepper(messages, FIRST, setValues);
  const table = createTable('', [messages.shapesWhat, messages.cacheNone, messages.cacheWith]);
  const element = h('div', { class: 'cache-step' }, stepper.element, table.element);
  const lines = /** @type {const} */ ([
    ['x', messages.cacheX],
    ['query', messages.cacheQuery],
    ['computed', messages.cacheComputed],
    ['seen', messages.cacheSeen],
    ['map', messages.cacheMap],
  ]);

  const ask = createAsker(
    async (
      /** @type {import('../../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ count,
    ) => ({ ...(await computeStep(await engine(), trace, count)), count }),
    {
      show({ again, cached, count }) {
        const shape = (/** @type {readonly number[]} */ sizes) =>
          h('span', { dir: 'ltr', class: 'numbers' }, numbers.shape(sizes));
        table.caption(fillText(messages.cacheCaption, { count }));
        table.show(
          lines.map(([name, said]) => [richText(said), shape(again[name]), shape(cached[name])]),
        );
      },
      fail,
      busy,
    },
  );

  return {
    element,
    /** @param {import('../../exhibits.js').Moment} moment */
    update({ trace, values, words }) {
      const count = stepper.update(values.count, words.length);
      ask(withProjection(trace), count);
    },
  };
}
