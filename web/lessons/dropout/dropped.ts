// Exhibit: a map without and with dropout of attention weights.

import { richText } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice, facts, wordOf } from '../exhibit-parts.ts';
import { sumOf } from '../scale/experiment.ts';
import { headOf, rowAt } from '../tensors.ts';
import { dropShares } from './experiment.ts';

/** Choices of the dropout probability; the values of `way`. */
export const CHANCES = Object.freeze([0, 0.1, 0.3, 0.5]);
const ROOM = 270;
const FIRST_DRAW = 1;

export const dropped = exhibit({
  name: 'dropped',
  lab: 'withheld',
  asks: ({ trace, head, row, values }) =>
    trace && { trace, head, row, chance: CHANCES[values.way ?? 0] ?? 0 },
  async compute(engine, { trace: { attention }, head, row, chance }) {
    const left = await dropShares(engine, attention, { chance, draw: FIRST_DRAW });
    const rows = [attention, left.attention].map((map) => rowAt(map, head, row));
    return {
      factor: left.factor,
      before: headOf(attention, head),
      after: headOf(left.attention, head),
      sums: [await sumOf(engine, rows[0]), await sumOf(engine, rows[1])],
      gone: rows[1].filter((share) => share === 0).length,
    };
  },
  controls: ({ messages, numbers, values, setValues }) =>
    choice(
      messages.dropChance,
      CHANCES.map((one, way) => [way, numbers.short(one)]),
      values.way ?? 0,
      (way) => setValues({ way }),
    ),
  view({ factor, before, after, sums, gone }, { messages, numbers, words, head, row, smallMap }) {
    const [, count] = after.shape;
    const scaleMax = Math.max(...before.data, ...after.data);
    const draw = (name: string, map: typeof after) =>
      smallMap(name, map, {
        name: sayText(name, { head: head + 1 }),
        room: ROOM,
        marked: row,
        scaleMax,
        isMasked: (query, key) => map.data[query * count + key] === 0,
      });
    const word = wordOf(words, row);
    return html`${facts([
      [richText(messages.dropGone, { word }), `${gone} / ${count}`],
      [messages.dropFactor, numbers.fixed(factor, 3)],
      [richText(messages.dropSumBefore, { word }), numbers.fixed(sums[0], 3)],
      [messages.dropSumAfter, numbers.fixed(sums[1], 3)],
    ])}
      <div class="exhibit-row">
        ${draw(messages.dropBefore, before)}
        ${draw(messages.dropAfter, after)}
      </div>`;
  },
});
