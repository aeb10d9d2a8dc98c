// Motion: rows slide over to a matrix of the same shape.

import { shortText } from '../../../../ui/format.ts';
import { between } from './pen.ts';
import { during, ease } from './timeline.ts';
import type { Motion } from './index.ts';
import type { Pen, Sheet } from './pen.ts';

/** The fraction of the time that one row moves. */
const FLIGHT = 0.45;

export const slide: Motion = {
  duration: 1600,
  hides: ({ lines }) => lines.flatMap((line) => line.steps.map(({ result }) => result)),
  draw(pen, { lines }, at) {
    for (const { steps } of lines) {
      steps.forEach(({ sources, result }, i) => {
        const now = during(at, i / steps.length, (i + 1) / steps.length);
        drawStep(pen, sources, result, now);
      });
    }
  },
  note({ lines, row }) {
    const { sources, signs, result } = lines[0].steps[0];
    const at = result.rows.first + Math.min(row, result.layout.rows - 1);
    const column = result.columns.first;
    const numbers = sources.map(({ shown }) => shortText(shown.valueAt(at, column)));
    const left = numbers.map((number, i) => `${number} ${signs[i] ?? ''}`).join(' ');
    return `${left} ${shortText(result.shown.valueAt(at, column))}`;
  },
};

function drawStep(pen: Pen, sources: readonly Sheet[], result: Sheet, at: number) {
  const { rows } = result.layout;
  pen.frame(result);
  for (let row = 0; row < rows; row++) {
    const begin = (row / rows) * (1 - FLIGHT);
    const way = during(at, begin, begin + FLIGHT);
    const part = { row, toRow: row + 1 };
    if (way >= 1) pen.cells(result, part);
    else if (way > 0) {
      const to = pen.boxOf(result, part);
      for (const source of sources) {
        const box = between(pen.boxOf(source, part), to, ease(way));
        pen.cells(source, part, { to: box, alpha: 0.9 - 0.4 * way });
      }
      pen.cells(result, part, { alpha: during(way, 0.6, 1) });
    }
  }
}
