// Motion of the softmax of a row.
// The scores rise to bars, never below zero; then all are divided by their sum and form a line of
// length 1; then they move into their cells.

import { largestFew, numberText } from './note.ts';
import { between } from './pen.ts';
import { during, ease } from './timeline.ts';
import type { Motion, Scene } from './index.ts';
import type { Sheet } from './pen.ts';

const HIGHEST = 54;
const DIVIDED = 0.38;
const LAID = 0.72;
const REST = 0.84;
/** Exponentials of the worked sum. */
const FEW = 3;

export const softmax: Motion = {
  duration: 4000,
  hides: ({ matrices }) => [matrices.exponentials, matrices.attention],
  draw(pen, { matrices, row, mark }, at) {
    const { exponentials, attention } = matrices;
    const { rows, columns } = attention.layout;
    const first = Math.min(row, rows - 1);
    for (const sheet of [exponentials, attention]) pen.frame(sheet);
    const raised = ease(during(at, 0, DIVIDED));
    const laid = ease(during(at, DIVIDED, LAID));
    const set = ease(during(at, LAID, REST));
    const part = { row: first, toRow: first + 1 };
    pen.cells(exponentials, part, { alpha: raised });
    const valueAt = ({ shown, rows, columns }: Sheet, c: number) =>
      shown.valueAt(rows.first + first, columns.first + c);
    const all = Array.from({ length: columns }, (_, c) => valueAt(exponentials, c));
    const highest = Math.max(...all);
    const line = pen.boxOf(attention, part);
    const last = exponentials.layout.rows - 1;
    let from = 0;
    if (set < 1) {
      for (let c = 0; c < columns; c++) {
        const cell = pen.boxOf(exponentials, { ...part, column: c, toColumn: c + 1 });
        const height = (raised * HIGHEST * all[c]) / highest || 0;
        const bar = { ...cell, x: cell.x + 1, y: cell.y - height, width: cell.width - 2, height };
        const share = valueAt(attention, c);
        const piece = {
          x: line.x + from * line.width,
          y: line.y - 14,
          width: share * line.width - 1,
          height: 10,
        };
        from += share;
        pen.bar(laid === 0 ? bar : between(bar, piece, laid), mark, 0.85 * (1 - set));
      }
    }
    if (laid > 0 && set < 1 && first <= last) pen.ring(attention, part);
    if (set > 0) pen.cells(attention, part, { alpha: set });
    const others = Math.ceil(during(at, REST, 0.98) * rows);
    for (const sheet of [exponentials, attention]) pen.cells(sheet, { toRow: others });
  },
  note(scene, at) {
    if (at >= REST) return '';
    const { attention, here, values, most } = exampleOf(scene);
    const sum = values.reduce((all, one) => all + one, 0);
    const few = largestFew(values, FEW);
    const rest = values.length > FEW ? ' + …' : '';
    if (at < DIVIDED) {
      return `${few.map((c) => numberText(values[c])).join(' + ')}${rest} = ${numberText(sum)}`;
    }
    const share = attention.shown.valueAt(here, most);
    return `${numberText(values[most])} ÷ ${numberText(sum)} = ${numberText(share)}`;
  },
  noteAt(pen, scene, at) {
    const { exponentials, attention, here, most } = exampleOf(scene);
    const sheet = at < DIVIDED ? exponentials : attention;
    const row = here - sheet.rows.first;
    const column = Math.max(0, Math.min(most - sheet.columns.first, sheet.layout.columns - 1));
    return pen.boxOf(sheet, { row, toRow: row + 1, column, toColumn: column + 1 });
  },
};

/** The row that is worked out, and its largest number. */
function exampleOf({ matrices, row }: Scene) {
  const { exponentials, attention } = matrices;
  const here = attention.rows.first + Math.min(row, attention.layout.rows - 1);
  const size = attention.shown.columns.size;
  const values = Array.from({ length: size }, (_, c) => {
    const value = exponentials.shown.valueAt(here, c);
    return exponentials.shown.isEmpty(here, c) ? 0 : value;
  });
  return { exponentials, attention, here, values, most: values.indexOf(Math.max(...values)) };
}
