// Exhibit: one word's x, what attention adds to it, their sum, and the sum after its norm.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { facts } from '../exhibit-parts.ts';
import { tensorOf } from '../tensors.ts';
import { addAndNorm } from './experiment.ts';

const ROOM = 760;

export const addNorm = exhibit({
  name: 'add-norm',
  lab: 'withheld',
  asks: ({ trace, row }) => trace && { trace, row },
  compute: (engine, { trace, row }) => addAndNorm(engine, trace, row),
  view({ x, added, sum, normed, before, after }, { messages, numbers, words, row, smallMap }) {
    const width = x.shape[1];
    const rows = [x, added, sum, normed];
    const all = tensorOf(
      rows.flatMap(({ data }) => [...data]),
      rows.length,
      width,
    );
    const say = ({ mean, variance }: typeof before) =>
      `${numbers.fixed(mean, 2)}, ${numbers.fixed(variance, 2)}`;
    return html`${smallMap('rows', all, {
      name: sayText(messages.addCaption, { word: words[row] ?? '' }),
      room: ROOM,
      signed: true,
      rowLabels: ['x', messages.addAttention, messages.addSum, messages.addNormed],
      columnLabels: [],
      columnNames: Array.from({ length: width }, (_, i) => String(i + 1)),
    })}
    ${facts([
      [messages.addBefore, say(before)],
      [messages.addAfter, say(after)],
    ])}
    <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
