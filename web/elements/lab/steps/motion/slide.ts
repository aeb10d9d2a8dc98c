// Motion: rows slide over to a matrix of the same shape, the selected row first.

import { numberText } from './note.ts';
import { between } from './pen.ts';
import { during, ease } from './timeline.ts';
import type { Motion, Scene } from './index.ts';
import type { Pen, Sheet } from './pen.ts';

/** The fraction of the time at which the selected row has arrived, and until which its sum is shown. */
const FIRST = 0.3;
const READ = 0.55;
/** The fraction of the remaining time that another row moves. */
const FLIGHT = 0.45;

export const slide: Motion = {
  duration: 2600,
  hides: ({ lines }) => lines.flatMap((line) => line.steps.map(({ result }) => result)),
  draw(pen, { lines, row }, at) {
    for (const { steps } of lines) {
      steps.forEach(({ sources, result }, i) => {
        const part = (from: number, to: number) =>
          during(
            at,
            from + ((to - from) * i) / steps.length,
            from + ((to - from) * (i + 1)) / steps.length,
          );
        drawStep(pen, sources, result, { row, first: part(0, FIRST), others: part(READ, 1) });
      });
    }
  },
  note({ lines, row }, at) {
    if (at >= READ) return '';
    const { sources, signs, result } = lines[0].steps[0];
    const here = rowOf(result, row);
    const column = columnOf(result, here);
    const numbers = sources.map(({ shown }, i) =>
      numberText(shown.valueAt(result.rows.first + here, column), i > 0),
    );
    const left = numbers.map((number, i) => `${number} ${signs[i] ?? ''}`).join(' ');
    return `${left} ${numberText(result.shown.valueAt(result.rows.first + here, column))}`;
  },
  noteAt(pen, { lines, row }: Scene) {
    const { result } = lines[0].steps[0];
    const here = rowOf(result, row);
    const column = columnOf(result, here) - result.columns.first;
    return pen.boxOf(result, { row: here, toRow: here + 1, column, toColumn: column + 1 });
  },
};

const rowOf = ({ layout }: Sheet, row: number) => Math.min(row, layout.rows - 1);

/** The column of the example: the first that the mask leaves a number in. */
function columnOf({ shown, rows, columns }: Sheet, row: number) {
  const all = Array.from({ length: columns.count }, (_, c) => columns.first + c);
  return (
    all.find((column) => Number.isFinite(shown.valueAt(rows.first + row, column))) ?? columns.first
  );
}

function drawStep(
  pen: Pen,
  sources: readonly Sheet[],
  result: Sheet,
  { row: selected, first, others }: { row: number; first: number; others: number },
) {
  const { rows } = result.layout;
  const own = rowOf(result, selected);
  pen.frame(result);
  for (let row = 0; row < rows; row++) {
    const begin = (row / rows) * (1 - FLIGHT);
    const way = row === own ? first : during(others, begin, begin + FLIGHT);
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
  if (others === 0) pen.ring(result, { row: own, toRow: own + 1 });
}
