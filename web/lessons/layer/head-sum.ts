// Exhibit: the output of attention for one word, as the sum of what its heads add through W_O.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { facts } from '../exhibit-parts.ts';
import { tensorOf } from '../tensors.ts';
import { sumHeads } from './experiment.ts';
import { headChoice } from './head-choice.ts';

const ROOM = 760;

export const headSum = exhibit({
  name: 'head-sum',
  lab: 'withheld',
  asks: ({ trace, row }) => trace && { trace, row },
  compute: (engine, { trace, row }) => sumHeads(engine, trace, row),
  controls: headChoice,
  view({ parts, output, difference }, { messages, numbers, words, row, smallMap }) {
    const [rows, width] = parts.shape;
    const all = tensorOf([...parts.data, ...output.data], rows + 1, width);
    const heads = Array.from({ length: rows - 1 }, (_, head) =>
      sayText(messages.head, { head: head + 1 }),
    );
    return html`${smallMap('sum', all, {
      name: sayText(messages.sumCaption, { word: words[row] ?? '' }),
      room: ROOM,
      signed: true,
      rowLabels: [...heads, 'bᴼ', messages.sumSum],
      columnLabels: [],
      columnNames: Array.from({ length: width }, (_, i) => String(i + 1)),
      marked: rows,
    })}
    ${facts([
      [
        messages.sumDifference,
        difference.largest === 0 ? messages.exhibitSame : numbers.short(difference.largest),
      ],
    ])}
    <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
