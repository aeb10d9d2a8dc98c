// Motion of a product of matrices.
// A row of the left factor and a column of the upper one meet in a cell, one column after the
// other, the first one slowly, so that its sum can be read; then the other rows follow.

import { productsText } from './note.ts';
import { during } from './timeline.ts';
import type { Motion } from './index.ts';

/** Fraction of the time at which the first cell is complete, and the selected row. */
const FIRST_CELL = 0.42;
const FIRST_ROW = 0.8;

/** Number of columns that are complete, the one in work included in part. */
function columnsAt(at: number, columns: number) {
  if (columns === 1) return during(at, 0, FIRST_ROW);
  return during(at, 0, FIRST_CELL) + during(at, FIRST_CELL, FIRST_ROW) * (columns - 1);
}

const columnAt = (at: number, columns: number) =>
  Math.min(columns - 1, Math.floor(columnsAt(at, columns)));

export const sweep: Motion = {
  duration: 3600,
  hides: ({ products }) => products.flatMap(({ parts }) => parts.map(({ result }) => result)),
  draw(pen, { products, row }, at) {
    for (const { left, parts } of products) {
      for (const { top, result } of parts) {
        const { rows, columns } = result.layout;
        const first = Math.min(row, rows - 1);
        const column = columnAt(at, columns);
        pen.frame(result);
        pen.cells(result, { row: first, toRow: first + 1, toColumn: column + 1 });
        if (at < FIRST_ROW) {
          pen.ring(left, { row: first, toRow: first + 1 });
          pen.ring(top, { column, toColumn: column + 1 });
          pen.ring(result, { row: first, toRow: first + 1, column, toColumn: column + 1 });
          continue;
        }
        const others = during(at, FIRST_ROW, 0.98) * rows;
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
    if (at >= FIRST_ROW) return '';
    const [{ left, parts }] = products;
    const { top, bias, result } = parts[0];
    const { rows, columns } = result.layout;
    return productsText(left, top, result, {
      row: result.rows.first + Math.min(row, rows - 1),
      column: result.columns.first + columnAt(at, columns),
      more: bias !== null,
    });
  },
  noteAt(pen, { products, row }, at) {
    const { result } = products[0].parts[0];
    const { rows, columns } = result.layout;
    const first = Math.min(row, rows - 1);
    const column = columnAt(at, columns);
    return pen.boxOf(result, { row: first, toRow: first + 1, column, toColumn: column + 1 });
  },
};
