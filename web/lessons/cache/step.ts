// Exhibit: shapes of one decoding step, without and with a cache.

import { fillText, h } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeStep } from './experiment.ts';
import { withProjection } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createTable } from '../exhibit-parts.ts';
import { createStepper } from './stepper.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const FIRST = 5;

export function createCacheStep({ messages, engine, setValues, fail, busy }: Kit) {
  const numbers = numbersOf(messages.locale);
  const stepper = createStepper(messages, FIRST, setValues);
  const table = createTable('', [messages.shapesWhat, messages.cacheNone, messages.cacheWith]);
  const element = h('div', { class: 'cache-step' }, stepper.element, table.element);
  const lines = [
    ['x', messages.cacheX],
    ['query', messages.cacheQuery],
    ['computed', messages.cacheComputed],
    ['seen', messages.cacheSeen],
    ['map', messages.cacheMap],
  ] as const;

  const ask = createLatestQuery(
    async (trace: Trace, count: number) => ({
      ...(await computeStep(await engine(), trace, count)),
      count,
    }),
    {
      show({ again, cached, count }) {
        const shape = (sizes: readonly number[]) =>
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
    update({ trace, values, words }: Moment) {
      const count = stepper.update(values.count, words.length);
      ask(withProjection(trace), count);
    },
  };
}
