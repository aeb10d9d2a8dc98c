// Exhibit: scores of one word at every position, with and without rotation.

import { richText } from '../../elements/lesson/symbols.ts';
import { toggle } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { exhibit } from '../exhibit.ts';
import { facts, wordOf } from '../exhibit-parts.ts';
import { withProjection } from '../tensors.ts';
import { computeOrder } from './experiment.ts';

const ROOM = 330;

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
  view({ scores, all, diagonals }, { messages, numbers, words, row, smallMap }) {
    const labels = words.map(() => words[row] ?? '');
    const difference = ({ same, largest }: typeof all) =>
      same ? messages.exhibitSame : numbers.few(largest);
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
