// The contributions view: each head's part of one token's output.
// Drawn as a sum on paper by views/contributions.js. A grid for the keyboard lies over the picture;
// every number in it can be followed.

/// <reference path="../../css.d.ts" />

import { sumMarks } from '../../../views/contributions.js';
import { nameCell, parseCell } from '../answer/cells.js';
import { fillText, setAttribute } from '../../shared/dom.js';
import { queryPiece } from '../frame.js';
import { arrayOf, contentOf, largest } from './content.js';
import { createPushes } from './pushes.js';
import { buildSum, hearSum, paintSum, showCell, showTitle } from './sum-grid.js';
import { createNumbers } from '../tables/as-table.js';
import style from './contributions.css';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../../../views/contributions.js').SumContent} SumContent
 * @typedef {import('./sum-grid.js').Spot} Spot
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
