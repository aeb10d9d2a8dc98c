// Motion of the output: weighted rows of V flow into z.
// Each word's row of V moves down to the row of the query, with its attention weight as its
// opacity.

import { largestFew, numberText } from './note.ts';
import { between } from './pen.ts';
import { during, ease } from './timeline.ts';
import type { Motion } from './index.ts';

const FIRST_ROW = 0.72;
/** The fraction of that time that one row of V moves. */
const FLIGHT = 0.5;
/** Words of the worked sum. */
const FEW = 3;

export const flow: Motion = {
  duration: 3600,
  hides: ({ products }) => products[0].parts.map(({ result }) => result),
  draw(pen, { products, row }, at) {
    const { left, parts } = products[0];
    const { top, result } = parts[0];
    const { rows } = result.layout;
    const count = top.layout.rows;
    const first = Math.min(row, rows - 1);
    const shares = Array.from({ length: count }, (_, c) =>
      left.shown.valueAt(left.rows.first + first, top.rows.first + c),
    );
    const largest = Math.max(...shares);
    const part = { row: first, toRow: first + 1 };
    pen.frame(result);
    const to = pen.boxOf(result, part);
    const now = during(at, 0, FIRST_ROW);
    let arrived = 0;
    for (let key = 0; key < count; key++) {
      const begin = (key / count) * (1 - FLIGHT);
      const way = during(now, begin, begin + FLIGHT);
      if (way >= 1) arrived += shares[key];
      const from = { row: key, toRow: key + 1 };
      if (way <= 0 || way >= 1 || !(shares[key] > 0)) continue;
      pen.ring(left, { ...part, column: key, toColumn: key + 1 });
      const strength = 0.25 + (0.75 * shares[key]) / largest;
      pen.cells(top, from, { to: between(pen.boxOf(top, from), to, ease(way)), alpha: strength });
    }
    pen.cells(result, part, { alpha: Math.min(1, arrived) });
    if (now < 1) pen.ring(result, part);
    if (at >= FIRST_ROW)
      pen.cells(result, { toRow: Math.ceil(during(at, FIRST_ROW, 0.97) * rows) });
  },
  note({ products, row }, at) {
    if (at >= FIRST_ROW) return '';
    const { left, parts } = products[0];
    const { top, result } = parts[0];
    const here = left.rows.first + Math.min(row, result.layout.rows - 1);
    const words = top.shown.rows.labels ?? [];
    const shares = words.map((_, key) => left.shown.valueAt(here, key));
    const terms = largestFew(shares, FEW).map(
      (key) => `${numberText(shares[key])} · ${words[key]}`,
    );
    return `${terms.join(' + ')}${words.length > FEW ? ' + …' : ''}`;
  },
  noteAt(pen, { products, row }) {
    const { result } = products[0].parts[0];
    const first = Math.min(row, result.layout.rows - 1);
    return pen.boxOf(result, { row: first, toRow: first + 1 });
  },
};
