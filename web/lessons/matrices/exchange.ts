// Exhibit: a head after two words have exchanged keys or values.
// It shows the map and the new vectors.

import { otherOf } from '../../elements/lesson/placeholders.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice, facts } from '../exhibit-parts.ts';
import { computeExchange } from './experiment.ts';
import type { Values } from '../exhibit-types.ts';

const ROOM = 290;
const SMALL = 160;
const EXCHANGED = ['nothing', 'keys', 'values', 'both'] as const;

const exchangedOf = ({ count }: Values) => EXCHANGED[count] ?? EXCHANGED[0];

export const exchange = exhibit({
  name: 'exchange',
  lab: 'withheld',
  asks({ trace, head, row, values, frame, words }) {
    const other = otherOf(frame, row, words.length);
    return trace && { trace, head, row, other, exchanged: exchangedOf(values) };
  },
  compute: (engine, { trace, head, row, other, exchanged }) =>
    computeExchange(engine, trace, { head, words: [row, other], exchanged }),
  controls: ({ messages, values, setValues }) =>
    choice(
      messages.exchangeWhat,
      [
        [0, messages.exchangeNothing],
        [1, messages.exchangeKeys],
        [2, messages.exchangeValues],
        [3, messages.exchangeBoth],
      ],
      EXCHANGED.indexOf(exchangedOf(values)),
      (count) => setValues({ count }),
    ),
  view({ map, mixed, mapChanges, mixedChanges }, { messages, head, smallMap }) {
    const drawing = { room: ROOM, small: SMALL };
    const counted = (count: number, all: ArrayLike<number>) =>
      sayText(messages.matricesOf, { count, all: all.length });
    return html`${facts([
      [messages.exchangeMapChanges, counted(mapChanges, map.data)],
      [messages.exchangeMixedChanges, counted(mixedChanges, mixed.data)],
    ])}
      <div class="exhibit-row">
        ${smallMap('map', map, {
          ...drawing,
          name: sayText(messages.waysMapOf, { head: head + 1 }),
          scaleMax: Math.max(...map.data),
        })}
        ${smallMap('mixed', mixed, {
          ...drawing,
          name: messages.exchangeMixed,
          signed: true,
          columnLabels: [],
          columnNames: Array.from({ length: mixed.shape[1] }, (_, i) => String(i + 1)),
        })}
      </div>`;
  },
});
