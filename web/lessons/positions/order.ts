// Exhibit: scores of one word at every position, with and without rotation.

import { richText } from '../../elements/lesson/symbols.ts';
import { toggle } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { facts, wordOf } from '../exhibit-parts.ts';
import { withProjection } from '../tensors.ts';
import { computeOrder } from './experiment.ts';

const ROOM = 330;
/** The value of `show` for shares; other values show scores. */
const SHARES = 1;

export const order = exhibit({
  name: 'rotary-order',
  lab: 'withheld',
  asks({ trace: given, head, row, values }) {
    const trace = withProjection(given);
    return trace && { trace, head, row, turned: values.on === 1 };
  },
  compute: (engine, { trace, ...which }) => computeOrder(engine, trace, which),
  controls: ({ messages, values, setValues }) =>
    html`<div class="exhibit-controls">
      ${toggle(messages.rotarySwitch, values.on === 1, (on) => setValues({ on: Number(on) }))}
    </div>`,
  view(
    { scores, attention, all, diagonals },
    { messages, numbers, values, words, row, head, smallMap },
  ) {
    const labels = words.map(() => words[row] ?? '');
    const difference = ({ same, largest }: typeof all) =>
      same ? messages.exhibitSame : numbers.few(largest);
    if (values.show === SHARES) {
      const shares = smallMap('shares', attention, {
        name: sayText(messages.waysMapOf, { head: head + 1 }),
        room: ROOM,
        rowLabels: labels,
        columnLabels: labels,
      });
      const [share] = attention.data;
      return html`<div class="exhibit-row">
        ${shares}${facts([[messages.scaleShareColumn, numbers.fixed(share, 3)]])}
      </div>`;
    }
    const map = smallMap('scores', scores, {
      name: messages.rotaryScores,
      room: ROOM,
      signed: true,
      rowLabels: labels,
      columnLabels: labels,
    });
    return html`<h3>${richText(messages.rotaryOrderCaption, { word: wordOf(words, row) })}</h3>
      <div class="exhibit-row">
        ${map}
        ${facts([
          [messages.rotaryAllScores, difference(all)],
          [messages.rotaryDiagonal, difference(diagonals)],
        ])}
      </div>
      <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
