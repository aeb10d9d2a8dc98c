// Motion of rotary positions: pairs of numbers rotate.
// Each pair rotates like the hand of a clock, rows further down further. The first row, at position
// 0, stays.

import { numberText } from './note.ts';
import { pairOf, turnedOf, turnOf } from '../../answer/rotary.ts';
import { ease } from './timeline.ts';
import type { Motion } from './index.ts';

export const turn: Motion = {
  duration: 2600,
  hides: ({ lines }) => lines.flatMap((line) => line.steps.map(({ result }) => result)),
  draw(pen, { lines }, at) {
    const way = ease(at);
    for (const { steps, rotary } of lines) {
      for (const { sources, result } of steps) {
        const { shown } = sources[0];
        const width = shown.columns.size;
        pen.frame(result);
        pen.numbers(result, (r, c) => {
          const [row, column] = [result.rows.first + r, result.columns.first + c];
          const found = pairOf(rotary, column, width);
          if (!found) return shown.valueAt(row, column);
          const { pair, first, second } = found;
          const angle = way * row * turnOf(rotary, pair, width);
          const grown = 1 + way * ((rotary.factor ?? 1) - 1);
          const [a, b] = [shown.valueAt(row, first), shown.valueAt(row, second)];
          return column === first
            ? grown * (a * Math.cos(angle) - b * Math.sin(angle))
            : grown * (a * Math.sin(angle) + b * Math.cos(angle));
        });
      }
    }
  },
  note({ lines: [{ steps, rotary }], row }) {
    const [{ sources, result }] = steps;
    const place = result.rows.first + Math.min(row, result.layout.rows - 1);
    const width = sources[0].shown.columns.size;
    const pairs = turnedOf(rotary, width) / 2;
    const turns = [0, 1, 2].slice(0, pairs).map((pair) => {
      const each = turnOf(rotary, pair, width);
      return `${place} · ${numberText(each)} = ${numberText(place * each)}`;
    });
    return `${turns.join(', ')}${pairs > turns.length ? ', …' : ''} rad`;
  },
  noteAt: (pen, { lines: [{ steps }] }) => pen.boxOf(steps[0].result, {}),
};
