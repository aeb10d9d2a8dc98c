// Exhibit: a map computed at once, and one computed with a cache.
// The second one consists of rows that were computed one at a time.

import { toggle } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { exhibit } from '../exhibit.ts';
import { facts } from '../exhibit-parts.ts';
import { withProjection } from '../tensors.ts';
import { computeSame } from './writing.ts';

const ROOM = 290;
const SMALL = 160;

export const same = exhibit({
  name: 'cache-same',
  lab: 'withheld',
  asks({ trace: given, head, frame }) {
    const trace = withProjection(given);
    return trace && { trace, head, causal: frame.state.causal };
  },
  compute: (engine, { trace, ...which }) => computeSame(engine, trace, which),
  controls: ({ messages, frame, setState }) =>
    html`<div class="exhibit-controls">
      ${toggle(messages.causalLabel, frame.state.causal, (causal) => setState({ causal }))}
    </div>`,
  view({ whole, written, difference }, { messages, numbers, smallMap }, { causal }) {
    const isAhead = (row: number, column: number) => column > row;
    const scaleMax = Math.max(...whole.data, ...written.data);
    const drawing = { room: ROOM, small: SMALL, scaleMax };
    const most = difference.same ? messages.exhibitSame : numbers.few(difference.largest);
    return html`<div class="exhibit-row">
        ${smallMap('whole', whole, {
          ...drawing,
          name: messages.cacheWhole,
          isMasked: causal ? isAhead : undefined,
        })}
        ${smallMap('written', written, { ...drawing, name: messages.cacheRows, isMasked: isAhead })}
      </div>
      ${facts([[messages.cacheDifference, most]])}`;
  },
});
