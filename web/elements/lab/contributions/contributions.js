// The view of contributions: what each head adds to one token's output, as a sum on paper. A grid for the
// keyboard lies over the picture; every number in it can be followed. The drawing is views/contributions.js.

/// <reference path="../../css.d.ts" />

import { sumMarks } from '../../../views/contributions.js';
import { hitSum, zeroOf } from '../../../views/contributions-layout.js';
import { paintMarks } from '../../../views/figure.js';
import { nameCell, parseCell } from '../answer/cells.js';
import { fill, fillText, h, ownWords, setAttribute, setText } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';
import { queryPiece } from '../frame.js';
import { inlineSymbol } from '../steps/formula.js';
import { arrayOf, contentOf, largest } from './content.js';
import { createPushes } from './pushes.js';
import { createNumbers } from '../tables/as-table.js';
import style from './contributions.css';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../../../views/contributions.js').SumContent} SumContent
 */

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createContributions(messages, actions) {
  const numbers = createNumbers(messages, actions);
  const pushes = createPushes(messages, actions);
  const parts = buildSum(messages, numbers, pushes.element);
  const { element, scroller, meaning } = parts;
  /** @type {Frame | null} */
  let last = null;
  /** @type {SumContent | null} */
  let content = null;
  /** the token whose output this is */
  let token = 0;
  /** the element of the vectors whose numbers are shown when none is pointed at */
  let dim = 0;
  /** where the Tab key comes to */
  let at = { row: 0, dim: 0 };
  /** @type {readonly unknown[]} */
  let arrangedFrom = [];
  /** @type {readonly unknown[]} */
  let drawnFrom = [];

  // ---- events ------------------------------------------------------------------------------------------------

  /** @param {Spot | null} place */
  function point(place) {
    const selection = last?.state.selection;
    if (!selection || !content || !place) actions.preview(null);
    else actions.preview(previewOf(place, selection, { heads: headsOf(content), token, dim }));
  }

  hearSum(parts, {
    layout: () => content?.layout ?? null,
    at: () => at,
    point,
    moveTo,
    open(row, column) {
      if (content) actions.open(nameOfNumber(headsOf(content), row, token, column ?? dim));
    },
  });

  /**
   * @param {number} row
   * @param {number | null} column null: the one whose numbers are shown
   */
  function moveTo(row, column) {
    if (!content) return;
    const { layout } = content;
    at = {
      row: Math.max(0, Math.min(layout.rows - 1, row)),
      dim: Math.max(0, Math.min(layout.dims - 1, column ?? dim)),
    };
    showCell(parts, content, at);
  }

  // ---- drawing -------------------------------------------------------------------------------------------------

  /** @param {Frame} frame */
  function update(frame) {
    last = frame;
    const { answer, state, selection, look } = frame;
    const trace = answer?.trace;
    scroller.hidden = meaning.hidden = state.numbers || !trace;
    setAttribute(scroller, 'data-stale', frame.stale ? '' : null);
    if (!answer || !trace) return;
    const wanted = selection.query ?? state.selection.query ?? token;
    const chosen = Math.min(wanted, answer.rows - 1);
    const mirrored = getComputedStyle(element).direction === 'rtl';
    pushes.update(frame, chosen);
    const { theme, size, pixelRatio, colors } = look;
    const place = [mirrored, theme, size.width, size.height, pixelRatio, colors.text];
    /** @type {readonly unknown[]} */
    const from = [answer, chosen, ...place];
    if (from.some((value, i) => value !== arrangedFrom[i])) {
      const isOther = arrangedFrom[0] !== answer || arrangedFrom[1] !== chosen;
      arrangedFrom = from;
      drawnFrom = [];
      token = chosen;
      content = contentOf(messages, frame, trace, chosen, mirrored);
      if (isOther) dim = largest(content.rows[content.rows.length - 1].values);
      showTitle(parts, messages, queryPiece(answer, chosen), content.layout);
      moveTo(at.row, at.dim);
    }
    if (!content) return;
    numbers.update(frame, tableOf(messages, content, answer, chosen));
    if (!state.numbers) draw(frame, content);
  }

  /**
   * @param {Frame} frame
   * @param {SumContent} shown
   */
  function draw(frame, shown) {
    const focus = focusOf(frame, shown, { token, dim });
    if (frame.kept) dim = focus.dim;
    const from = [shown, focus.row, focus.dim];
    if (from.every((value, i) => value === drawnFrom[i])) return;
    drawnFrom = from;
    paintSum(parts, shown, focus, frame.look);
  }

  return {
    element,
    styles: [style],
    isDrawn: pushes.isDrawn,
    update,
    /** @param {Frame} frame */
    exported: (frame) =>
      content && frame.answer?.trace ? exportedOf(messages, frame, content, { token, dim }) : null,
  };
}

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {ReturnType<typeof createNumbers>} numbers
 * @param {HTMLElement} pushes
 */
function buildSum(messages, numbers, pushes) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const columnHeader = h('span', { role: 'columnheader' });
  const rowHeader = h('span', { role: 'rowheader', 'aria-colindex': '1', class: 'spoken' });
  const cell = h('div', { role: 'gridcell', class: 'cell', tabindex: '0' });
  const row = h('div', { role: 'row' }, rowHeader, cell);
  const grid = h(
    'div',
    { role: 'grid', 'aria-readonly': 'true', class: 'sum-grid' },
    canvas,
    h(
      'div',
      { role: 'row', 'aria-rowindex': '1', class: 'spoken' },
      h('span', { role: 'columnheader', 'aria-colindex': '1' }, messages.sumParts),
      columnHeader,
    ),
    row,
  );
  const scroller = h('div', { class: 'sum-scroll' }, grid);
  const title = h('p', { class: 'sum-title' });
  const meaning = h('p', { class: 'sum-meaning' });
  meaning.append(fill(messages.sumMeaning, { W_O: inlineSymbol('W_O', null) }));
  const element = h(
    'section',
    { class: 'sum' },
    h('h2', { class: 'spoken' }, messages.sumTitle),
    h('div', { class: 'view-tools' }, title, numbers.toggle),
    scroller,
    numbers.element,
    meaning,
    pushes,
  );
  return { element, canvas, columnHeader, rowHeader, cell, row, grid, scroller, title, meaning };
}

/** @typedef {ReturnType<typeof buildSum>} Parts */
/** @typedef {{ row: number, dim: number }} Place */
/** @typedef {{ row: number | null, dim: number | null }} Spot under the pointer */

/** @param {SumContent} content */
function headsOf({ rows }) {
  return rows.length - 2;
}

/**
 * @param {Spot} place
 * @param {import('../state/state.js').Selection} selection
 * @param {{ heads: number, token: number, dim: number }} shown
 * @returns {import('../frame.js').Preview}
 */
function previewOf({ row, dim }, { head, key }, shown) {
  if (row === null) return { head, query: shown.token, key, cell: null };
  const cell = nameOfNumber(shown.heads, row, shown.token, dim ?? shown.dim);
  return { head: row < shown.heads ? row : head, query: shown.token, key: null, cell };
}

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {Frame} frame with an answer
 * @param {SumContent} content
 * @param {{ token: number, dim: number }} shown
 * @returns {import('../export/menu.js').Exported | null}
 */
function exportedOf(messages, frame, content, shown) {
  if (!frame.answer) return null;
  const { width, height } = content.layout;
  const title = fillText(messages.sumLabel, { query: queryPiece(frame.answer, shown.token) });
  return {
    name: 'contributions',
    figure: () => {
      const marks = sumMarks(content, focusOf(frame, content, shown));
      return { width, height, title, marks };
    },
    arrays: () => [arrayOf(content)],
  };
}

/**
 * @param {Parts} parts
 * @param {object} to
 * @param {() => SumContent['layout'] | null} to.layout
 * @param {() => Place} to.at
 * @param {(place: Spot | null) => void} to.point
 * @param {(row: number, column: number | null) => void} to.moveTo
 * @param {(row: number, column: number | null) => void} to.open
 */
function hearSum({ grid, cell }, to) {
  /** @param {MouseEvent} event */
  const placeOf = (event) => {
    const layout = to.layout();
    return layout && hitSum(layout, event.offsetX, event.offsetY);
  };
  grid.addEventListener('pointermove', (event) => to.point(placeOf(event)));
  grid.addEventListener('pointerleave', () => to.point(null));
  grid.addEventListener('click', (event) => {
    const place = placeOf(event);
    if (!place || place.row === null) return;
    to.moveTo(place.row, place.dim);
    cell.focus({ preventScroll: true });
    to.open(place.row, place.dim);
  });
  cell.addEventListener('focus', () => {
    if (cell.matches(':focus-visible')) to.point(to.at());
  });
  cell.addEventListener('blur', () => to.point(null));
  cell.addEventListener('keydown', (event) => {
    const layout = to.layout();
    if (event.altKey || event.metaKey || !layout) return;
    const { row, dim } = to.at();
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      to.open(row, dim);
      return;
    }
    const next = placeAfter(event, { row, dim }, layout);
    if (!next) return;
    event.preventDefault();
    to.moveTo(next.row, next.dim);
    to.point(to.at());
  });
}

/**
 * The row and the element of the number that is pointed at or followed.
 * @param {Frame} frame
 * @param {SumContent} shown
 * @param {{ token: number, dim: number }} otherwise the token whose output this is, and the element to show without one
 */
function focusOf(frame, shown, { token, dim }) {
  const parsed = frame.cell === null ? null : parseCell(frame.cell);
  const heads = headsOf(shown);
  const rowOf = {
    contributions: parsed?.head ?? null,
    b_O: heads,
    output: heads + 1,
  };
  if (!parsed || !(parsed.matrix in rowOf)) return { row: null, dim };
  const index = rowOf[/** @type {keyof typeof rowOf} */ (parsed.matrix)];
  const inside =
    parsed.column < shown.layout.dims && (parsed.matrix === 'b_O' || parsed.row === token);
  if (!inside) return { row: null, dim };
  return { row: index !== null && index <= heads ? index : null, dim: parsed.column };
}

/**
 * The same numbers as a table.
 * @param {import('../../messages/en.js').Messages} messages
 * @param {SumContent} content
 * @param {import('../answer/answer.js').Answer} answer
 * @param {number} token
 */
function tableOf(messages, { rows, layout, dimName }, answer, token) {
  return {
    key: [answer, token],
    caption: fillText(messages.sumLabel, { query: queryPiece(answer, token) }),
    corner: messages.sumParts,
    rows: rows.map(({ name }) => name),
    columns: Array.from({ length: layout.dims }, (_, column) => dimName(column)),
    value: (/** @type {number} */ row, /** @type {number} */ column) => rows[row].values[column],
  };
}

/**
 * The name of one number, to follow it.
 * @param {number} heads
 * @param {number} index of a row
 * @param {number} token
 * @param {number} column
 */
function nameOfNumber(heads, index, token, column) {
  if (index < heads) return nameCell({ matrix: 'contributions', head: index, row: token, column });
  const matrix = index === heads ? 'b_O' : 'output';
  return nameCell({ matrix, head: null, row: index === heads ? 0 : token, column });
}

/**
 * Where a key leads to.
 * @param {KeyboardEvent} event
 * @param {Place} at
 * @param {SumContent['layout']} layout
 * @returns {Place | undefined}
 */
function placeAfter(event, at, { rows, dims }) {
  return {
    ArrowUp: { row: at.row - 1, dim: at.dim },
    ArrowDown: { row: at.row + 1, dim: at.dim },
    ArrowLeft: { row: at.row, dim: at.dim - 1 },
    ArrowRight: { row: at.row, dim: at.dim + 1 },
    Home: { row: event.ctrlKey ? 0 : at.row, dim: 0 },
    End: { row: event.ctrlKey ? rows - 1 : at.row, dim: dims - 1 },
    PageUp: { row: at.row, dim: at.dim - 8 },
    PageDown: { row: at.row, dim: at.dim + 8 },
  }[event.key];
}

/**
 * Lays the one cell of the grid over the number that the keyboard is at.
 * @param {Parts} parts
 * @param {SumContent} content
 * @param {Place} at
 */
function showCell({ cell, row, columnHeader, rowHeader }, { layout, rows, dimName }, at) {
  const height = at.row === layout.rows - 1 ? layout.sumPitch : layout.pitch;
  const width = Math.max(6, layout.step);
  cell.style.left = `${layout.left + (at.dim + 0.5) * layout.step - width / 2}px`;
  cell.style.top = `${zeroOf(layout, at.row) - height / 2}px`;
  cell.style.width = `${width}px`;
  cell.style.height = `${height}px`;
  setAttribute(row, 'aria-rowindex', String(at.row + 2));
  setAttribute(columnHeader, 'aria-colindex', String(at.dim + 2));
  setAttribute(cell, 'aria-colindex', String(at.dim + 2));
  setText(columnHeader, dimName(at.dim));
  setText(rowHeader, rows[at.row].name);
  setAttribute(cell, 'aria-label', shortText(rows[at.row].values[at.dim], 3));
}

/**
 * @param {Parts} parts
 * @param {import('../../messages/en.js').Messages} messages
 * @param {string} query
 * @param {SumContent['layout']} layout
 */
function showTitle({ title, grid }, messages, query, { rows, dims }) {
  title.replaceChildren(fill(messages.sumOf, { query: ownWords(query, 'word') }));
  setAttribute(grid, 'aria-label', fillText(messages.sumLabel, { query }));
  setAttribute(grid, 'aria-rowcount', String(rows + 1));
  setAttribute(grid, 'aria-colcount', String(dims + 1));
}

/**
 * @param {Parts} parts
 * @param {SumContent} shown
 * @param {{ row: number | null, dim: number }} focus
 * @param {Frame['look']} look
 */
function paintSum({ canvas, grid }, shown, focus, { pixelRatio, fontFamily }) {
  const { width, height } = shown.layout;
  canvas.width = Math.round(width * pixelRatio);
  canvas.height = Math.round(height * pixelRatio);
  for (const box of [canvas, grid]) {
    box.style.width = `${width}px`;
    box.style.height = `${height}px`;
  }
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(pixelRatio, pixelRatio);
  paintMarks(context, sumMarks(shown, focus), fontFamily);
}
