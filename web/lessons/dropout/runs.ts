// Exhibit: repeated runs of one sentence, with dropout on or off.

import { fillText, h, ownWords } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { dropShares, mixed } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createSwitch, createTable } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';

const CHANCE = 0.3;
/** The number of runs shown, the newest, and of numbers for each. */
const RUNS = 4;
const NUMBERS = 3;
/** The state of a scene cannot count more runs. */
const MOST = 64;

export function createRuns(kit: Kit) {
  const { messages, setValues } = kit;
  const numbers = numbersOf(messages.locale);
  const training = createSwitch(messages.runsTraining, (on) => setValues({ on: on ? 1 : 0 }));
  let count = 1;
  const again = h(
    'button',
    {
      type: 'button',
      class: 'action',
      onclick: () => setValues({ count: (count % MOST) + 1 }),
    },
    messages.runsAgain,
  );
  const table = createTable('', [
    messages.runsRun,
    ...Array.from({ length: NUMBERS }, (_, i) => fillText(messages.runsNumber, { number: i + 1 })),
  ]);
  const element = h(
    'div',
    { class: 'runs' },
    h(
      'div',
      { class: 'exhibit-controls' },
      h('div', { class: 'exhibit-actions' }, again),
      training.element,
    ),
    table.element,
  );
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number, last: number, on: boolean) => {
      const engine = await kit.engine();
      const first = Math.max(1, last - RUNS + 1);
      const draws = Array.from({ length: last - first + 1 }, (_, i) => first + i);
      const runs = draws.map(async (draw) => {
        const chance = on ? CHANCE : 0;
        const { attention } = await dropShares(engine, trace.attention, { chance, draw });
        return { draw, z: await mixed(engine, attention, trace.value, { head, row }) };
      });
      return { runs: await Promise.all(runs), head, row };
    },
    {
      show({ runs, head, row }) {
        const places = {
          word: ownWords(newest?.words[row] ?? '', 'word'),
          head: String(head + 1),
          chance: numbers.percent(CHANCE),
        };
        table.caption(richText(messages.runsCaption, places));
        table.show(
          runs.map(({ draw, z }) => [
            numbers.whole(draw),
            ...[...z.slice(0, NUMBERS)].map((one) =>
              h('span', { class: 'numbers' }, numbers.fixed(one, 4)),
            ),
          ]),
          runs.length - 1,
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
      const on = values.on !== 0;
      count = Math.max(1, values.count ?? 1);
      training.update(on);
      ask(trace, head, row, count, on);
    },
  };
}
