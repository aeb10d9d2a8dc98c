// Motion of a product of matrices.
// A row of the left factor and a column of the upper one meet in a cell, one column after the
// other; then the other rows follow.

import { productsText } from './note.ts';
import { during } from './timeline.ts';
import type { Motion } from './index.ts';

/** Fraction of the time at which the selected row is complete. */
const FIRST_ROW = 0.68;

export const sweep: Motion = {
  duration: 2000,
  hides: ({ products }) => products.flatMap(({ parts }) => parts.map(({ result }) => result)),
  draw(pen, { products, row }, at) {
    for (const { left, parts } of products) {
      for (const { top, result } of parts) {
        const { rows, columns } = result.layout;
        const first = Math.min(row, rows - 1);
        const done = during(at, 0, FIRST_ROW) * columns;
        const column = Math.min(columns - 1, Math.floor(done));
        pen.frame(result);
        pen.cells(result, { row: first, toRow: first + 1, toColumn: Math.ceil(done) });
        if (at < FIRST_ROW) {
          pen.ring(left, { row: first, toRow: first + 1 });
          pen.ring(top, { column, toColumn: column + 1 });
          pen.ring(result, { row: first, toRow: first + 1, column, toColumn: column + 1 });
          continue;
        }
        const others = during(at, FIRST_ROW, 0.97) * rows;
        const last = Math.ceil(others);
        pen.cells(result, { toRow: last });
        if (last < rows) {
          pen.ring(left, { row: last, toRow: last + 1 });
          pen.ring(result, { row: last, toRow: last + 1 });
        }
      }
    }
  },
  note({ products, row }, at) {
    const [{ left, parts }] = products;
    const { top, bias, result } = parts[0];
    const { rows, columns } = result.layout;
    const column = Math.min(columns - 1, Math.floor(during(at, 0, FIRST_ROW) * columns));
    return productsText(left, top, result, {
      row: result.rows.first + Math.min(row, rows - 1),
      column: result.columns.first + column,
      more: bias !== null,
    });
  },
};
