// Exhibit: repeated runs of one sentence, with dropout on or off.

import { richText } from '../../elements/lesson/symbols.ts';
import { toggle } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { action, digits, table, wordOf } from '../exhibit-parts.ts';
import { dropShares, mixed } from './experiment.ts';

const CHANCE = 0.3;
/** The number of runs shown, the newest, and of numbers for each. */
const RUNS = 4;
const NUMBERS = 3;
/** The state of a scene cannot count more runs. */
const MOST = 64;

const countOf = ({ count = 1 }: Readonly<Record<string, number>>) => Math.max(1, count);

export const runs = exhibit({
  name: 'runs',
  lab: 'withheld',
  asks: ({ trace, head, row, values }) =>
    trace && { trace, head, row, last: countOf(values), on: values.on !== 0 },
  compute(engine, { trace, head, row, last, on }) {
    const first = Math.max(1, last - RUNS + 1);
    const draws = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const run = async (draw: number) => {
      const chance = on ? CHANCE : 0;
      const { attention } = await dropShares(engine, trace.attention, { chance, draw });
      return { draw, z: await mixed(engine, attention, trace.value, { head, row }) };
    };
    return Promise.all(draws.map(run));
  },
  controls: ({ messages, values, setValues }) =>
    html`<div class="exhibit-controls">
      <div class="exhibit-actions">
        ${action(messages.runsAgain, () => setValues({ count: (countOf(values) % MOST) + 1 }))}
      </div>
      ${toggle(messages.runsTraining, values.on !== 0, (on) => setValues({ on: Number(on) }))}
    </div>`,
  view(found, { messages, numbers, words, head, row }) {
    const places = {
      word: wordOf(words, row),
      head: String(head + 1),
      chance: numbers.percent(CHANCE),
    };
    const columns = Array.from({ length: NUMBERS }, (_, i) =>
      sayText(messages.runsNumber, { number: i + 1 }),
    );
    return table(
      richText(messages.runsCaption, places),
      [messages.runsRun, ...columns],
      found.map(({ draw, z }) => [
        numbers.whole(draw),
        ...Array.from(z.slice(0, NUMBERS), (one) => digits(numbers.fixed(one, 4))),
      ]),
      found.length - 1,
    );
  },
});
