// Exhibit: the new vectors of all heads, and the same side by side in one matrix.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { headOf } from '../tensors.ts';
import { headChoice } from './head-choice.ts';

const ROOM = 170;
const SMALL = 84;
const WIDE = 700;
const HEIGHT = 190;

export const concat = exhibit({
  name: 'concat',
  lab: 'withheld',
  asks: ({ trace, frame }) => trace && { trace, off: frame.state.off },
  compute: async (_engine, { trace, off }) => ({ trace, off }),
  controls: headChoice,
  view({ trace, off }, { messages, words, row, smallMap }) {
    const { heads: mixed, concatenated } = trace;
    const [heads, , width] = mixed.shape;
    const numbered = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
    const drawing = {
      height: HEIGHT,
      signed: true,
      scaleMax: Math.max(...concatenated.data.map(Math.abs)),
      columnLabels: [],
    };
    const each = Array.from({ length: heads }, (_, head) => {
      const name = sayText(messages.concatHead, { head: head + 1 });
      const isGone = off.includes(head);
      return smallMap(head, headOf(mixed, head), {
        ...drawing,
        name: isGone ? sayText(messages.withoutGone, { head: name }) : name,
        gone: isGone,
        room: head === 0 ? ROOM + 60 : ROOM,
        small: SMALL,
        rowLabels: head === 0 ? words : [],
        rowNames: words,
        marked: row,
        columnNames: numbered(width),
      });
    });
    return html`${smallMap('all', concatenated, {
      ...drawing,
      name: sayText(messages.concatAll, { heads, width, all: heads * width }),
      room: WIDE,
      // the word's vector of each head
      cells: Array.from({ length: heads }, (_, head) => [row, head * width, width] as const),
      columnNames: numbered(heads * width),
    })}
      <div class="exhibit-row">${each}</div>
      <p class="exhibit-note">${messages.exhibitSigned}</p>`;
  },
});
