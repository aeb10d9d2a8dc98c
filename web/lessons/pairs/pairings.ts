// Exhibit: a head's map in both pairings of rotary positions.
// With the same weights, and the difference of the two.

import { richText } from '../../elements/lesson/symbols.ts';
import { toggle } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { facts } from '../exhibit-parts.ts';
import { withProjection } from '../tensors.ts';
import { computePairings } from './experiment.ts';

const ROOM = 240;
const SMALL = 110;
/** Least maximum of the colour scale of differences. */
const LEAST = 0.05;

export const pairings = exhibit({
  name: 'rotary-pairings',
  lab: 'withheld',
  asks({ trace: given, head, values }) {
    const trace = withProjection(given);
    return trace && { trace, head, reordered: values.on === 1 };
  },
  compute: (engine, { trace, ...which }) => computePairings(engine, trace, which),
  controls: ({ messages, values, setValues }) =>
    html`<div class="exhibit-controls">
      ${toggle(richText(messages.rotaryReorder), values.on === 1, (on) =>
        setValues({ on: Number(on) }),
      )}
    </div>`,
  view({ right, other, less, difference }, { messages, numbers, head, smallMap }) {
    const { largest, same } = difference;
    const drawing = {
      room: ROOM,
      small: SMALL,
      scaleMax: Math.max(...right.data, ...other.data),
    };
    return html`<h3>${sayText(messages.waysMapOf, { head: head + 1 })}</h3>
      <div class="exhibit-row">
        ${smallMap('right', right, { ...drawing, name: messages.rotaryHalves })}
        ${smallMap('other', other, { ...drawing, name: messages.rotaryNeighbours })}
        ${smallMap('less', less, {
          ...drawing,
          name: messages.rotaryLess,
          signed: true,
          scaleMax: Math.max(LEAST, largest),
        })}
      </div>
      ${facts([[messages.rotaryMost, same ? messages.exhibitSame : numbers.few(largest)]])}`;
  },
});
