// Motion of the softmax of a row.
// The scores rise to bars, never below zero; then all are divided by their sum and form a line of
// length 1; then they move into their cells.

import { shortText } from '../../../../ui/format.ts';
import { between } from './pen.ts';
import { during, ease } from './timeline.ts';
import type { Motion } from './index.ts';
import type { Sheet } from './pen.ts';

const HIGHEST = 54;
const DIVIDED = 0.38;
const LAID = 0.72;
const REST = 0.84;

export const softmax: Motion = {
  duration: 2000,
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
  note({ matrices, row }, at) {
    const { exponentials, attention } = matrices;
    const here = attention.rows.first + Math.min(row, attention.layout.rows - 1);
    const size = attention.shown.columns.size;
    const values = Array.from({ length: size }, (_, c) => exponentials.shown.valueAt(here, c));
    const sum = values.reduce((all, one) => all + one, 0);
    const some = values.slice(0, 3).map((value) => shortText(value));
    if (at < DIVIDED) return `${some.join(' + ')} + … = ${shortText(sum)}`;
    const share = shortText(attention.shown.valueAt(here, 0));
    return `${some[0]} ÷ ${shortText(sum)} = ${share}`;
  },
};
