// Numbers as an HTML table, with a window onto long ones.

import { exactText, shortText } from '../../../ui/format.ts';
import { fillText, h, ownWords, setAttribute, setText } from '../../../ui/dom.ts';
import type { Messages } from '../../../words/en/lab.ts';

export interface NumberGrid {
  /** the table is rebuilt when one of these has changed */
  key: readonly unknown[];
  caption: string;
  corner: string;
  /** names of the rows */
  rows: readonly string[];
  columns: readonly string[];
  /** null: an empty cell */
  value: (row: number, column: number) => number | null;
}

/** Rows and columns shown at once. */
const WINDOW = 20;

export function createNumberTable(messages: Messages) {
  const shown = h('span', { class: 'tabular', role: 'status' });
  const moves = {
    up: move(messages.tableUp, '↑', -1, 0),
    down: move(messages.tableDown, '↓', 1, 0),
    left: move(messages.tableLeft, '←', 0, -1),
    right: move(messages.tableRight, '→', 0, 1),
  };
  const digits = h('input', { type: 'checkbox', role: 'switch', onchange: () => again() });
  const windowTools = h('div', { class: 'window-tools' }, ...Object.values(moves), shown);
  const scroller = h('div', { class: 'table-scroll', tabindex: '0', role: 'region' });
  const element = h(
    'div',
    { class: 'table-view' },
    h(
      'div',
      { class: 'table-tools' },
      h('label', { class: 'switch' }, digits, h('span', null, messages.tableAllDigits)),
      windowTools,
    ),
    scroller,
  );
  let drawnFrom: readonly unknown[] = [];
  let last: NumberGrid | null = null;
  let firstRow = 0;
  let firstColumn = 0;

  function move(label: string, sign: string, down: number, right: number) {
    const go = () => {
      firstRow += down * WINDOW;
      firstColumn += right * WINDOW;
      again();
    };
    return h('button', { type: 'button', class: 'tool', 'aria-label': label, onclick: go }, sign);
  }

  function again() {
    drawnFrom = [];
    if (last) show(last);
  }

  function show(grid: NumberGrid) {
    last = grid;
    const { rows, columns } = grid;
    const from = [...grid.key, firstRow, firstColumn];
    if (from.length === drawnFrom.length && from.every((value, i) => value === drawnFrom[i]))
      return;
    firstRow = clampStart(firstRow, rows.length);
    firstColumn = clampStart(firstColumn, columns.length);
    drawnFrom = [...grid.key, firstRow, firstColumn];
    const lastRow = Math.min(rows.length, firstRow + WINDOW);
    const lastColumn = Math.min(columns.length, firstColumn + WINDOW);
    scroller.replaceChildren(build(grid, lastRow, lastColumn));
    setAttribute(scroller, 'aria-label', grid.caption);
    windowTools.hidden = rows.length <= WINDOW && columns.length <= WINDOW;
    moves.up.disabled = firstRow === 0;
    moves.down.disabled = lastRow === rows.length;
    moves.left.disabled = firstColumn === 0;
    moves.right.disabled = lastColumn === columns.length;
    const range = {
      firstRow: firstRow + 1,
      lastRow,
      rows: rows.length,
      firstColumn: firstColumn + 1,
      lastColumn,
      columns: columns.length,
    };
    setText(shown, fillText(messages.tableRange, range));
  }

  function build(
    { caption, corner, rows, columns, value }: NumberGrid,
    lastRow: number,
    lastColumn: number,
  ) {
    const write = digits.checked ? exactText : (v: number) => shortText(v, 3);
    const top = h('tr', null, h('td', { class: 'corner' }, corner));
    for (let column = firstColumn; column < lastColumn; column++) {
      top.append(h('th', { scope: 'col' }, ownWords(columns[column])));
    }
    const body = h('tbody', null);
    for (let row = firstRow; row < lastRow; row++) {
      const line = h('tr', null, h('th', { scope: 'row' }, ownWords(rows[row])));
      for (let column = firstColumn; column < lastColumn; column++) {
        const number = value(row, column);
        line.append(
          number === null ? h('td', { class: 'masked' }, '·') : h('td', null, write(number)),
        );
      }
      body.append(line);
    }
    return h('table', null, h('caption', null, caption), h('thead', null, top), body);
  }

  return { element, show };
}

function clampStart(start: number, count: number) {
  return Math.max(0, Math.min(start, Math.floor((count - 1) / WINDOW) * WINDOW));
}
