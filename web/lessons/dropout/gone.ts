// Exhibit: a complete map, one with dropout, one with an ablated head.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice, facts } from '../exhibit-parts.ts';
import { headOf } from '../tensors.ts';
import { dropShares, mixed } from './experiment.ts';

/** The values of `way`. */
export const [NOTHING, SHARES, HEAD] = [0, 1, 2];
const CHANCE = 0.3;
const ROOM = 170;
/** The head that is ablated. */
const REMOVED = 1;

export const gone = exhibit({
  name: 'gone',
  lab: 'withheld',
  asks: ({ trace, row, values }) => trace && { trace, row, what: values.way ?? NOTHING },
  async compute(engine, { trace, row, what }) {
    const chance = what === SHARES ? CHANCE : 0;
    const [one, two] = await Promise.all(
      [1, 2].map((draw) => dropShares(engine, trace.attention, { chance, draw })),
    );
    const heads = Array.from({ length: trace.attention.shape[0] }, (_, head) => head);
    const answers = heads.map(async (head) => {
      const [a, b] = await Promise.all(
        [one, two].map(({ attention }) => mixed(engine, attention, trace.value, { head, row })),
      );
      return a.every((value, i) => value === b[i]);
    });
    return {
      attention: one.attention,
      factor: one.factor,
      silent: heads.filter((head) => headOf(trace.heads, head).data.every((z) => z === 0)),
      isSame: (await Promise.all(answers)).every(Boolean),
    };
  },
  controls: ({ messages, values, setState, setValues }) =>
    choice(
      messages.goneWhat,
      [
        [NOTHING, messages.goneNothing],
        [SHARES, messages.goneShares],
        [HEAD, messages.goneHead],
      ],
      values.way ?? NOTHING,
      (way) => {
        setState({ off: way === HEAD ? [REMOVED] : [] });
        setValues({ way });
      },
    ),
  view({ attention, factor, silent, isSame }, { messages, numbers, words, keys, smallMap }) {
    const { data, shape } = attention;
    const [heads, , columns] = shape;
    const scaleMax = Math.max(...data);
    const maps = Array.from({ length: heads }, (_, head) => {
      const map = headOf(attention, head);
      const isGone = silent.includes(head);
      const name = sayText(messages.head, { head: head + 1 });
      return smallMap(head, map, {
        name: isGone ? sayText(messages.withoutGone, { head: name }) : name,
        head,
        gone: isGone,
        room: ROOM,
        height: ROOM,
        scaleMax,
        rowLabels: [],
        columnLabels: [],
        rowNames: words,
        columnNames: keys,
        isMasked: (row, column) => map.data[row * columns + column] === 0,
      });
    });
    const zeros = data.filter((share) => share === 0).length;
    return html`${facts([
      [messages.goneZeros, `${numbers.whole(zeros)} / ${numbers.whole(data.length)}`],
      [messages.goneHeads, `${silent.length} / ${heads}`],
      [messages.dropFactor, numbers.fixed(factor, 3)],
      [messages.goneTwice, isSame ? messages.goneSame : messages.goneOther],
    ])}
      <div class="gone-maps">${maps}</div>`;
  },
});
