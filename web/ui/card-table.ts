// A table whose rows become cards on narrow screens. Its roles are written out, since cards are no table to a browser.

import { html } from './template.ts';
import type { Child } from './template.ts';

export interface Column {
  head: Child;
  /** name of its cells on a card */
  label: string;
  sort?: 'ascending' | 'descending' | 'none';
  /** name of a class of its cells */
  kind?: string;
}

export interface Row {
  /** the first names the row */
  cells: readonly Child[];
  state?: string;
}

export function cardTable(
  kind: string,
  caption: string,
  columns: readonly Column[],
  rows: readonly Row[],
) {
  const cell = (content: Child, i: number) =>
    i === 0
      ? html`<th role="rowheader" scope="row">${content}</th>`
      : html`<td role="cell" class=${columns[i].kind} data-label=${columns[i].label}>${content}</td>`;
  return html`<table class="list ${kind}" role="table">
    <caption class="spoken">${caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          ({ head, sort }) =>
            html`<th role="columnheader" scope="col" aria-sort=${sort}>${head}</th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        ({ cells, state }) => html`<tr role="row" data-state=${state}>${cells.map(cell)}</tr>`,
      )}
    </tbody>
  </table>`;
}
