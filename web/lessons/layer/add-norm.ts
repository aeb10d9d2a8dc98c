// Exhibit: one word's x, what attention adds to it, their sum, and the sum after its norm.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { facts } from '../exhibit-parts.ts';
import { tensorOf } from '../tensors.ts';
import { addNumbers, numbersOfCase } from './added-case.ts';
import { addAndNorm } from './experiment.ts';

const ROOM = 760;

export const addNorm = exhibit({
  name: 'add-norm',
  lab: 'withheld',
  asks: ({ trace, row, values }) => trace && { trace, row, ...numbersOfCase(values) },
  async compute(engine, { trace, row, x, added }) {
    if (x === null) return addAndNorm(engine, trace, row);
    return addNumbers(engine, x, added);
  },
  view(found, { messages, numbers, words, row, smallMap }) {
    if ('case' in found) {
      const [x, added, sum] = found.case;
      const names = ['x', messages.addAttention, messages.addSum];
      return html`${smallMap('case', tensorOf(found.case, 3, 1), {
        name: messages.addCase,
        room: ROOM,
        signed: true,
        rowLabels: names,
        columnLabels: [],
        columnNames: ['1'],
        marked: 2,
      })}
      ${facts([x, added, sum].map((one, at) => [names[at], numbers.fixed(one, 1)] as const))}
      <p class="exhibit-note">${messages.exhibitSigned}</p>`;
    }
    const { x, added, sum, normed, before, after } = found;
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
