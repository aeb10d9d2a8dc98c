// The view of contributions: what each head adds to one token's output, as a sum on paper. A grid for the
// keyboard lies over the picture; every number in it can be followed. The drawing is views/contributions.js.

/// <reference path="../../css.d.ts" />

import { headHue, markOf } from '../../../views/color.js';
import { sumMarks } from '../../../views/contributions.js';
import { hitSum, layoutSum, zeroOf } from '../../../views/contributions-layout.js';
import { paintMarks } from '../../../views/figure.js';
import { nameCell, parseCell } from '../answer/cells.js';
import { fill, fillText, h, ownWords, setAttribute, setText } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';
import { queryPiece } from '../frame.js';
import { longestWidth } from '../../shared/label-sizes.js';
import { inlineSymbol } from '../steps/formula.js';
import { createNumbers } from '../tables/as-table.js';
import style from './contributions.css';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../../../views/contributions.js').SumContent} SumContent
 */

/** Left and right of the picture, as the style sheet has it. */
const MARGINS = 8;

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createContributions(messages, actions) {
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
  const numbers = createNumbers(messages, actions);
  const element = h(
    'section',
    { class: 'sum' },
    h('h2', { class: 'spoken' }, messages.sumTitle),
    h('div', { class: 'view-tools' }, title, numbers.toggle),
    scroller,
    numbers.element,
    meaning,
  );
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

  /** @param {MouseEvent} event */
  const placeOf = (event) => content && hitSum(content.layout, event.offsetX, event.offsetY);

  /**
   * @param {{ row: number | null, dim: number | null } | null} place
   */
  function point(place) {
    if (!last || !content || !place) {
      actions.preview(null);
      return;
    }
    const heads = content.rows.length - 2;
    const { key, head } = last.state.selection;
    const pointed = place.row !== null && place.row < heads ? place.row : head;
    const name = place.row === null ? null : nameOf(place.row, place.dim ?? dim);
    actions.preview({
      head: pointed,
      query: token,
      key: place.row === null ? key : null,
      cell: name,
    });
  }

  /**
   * @param {number} index of a row
   * @param {number} column
   */
  function nameOf(index, column) {
    const heads = content ? content.rows.length - 2 : 0;
    if (index < heads)
      return nameCell({ matrix: 'contributions', head: index, row: token, column });
    const matrix = index === heads ? 'b_O' : 'output';
    return nameCell({ matrix, head: null, row: index === heads ? 0 : token, column });
  }

  grid.addEventListener('pointermove', (event) => point(placeOf(event)));
  grid.addEventListener('pointerleave', () => point(null));
  grid.addEventListener('click', (event) => {
    const place = placeOf(event);
    if (!place || place.row === null) return;
    moveTo(place.row, place.dim ?? dim);
    cell.focus({ preventScroll: true });
    actions.open(nameOf(place.row, place.dim ?? dim));
  });
  cell.addEventListener('focus', () => {
    if (cell.matches(':focus-visible')) point(at);
  });
  cell.addEventListener('blur', () => point(null));
  cell.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey || !content) return;
    const { rows, dims } = content.layout;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      actions.open(nameOf(at.row, at.dim));
      return;
    }
    const to = {
      ArrowUp: { row: at.row - 1, dim: at.dim },
      ArrowDown: { row: at.row + 1, dim: at.dim },
      ArrowLeft: { row: at.row, dim: at.dim - 1 },
      ArrowRight: { row: at.row, dim: at.dim + 1 },
      Home: { row: event.ctrlKey ? 0 : at.row, dim: 0 },
      End: { row: event.ctrlKey ? rows - 1 : at.row, dim: dims - 1 },
      PageUp: { row: at.row, dim: at.dim - 8 },
      PageDown: { row: at.row, dim: at.dim + 8 },
    }[event.key];
    if (!to) return;
    event.preventDefault();
    moveTo(to.row, to.dim);
    point(at);
  });

  /**
   * @param {number} index
   * @param {number} column
   */
  function moveTo(index, column) {
    if (!content) return;
    const { layout, rows, dimName } = content;
    at = {
      row: Math.max(0, Math.min(layout.rows - 1, index)),
      dim: Math.max(0, Math.min(layout.dims - 1, column)),
    };
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
    /** @type {readonly unknown[]} */
    const from = [
      answer,
      chosen,
      mirrored,
      look.theme,
      look.size.width,
      look.size.height,
      look.pixelRatio,
      look.colors.text,
    ];
    if (from.some((value, i) => value !== arrangedFrom[i])) {
      const isOther = arrangedFrom[0] !== answer || arrangedFrom[1] !== chosen;
      arrangedFrom = from;
      drawnFrom = [];
      token = chosen;
      content = contentOf(frame, trace, chosen, mirrored);
      if (isOther) dim = largest(content.rows[content.rows.length - 1].values);
      const word = () => ownWords(queryPiece(answer, chosen), 'word');
      title.replaceChildren(fill(messages.sumOf, { query: word() }));
      setAttribute(
        grid,
        'aria-label',
        fillText(messages.sumLabel, { query: queryPiece(answer, chosen) }),
      );
      setAttribute(grid, 'aria-rowcount', String(content.layout.rows + 1));
      setAttribute(grid, 'aria-colcount', String(content.layout.dims + 1));
      moveTo(at.row, at.dim);
    }
    if (!content) return;
    const { rows, dimName } = content;
    numbers.update(frame, {
      key: [answer, chosen],
      caption: fillText(messages.sumLabel, { query: queryPiece(answer, chosen) }),
      corner: messages.sumParts,
      rows: rows.map(({ name }) => name),
      columns: Array.from({ length: content.layout.dims }, (_, column) => dimName(column)),
      value: (index, column) => rows[index].values[column],
    });
    if (!state.numbers) draw(frame, content);
  }

  /**
   * @param {Frame} frame
   * @param {SumContent} shown
   */
  function draw(frame, shown) {
    const focus = focusOf(frame, shown);
    const from = [shown, focus.row, focus.dim];
    if (from.every((value, i) => value === drawnFrom[i])) return;
    drawnFrom = from;
    const { width, height } = shown.layout;
    const ratio = frame.look.pixelRatio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    for (const box of [canvas, grid]) {
      box.style.width = `${width}px`;
      box.style.height = `${height}px`;
    }
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(ratio, ratio);
    paintMarks(context, sumMarks(shown, focus), frame.look.fontFamily);
  }

  /**
   * Which row and which element are looked at: those of the number that is pointed at or followed.
   * @param {Frame} frame
   * @param {SumContent} shown
   */
  function focusOf(frame, shown) {
    const parsed = frame.cell === null ? null : parseCell(frame.cell);
    const heads = shown.rows.length - 2;
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
    if (frame.kept) dim = parsed.column;
    return { row: index !== null && index <= heads ? index : null, dim: parsed.column };
  }

  return {
    element,
    styles: [style],
    update,
    /** @param {Frame} frame */
    exported(frame) {
      const shown = content;
      if (!shown || !frame.answer?.trace) return null;
      const { width, height } = shown.layout;
      const title = fillText(messages.sumLabel, { query: queryPiece(frame.answer, token) });
      return {
        name: 'contributions',
        figure: () => ({ width, height, title, marks: sumMarks(shown, focusOf(frame, shown)) }),
        arrays: () => [arrayOf(shown)],
      };
    },
  };

  /**
   * @param {Frame} frame
   * @param {import('../answer/answer.js').Trace} trace
   * @param {number} query
   * @param {boolean} mirrored
   * @returns {SumContent}
   */
  function contentOf({ answer, look }, trace, query, mirrored) {
    const { contributions, output, weights } = trace;
    const [heads, length, dims] = contributions.shape;
    const part = (/** @type {Float32Array} */ data, /** @type {number} */ index) =>
      data.subarray(index * dims, (index + 1) * dims);
    const rows = Array.from({ length: heads }, (_, head) => ({
      name: fillText(messages.head, { head: head + 1 }),
      values: part(contributions.data, head * length + query),
      color: markOf(headHue(head), look.theme),
    }));
    const bias = weights['out_proj.bias'];
    rows.push({ name: messages.sumBias, values: bias.data, color: look.colors.text });
    rows.push({
      name: messages.sumOutput,
      values: part(output.data, query),
      color: look.colors.ink,
    });
    const names = rows.map(({ name }) => name);
    const layout = layoutSum({
      width: look.size.width - MARGINS,
      height: look.size.height,
      parts: heads + 1,
      dims,
      largestPart: Math.max(sizeOf(contributions.data), sizeOf(bias.data)),
      largestSum: sizeOf(output.data),
      label: longestWidth(names, look.fontFamily) + 6,
      number: longestWidth(['−00.000'], look.fontFamily),
      mirrored,
    });
    return {
      layout,
      rows,
      colors: look.colors,
      format: (value) => shortText(value, 3),
      dimName: (column) => fillText(messages.sumColumn, { column: column + 1 }),
    };
  }
}

/** @param {Float32Array} values */
function sizeOf(values) {
  let most = 0;
  for (const value of values) if (Math.abs(value) > most) most = Math.abs(value);
  return most;
}

/** @param {Float32Array} values */
function largest(values) {
  let best = 0;
  values.forEach((value, i) => {
    if (Math.abs(value) > Math.abs(values[best])) best = i;
  });
  return best;
}

/**
 * @param {SumContent} content
 * @returns {import('../export/numbers.js').LabelledArray}
 */
function arrayOf({ layout, rows, dimName }) {
  const { dims } = layout;
  const data = new Float32Array(rows.length * dims);
  rows.forEach(({ values }, index) => data.set(values, index * dims));
  const columns = Array.from({ length: dims }, (_, column) => dimName(column));
  const axes = [
    { name: 'part', labels: rows.map(({ name }) => name) },
    { name: 'column', labels: columns },
  ];
  return { name: 'contribution', data, axes };
}
