// The numbers of one head as a real table, a window of it at a time where there are many.

import { exactText, shortText } from './format.js';
import { isMasked, keyPieces, queryPieces, valueAt } from './frame.js';
import { fill, fillText, h, setAttribute, setText } from './dom.js';

/** Rows and columns shown at once. */
const WINDOW = 20;

/**
 * @param {import('../messages/en.js').Messages} messages
 * @param {import('./frame.js').Actions} actions
 */
export function createTable(messages, actions) {
  const shown = h('span', { class: 'tabular', role: 'status' });
  const moves = {
    up: move(messages.tableUp, '↑', -1, 0),
    down: move(messages.tableDown, '↓', 1, 0),
    left: move(messages.tableLeft, '←', 0, -1),
    right: move(messages.tableRight, '→', 0, 1),
  };
  const digits = h('input', { type: 'checkbox', onchange: () => again() });
  const windowTools = h('div', { class: 'window-tools' }, ...Object.values(moves), shown);
  const tools = h(
    'div',
    { class: 'table-tools' },
    h('label', { class: 'switch' }, digits, h('span', null, messages.tableAllDigits)),
    windowTools,
  );
  const scroller = h('div', { class: 'table-scroll', tabindex: '0', role: 'region' });
  const element = h('div', { class: 'table-view' }, tools, scroller);
  /** @type {readonly unknown[]} */
  let drawnFrom = [];
  /** @type {import('./frame.js').Frame | null} */
  let last = null;
  let firstRow = 0;
  let firstColumn = 0;

  /**
   * @param {string} label
   * @param {string} sign
   * @param {number} down
   * @param {number} right
   */
  function move(label, sign, down, right) {
    const go = () => {
      firstRow += down * WINDOW;
      firstColumn += right * WINDOW;
      again();
    };
    return h('button', { type: 'button', class: 'tool', 'aria-label': label, onclick: go }, sign);
  }

  function again() {
    drawnFrom = [];
    if (last) update(last);
  }

  /** @param {import('./frame.js').Frame} frame */
  function update(frame) {
    const { answer, state, selection } = frame;
    last = frame;
    element.hidden = state.view !== 'table' || !answer;
    if (!answer || element.hidden) return;
    const head = Math.min(selection.head, answer.question.heads - 1);
    const from = [answer, head, firstRow, firstColumn];
    if (from.every((value, i) => value === drawnFrom[i])) return;
    firstRow = clampStart(firstRow, answer.rows);
    firstColumn = clampStart(firstColumn, answer.columns);
    drawnFrom = [answer, head, firstRow, firstColumn];
    scroller.replaceChildren(build(answer, head));
    setAttribute(scroller, 'aria-label', fillText(messages.head, { head: head + 1 }));
    const lastRow = Math.min(answer.rows, firstRow + WINDOW);
    const lastColumn = Math.min(answer.columns, firstColumn + WINDOW);
    windowTools.hidden = answer.rows <= WINDOW && answer.columns <= WINDOW;
    moves.up.disabled = firstRow === 0;
    moves.down.disabled = lastRow === answer.rows;
    moves.left.disabled = firstColumn === 0;
    moves.right.disabled = lastColumn === answer.columns;
    setText(
      shown,
      fillText(messages.tableRange, {
        firstRow: firstRow + 1,
        lastRow,
        rows: answer.rows,
        firstColumn: firstColumn + 1,
        lastColumn,
        columns: answer.columns,
      }),
    );
  }

  /**
   * @param {import('./answer.js').Answer} answer
   * @param {number} head
   */
  function build(answer, head) {
    const write = digits.checked ? exactText : (/** @type {number} */ value) => shortText(value, 3);
    const queries = queryPieces(answer);
    const keys = keyPieces(answer);
    const columns = range(firstColumn, Math.min(answer.columns, firstColumn + WINDOW));
    const rows = range(firstRow, Math.min(answer.rows, firstRow + WINDOW));
    const top = h(
      'tr',
      null,
      h('td', { class: 'corner' }, messages.cornerRows, h('br', null), messages.cornerColumns),
    );
    for (const key of columns) top.append(h('th', { scope: 'col' }, h('bdi', null, keys[key])));
    const body = h('tbody', null);
    for (const query of rows) {
      const line = h('tr', null, h('th', { scope: 'row' }, h('bdi', null, queries[query])));
      for (const key of columns) {
        const value = valueAt(answer, head, query, key);
        const masked = isMasked(answer, query, key);
        line.append(h('td', masked ? { class: 'masked' } : null, masked ? '·' : write(value)));
      }
      body.append(line);
    }
    const caption = fill(messages.tableCaption, { head: String(head + 1) });
    const table = h('table', null, h('caption', null), h('thead', null, top), body);
    table.caption?.append(caption);
    return table;
  }

  return { element, update };
}

/**
 * @param {number} start
 * @param {number} count
 */
function clampStart(start, count) {
  return Math.max(0, Math.min(start, Math.floor((count - 1) / WINDOW) * WINDOW));
}

/**
 * @param {number} from
 * @param {number} to
 */
function range(from, to) {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
