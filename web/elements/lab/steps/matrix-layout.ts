// Layout of a block's matrices: around a corner, or in line.
// A product is around its corner; other operations are in a line with their operators.

import { h } from '../../../ui/dom.ts';
import type { Sizes } from './sizes.ts';
import type { Block, Shown } from './plan.ts';

export type PlaceMatrix = (
  shown: Shown,
  around: { rowLabel: number; columnLabel: number; grouped: boolean },
  above?: boolean,
) => HTMLElement;

export function placeProduct(
  { left, parts }: Extract<Block, { kind: 'product' }>,
  sizes: Sizes,
  place: PlaceMatrix,
) {
  const inGroups = [left, ...parts.map(({ result }) => result)].some(
    ({ groups }) => groups.length > 0,
  );
  const box = h('div', { class: 'product' });
  const put = (child: HTMLElement, row: number, column: number) => {
    child.style.gridArea = `${row} / ${column}`;
    box.append(child);
  };
  put(h('div', { class: 'corner' }), 1, 1);
  const base = { rowLabel: 0, columnLabel: 0, grouped: false };
  put(place(left, { ...base, rowLabel: sizes.rowLabel, grouped: inGroups }), 2, 1);
  parts.forEach(({ top, bias, result }, i) => {
    const labels = top.columns.labels ? sizes.columnLabel : 0;
    const above = h('div', { class: 'factor' });
    const grouped = top.groups.length > 0;
    const around = { ...base, columnLabel: labels, grouped };
    above.append(place(top, around, true));
    if (bias) above.append(place(bias, base, true));
    put(above, 1, i + 2);
    put(place(result, { ...base, grouped: inGroups }), 2, i + 2);
  });
  return box;
}

export function placeLine(
  { items, wraps }: Extract<Block, { kind: 'line' }>,
  sizes: Sizes,
  place: PlaceMatrix,
) {
  const box = h('div', { class: wraps ? 'each' : 'line', 'data-stacked': sizes.stacked });
  if (wraps) box.style.gridTemplateColumns = `repeat(${sizes.perRow}, max-content)`;
  const grouped = items.some((item) => typeof item !== 'string' && item.groups.length > 0);
  let index = 0;
  for (const item of items) {
    if (typeof item === 'string') {
      if (item !== '') box.append(h('span', { class: 'sign' }, item));
      continue;
    }
    const begins = index++ % sizes.perRow === 0;
    box.append(
      place(item, {
        rowLabel: begins || sizes.stacked ? sizes.rowLabel : 0,
        columnLabel: item.columns.labels ? sizes.columnLabel : 0,
        grouped,
      }),
    );
  }
  return box;
}
