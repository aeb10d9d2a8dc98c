// Exhibit: a complete map, one with dropout, one with an ablated head.

import { fillText, h, setAttribute } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { dropShares, mixed } from './experiment.ts';
import { headOf } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { createChoice, factsOf } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

/** The values of `way`. */
export const [NOTHING, SHARES, HEAD] = [0, 1, 2];
const CHANCE = 0.3;
const ROOM = 170;
/** The head that is ablated. */
const REMOVED = 1;

export function createGone(kit: Kit) {
  const { messages, setValues, setState } = kit;
  const numbers = numbersOf(messages.locale);
  const choice = createChoice(
    messages.goneWhat,
    [
      [NOTHING, messages.goneNothing],
      [SHARES, messages.goneShares],
      [HEAD, messages.goneHead],
    ],
    (value) => {
      setState({ off: value === HEAD ? [REMOVED] : [] });
      setValues({ way: value });
    },
  );
  const facts = h('dl', { class: 'exhibit-facts' });
  const maps = h('div', { class: 'gone-maps' });
  const element = h('div', { class: 'gone' }, choice.element, facts, maps);
  let small: ReturnType<typeof createSmallMap>[] = [];
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, row: number, what: number) => {
      const engine = await kit.engine();
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
      const isSame = (await Promise.all(answers)).every(Boolean);
      const silent = heads.filter((head) => headOf(trace.heads, head).data.every((z) => z === 0));
      return { ...one, silent, isSame };
    },
    {
      show({ attention, factor, silent, isSame }) {
        if (!newest) return;
        const [heads, rows, columns] = attention.shape;
        if (small.length !== heads) {
          small = Array.from({ length: heads }, () => createSmallMap(messages));
          maps.replaceChildren(...small.map(({ element: map }) => map));
        }
        const scaleMax = Math.max(...attention.data);
        small.forEach((map, head) => {
          const own = headOf(attention, head);
          const isGone = silent.includes(head);
          const name = fillText(messages.head, { head: head + 1 });
          map.show(own, {
            moment: { ...(newest as any), head },
            name: isGone ? fillText(messages.withoutGone, { head: name }) : name,
            ...{ room: ROOM, height: ROOM, scaleMax, rowLabels: [], columnLabels: [] },
            rowNames: newest?.words,
            columnNames: newest?.keys,
            isMasked: (row, column) => own.data[row * columns + column] === 0,
          });
          setAttribute(map.element, 'data-gone', isGone ? '' : null);
        });
        const zeros = attention.data.filter((share) => share === 0).length;
        facts.replaceChildren(
          ...factsOf([
            [
              messages.goneZeros,
              `${numbers.whole(zeros)} / ${numbers.whole(heads * rows * columns)}`,
            ],
            [messages.goneHeads, `${silent.length} / ${heads}`],
            [messages.dropFactor, numbers.fixed(factor, 3)],
            [messages.goneTwice, isSame ? messages.goneSame : messages.goneOther],
          ]),
        );
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, row, values } = moment;
      choice.update(values.way ?? NOTHING);
      ask(trace, row, values.way ?? NOTHING);
    },
  };
}
