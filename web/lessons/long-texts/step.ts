// Exhibit: shapes of one decoding step, without and with a cache.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { table } from '../exhibit-parts.ts';
import { computeStep } from './writing.ts';
import { stepper, writtenOf } from './stepper.ts';

const FIRST = 5;

export const step = exhibit({
  name: 'cache-step',
  lab: 'withheld',
  asks: (moment) => writtenOf(moment, FIRST),
  compute: (engine, { trace, count }) => computeStep(engine, trace, count),
  controls: (context) => stepper(context, FIRST),
  view({ again, cached }, { messages, numbers }, { count }) {
    const shape = (sizes: readonly number[]) =>
      html`<span dir="ltr" class="numbers">${numbers.shape(sizes)}</span>`;
    const line = (name: keyof typeof again, text: string) => [
      richText(text),
      shape(again[name]),
      shape(cached[name]),
    ];
    return table(
      sayText(messages.cacheCaption, { count }),
      [messages.shapesWhat, messages.cacheNone, messages.cacheWith],
      [
        line('x', messages.cacheX),
        line('query', messages.cacheQuery),
        line('computed', messages.cacheComputed),
        line('seen', messages.cacheSeen),
        line('map', messages.cacheMap),
      ],
    );
  },
});
