// Exhibit: the map as it grows word by word.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { facts } from '../exhibit-parts.ts';
import { computeWritten } from './writing.ts';
import { stepper, writtenOf } from './stepper.ts';

const ROOM = 330;
/** Words at the beginning of the scene, with two more to write. */
const FIRST = 4;

export const written = exhibit({
  name: 'cache-written',
  lab: 'withheld',
  asks(moment) {
    const asked = writtenOf(moment, FIRST);
    return asked && asked.count > 1 ? { ...asked, head: moment.head } : null;
  },
  compute: (engine, { trace, ...which }) => computeWritten(engine, trace, which),
  controls: (context) => stepper(context, FIRST),
  view({ map, difference }, { messages, numbers, words, head, smallMap }, { count }) {
    const labels = words.slice(0, count);
    const { same, largest } = difference;
    const drawing = smallMap('map', map, {
      name: sayText(messages.waysMapOf, { head: head + 1 }),
      room: ROOM,
      rowLabels: labels,
      columnLabels: labels,
      marked: count - 1,
      scaleMax: 1,
      isMasked: (row, column) => column > row,
    });
    return html`<div class="exhibit-row">
      ${drawing}
      ${facts([[messages.cacheEarlier, same ? messages.exhibitSame : numbers.few(largest)]])}
    </div>`;
  },
});
