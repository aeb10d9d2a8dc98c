// Tables: a plain one, and one of many numbers, with a window onto its rows and columns.

import { button, toggle } from './controls.ts';
import { exactText, shortText } from './format.ts';
import { createRoot, html } from './template.ts';
import { ownWords, sayText } from './text.ts';
import type { Child, Template } from './template.ts';

export interface Table {
  caption: Child;
  /** name of a class */
  kind?: string | null;
  /** placed above the names of the rows; without one, the first heading is above them */
  corner?: Child;
  headings: readonly Child[];
  rows: readonly TableRow[];
}

export interface TableRow {
  name: Child;
  /** null: an empty cell */
  cells: readonly Child[];
  /** whether it is highlighted */
  isCurrent?: boolean;
}

/** A table whose first column has the names of the rows. */
export function table({ caption, kind = null, corner, headings, rows }: Table): Template {
  return html`<table class=${kind}>
    <caption>${caption}</caption>
    <thead>
      <tr>
        ${corner !== undefined && html`<td class="corner">${corner}</td>`}
        ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, cells, isCurrent }) => html`<tr data-current=${isCurrent}>
          <th scope="row">${name}</th>
          ${cells.map((cell) =>
            cell === null ? html`<td class="masked">·</td>` : html`<td>${cell}</td>`,
          )}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

export interface NumberGrid {
  /** the table is written again when one of these has changed */
  key: readonly unknown[];
  caption: string;
  corner: string;
  /** names of the rows */
  rows: readonly string[];
  columns: readonly string[];
  /** null: an empty cell */
  value: (row: number, column: number) => number | null;
}

export interface NumberTableWords {
  tableAllDigits: string;
  tableUp: string;
  tableDown: string;
  tableLeft: string;
  tableRight: string;
  /** with {firstRow}, {lastRow}, {rows}, {firstColumn}, {lastColumn} and {columns} */
  tableRange: string;
}

/** Rows and columns shown at once. */
const WINDOW = 20;

/** A grid of numbers as a table: up to WINDOW rows and columns, and buttons to the others. */
export function createNumberTable(words: NumberTableWords) {
  let grid: NumberGrid | null = null;
  let firstRow = 0;
  let firstColumn = 0;
  let hasAllDigits = false;

  function view() {
    const rows = grid?.rows ?? [];
    const columns = grid?.columns ?? [];
    const lastRow = Math.min(rows.length, firstRow + WINDOW);
    const lastColumn = Math.min(columns.length, firstColumn + WINDOW);
    const range = {
      firstRow: firstRow + 1,
      lastRow,
      rows: rows.length,
      firstColumn: firstColumn + 1,
      lastColumn,
      columns: columns.length,
    };
    const isWhole = rows.length <= WINDOW && columns.length <= WINDOW;
    return html`<div class="table-view" hidden=${!grid}>
      <div class="table-tools">
        ${toggle(words.tableAllDigits, hasAllDigits, (on) => {
          hasAllDigits = on;
          root.render(view());
        })}
        <div class="window-tools" hidden=${isWhole}>
          ${move(words.tableUp, '↑', -WINDOW, 0, firstRow === 0)}
          ${move(words.tableDown, '↓', WINDOW, 0, lastRow === rows.length)}
          ${move(words.tableLeft, '←', 0, -WINDOW, firstColumn === 0)}
          ${move(words.tableRight, '→', 0, WINDOW, lastColumn === columns.length)}
          <span class="tabular" role="status">${sayText(words.tableRange, range)}</span>
        </div>
      </div>
      <div class="table-scroll" tabindex="0" role="region" aria-label=${grid?.caption}>
        ${grid && numbersOf(grid, lastRow, lastColumn)}
      </div>
    </div>`;
  }

  function move(label: string, sign: string, down: number, right: number, disabled: boolean) {
    const go = () => {
      firstRow += down;
      firstColumn += right;
      root.render(view());
    };
    return button(sign, go, { look: 'shaded', label: label, disabled });
  }

  function numbersOf(
    { caption, corner, rows, columns, value }: NumberGrid,
    lastRow: number,
    lastColumn: number,
  ) {
    const textOf = hasAllDigits ? exactText : (number: number) => shortText(number, 3);
    return table({
      caption,
      corner,
      headings: columns.slice(firstColumn, lastColumn).map((name) => ownWords(name)),
      rows: rows.slice(firstRow, lastRow).map((name, i) => ({
        name: ownWords(name),
        cells: Array.from({ length: lastColumn - firstColumn }, (_, j) => {
          const number = value(firstRow + i, firstColumn + j);
          return number === null ? null : textOf(number);
        }),
      })),
    });
  }

  const root = createRoot(view());
  return {
    element: root.element,
    /** @param next null: hides the table */
    show(next: NumberGrid | null) {
      // with each frame of a hover: 400 numbers take a millisecond to write
      if (grid && next && isSame(next.key, grid.key)) return;
      grid = next;
      firstRow = clampStart(firstRow, next?.rows.length ?? 0);
      firstColumn = clampStart(firstColumn, next?.columns.length ?? 0);
      root.render(view());
    },
  };
}

const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((value, i) => value === b[i]);

function clampStart(start: number, count: number) {
  return Math.max(0, Math.min(start, Math.floor((count - 1) / WINDOW) * WINDOW));
}
