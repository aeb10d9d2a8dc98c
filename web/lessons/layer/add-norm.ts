// Exhibit: one word's x, what attention adds to it, their sum, and the sum after its norm.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { facts } from '../exhibit-parts.ts';
import { tensorOf } from '../tensors.ts';
import { addAndNorm, addNumbers } from './experiment.ts';

const ROOM = 760;

/** The value of `show` for one number of a question; other values show a word's numbers. */
const CASE = 1;

/** The settings that show a sum: the number in tenths, and the number that attention subtracts. */
export const caseOf = (number: number, added: number) => ({
  show: CASE,
  count: Math.round(10 * number),
  row: Math.round(-10 * added),
});

export const addNorm = exhibit({
  name: 'add-norm',
  lab: 'withheld',
  asks: ({ trace, row, values: { show, count = 0, row: less = 0 } }) =>
    trace && { trace, row, x: show === CASE ? count / 10 : null, added: -less / 10 },
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
