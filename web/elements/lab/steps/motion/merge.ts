// Motion of the output projection: the heads merge through W_O.
// Each head's columns meet its own rows of W_O, and the product is added to the sum of the heads
// before. The sum begins with the bias.

import { during, ease } from './timeline.ts';
import type { Motion, Product } from './index.ts';
import type { Pen, Sheet } from './pen.ts';

const ALL_HEADS = 0.88;
/** Height of the worked sum above the heads' columns, their name and its distance included. */
const CORNER = 84;

/** Caches each head's term, by the answer's matrices. */
const known: WeakMap<object, Float64Array[]> = new WeakMap();

export const merge: Motion = {
  duration: 3600,
  hides: ({ products }) => products[0].parts.map(({ result }) => result),
  draw(pen, { products }, at) {
    const { left, parts } = products[0];
    const { top, bias, result } = parts[0];
    const { groups } = left.shown;
    const now = during(at, 0, ALL_HEADS) * groups.length;
    const head = Math.min(groups.length - 1, Math.floor(now));
    pen.frame(result);
    if (at >= ALL_HEADS) {
      pen.cells(result, {});
      return;
    }
    const { columns } = result.layout;
    const sums = sumsUpTo(products[0], head, ease(now - head));
    const offset = (column: number) =>
      bias ? bias.shown.valueAt(0, result.columns.first + column) : 0;
    pen.numbers(result, (row, column) => offset(column) + sums[row * columns + column]);
    const { from, to, color } = groups[head];
    ringPart(
      pen,
      left,
      { from: from - left.columns.first, to: to - left.columns.first },
      color,
      true,
    );
    ringPart(pen, top, { from: from - top.rows.first, to: to - top.rows.first }, color, false);
  },
  note({ products }, at) {
    const { groups } = products[0].left.shown;
    const head = Math.min(groups.length, Math.floor(during(at, 0, ALL_HEADS) * groups.length) + 1);
    const terms = Array.from({ length: head }, (_, i) => `Z${sub(i + 1)} W${sub(i + 1)}`);
    return `b + ${terms.slice(-4).join(' + ')}`.replace('b + ', head > 4 ? 'b + … + ' : 'b + ');
  },
  // in the free corner, above the heads' columns
  noteAt(pen, { products }) {
    const { left } = products[0];
    const { x, y, width } = pen.boxOf(left, {});
    const corner = y - left.layout.top - CORNER;
    return { x, y: Math.max(0, corner), width, height: 0 };
  },
};

/**
 * A frame around a head's columns or rows, as far as they are shown.
 *
 * @param across whether they are columns
 */
function ringPart(
  pen: Pen,
  sheet: Sheet,
  { from, to }: { from: number; to: number },
  color: string,
  across: boolean,
) {
  const size = across ? sheet.layout.columns : sheet.layout.rows;
  const [first, last] = [Math.max(0, from), Math.min(size, to)];
  if (last <= first) return;
  pen.ring(sheet, across ? { column: first, toColumn: last } : { row: first, toRow: last }, color);
}

/**
 * The sum of the previous heads, and a fraction of this head's contribution.
 *
 * @param part 0..1
 */
function sumsUpTo({ left, parts }: Product, head: number, part: number) {
  const { top, result } = parts[0];
  const { groups } = left.shown;
  const key = left.shown;
  const each = known.get(key) ?? [];
  known.set(key, each);
  const { rows, columns } = result.layout;
  for (let h = each.length; h <= head; h++) {
    const sum = new Float64Array(rows * columns);
    for (let row = 0; row < rows; row++) {
      for (let k = groups[h].from; k < groups[h].to; k++) {
        const z = left.shown.valueAt(result.rows.first + row, k);
        for (let column = 0; column < columns; column++) {
          sum[row * columns + column] += z * top.shown.valueAt(k, result.columns.first + column);
        }
      }
    }
    each[h] = sum;
  }
  const all = new Float64Array(rows * columns);
  for (let h = 0; h <= head; h++) {
    const weight = h < head ? 1 : part;
    for (let i = 0; i < all.length; i++) all[i] += weight * each[h][i];
  }
  return all;
}

const sub = (number: number) =>
  [...String(number)].map((digit) => '₀₁₂₃₄₅₆₇₈₉'[Number(digit)]).join('');
