// Layout of a block's matrices: around a corner, or in line.
// A product is around its corner; other operations are in a line with their operators.

import { html } from '../../../ui/template.ts';
import type { Template } from '../../../ui/template.ts';
import type { Sizes } from './sizes.ts';
import type { Block, Shown } from './plan.ts';

export type PlaceMatrix = (
  shown: Shown,
  around: { rowLabel: number; columnLabel: number; grouped: boolean },
  above?: boolean,
) => HTMLElement;

export function productView(
  { left, parts }: Extract<Block, { kind: 'product' }>,
  sizes: Sizes,
  place: PlaceMatrix,
): Template {
  const grouped = [left, ...parts.map(({ result }) => result)].some(
    ({ groups }) => groups.length > 0,
  );
  const base = { rowLabel: 0, columnLabel: 0, grouped: false };
  // the grid is filled column by column
  return html`<div class="product">
    <div class="corner"></div>
    ${place(left, { ...base, rowLabel: sizes.rowLabel, grouped })}
    ${parts.map(({ top, bias, result }) => {
      const columnLabel = top.columns.labels ? sizes.columnLabel : 0;
      const around = { ...base, columnLabel, grouped: top.groups.length > 0 };
      return html`
        <div class="factor">${place(top, around, true)}${bias && place(bias, base, true)}</div>
        ${place(result, { ...base, grouped })}
      `;
    })}
  </div>`;
}

export function lineView(
  { items, wraps }: Extract<Block, { kind: 'line' }>,
  sizes: Sizes,
  place: PlaceMatrix,
): Template {
  const grouped = items.some((item) => typeof item !== 'string' && item.groups.length > 0);
  const across = wraps ? `repeat(${sizes.perRow}, max-content)` : '';
  let index = 0;
  return html`<div
    class=${wraps ? 'each' : 'line'}
    data-stacked=${sizes.stacked}
    vars=${{ 'grid-template-columns': across }}
  >
    ${items.map((item) => {
      if (typeof item === 'string') return item !== '' && html`<span class="sign">${item}</span>`;
      const begins = index++ % sizes.perRow === 0;
      return place(item, {
        rowLabel: begins || sizes.stacked ? sizes.rowLabel : 0,
        columnLabel: item.columns.labels ? sizes.columnLabel : 0,
        grouped,
      });
    })}
  </div>`;
}
