// Exhibit: a map without and with dropout of attention weights.

import { fillText, h, ownWords } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { dropShares } from './experiment.ts';
import { sumOf } from '../scale/experiment.ts';
import { headOf, rowAt } from '../tensors.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createChoice, factsOf } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

/** Choices of the dropout probability; the values of `way`. */
export const CHANCES = Object.freeze([0, 0.1, 0.3, 0.5]);
const ROOM = 270;
const FIRST_DRAW = 1;

export function createDropped(kit: Kit) {
  const { messages, setValues } = kit;
  const numbers = numbersOf(messages.locale);
  const chance = createChoice(
    messages.dropChance,
    CHANCES.map((one, choice) => [choice, numbers.short(one)]),
    (choice) => setValues({ way: choice }),
  );
  const facts = h('dl', { class: 'exhibit-facts' });
  const before = createSmallMap(messages);
  const after = createSmallMap(messages);
  const element = h(
    'div',
    { class: 'dropped' },
    chance.element,
    facts,
    h('div', { class: 'exhibit-row' }, before.element, after.element),
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number, p: number) => {
      const engine = await kit.engine();
      const { attention } = trace;
      const dropped = await dropShares(engine, attention, { chance: p, draw: FIRST_DRAW });
      const [whole, left] = [attention, dropped.attention].map((map) => rowAt(map, head, row));
      return {
        ...{ head, row, factor: dropped.factor },
        maps: [headOf(attention, head), headOf(dropped.attention, head)],
        sums: [await sumOf(engine, whole), await sumOf(engine, left)],
        gone: left.filter((share) => share === 0).length,
        count: left.length,
      };
    },
    {
      show({ head, row, factor, maps, sums, gone, count }) {
        if (!newest) return;
        const moment = { ...newest, head };
        const word = () => ownWords(newest?.words[row] ?? '', 'word');
        const scaleMax = Math.max(...maps.map(({ data }) => Math.max(...data)));
        [before, after].forEach((map, i) =>
          map.show(maps[i], {
            ...{ moment, room: ROOM, marked: row, scaleMax },
            name: fillText(i === 0 ? messages.dropBefore : messages.dropAfter, { head: head + 1 }),
            isMasked: (query, key) => maps[i].data[query * count + key] === 0,
          }),
        );
        facts.replaceChildren(
          ...factsOf([
            [richText(messages.dropGone, { word: word() }), `${gone} / ${count}`],
            [messages.dropFactor, numbers.fixed(factor, 3)],
            [richText(messages.dropSumBefore, { word: word() }), numbers.fixed(sums[0], 3)],
            [messages.dropSumAfter, numbers.fixed(sums[1], 3)],
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
      const { trace, head, row, values } = moment;
      chance.update(values.way ?? 0);
      ask(trace, head, row, CHANCES[values.way ?? 0] ?? 0);
    },
  };
}
