// The matrices of one step on the screen: where each stands, the windows onto long ones, what is lit, and the
// little label at the number that is pointed at.

import { signedRampOf } from '../../../views/color.js';
import { chooseSignedScale } from './scale.js';
import { drawLegend } from '../../../views/legend.js';
import { layoutMatrix } from '../../../views/matrix-layout.js';
import { frameBudget } from '../budget.js';
import { parseCell, selectionOf } from '../answer/cells.js';
import { h, setText } from '../../shared/dom.js';
import { sourcesOf } from '../provenance/explain.js';
import { drawPlaced } from './drawing.js';
import { exactText } from '../../shared/format.js';
import { longestWidth } from '../../shared/label-sizes.js';
import { createMatrix } from './matrix.js';
import { numberOf } from '../answer/grids.js';
import { allShown, lightsOf, oneByOne } from './lines.js';
import { sizesOf } from './sizes.js';
import { createWindows } from './windows.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('./plan.js').Block} Block
 * @typedef {import('./plan.js').Shown} Shown
 * @typedef {import('./matrix.js').MatrixElement} MatrixElement
 * @typedef {import('./drawing.js').Placed} Placed
 */

const LABEL_SIZE = 12;
/** Narrower, there is no room for a formula in the corner of a product, nor for products side by side. */
const CORNER_FROM = 620;

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 * @param {{ formula: HTMLElement, aside: HTMLElement }} formulas the formula stands in the corner of a product where
 *   there is room, else in its place aside
 */
export function createStepsStage(messages, actions, { formula, aside }) {
  const element = h('div', { class: 'step-stage' });
  const windows = createWindows(messages, () => again());
  const canvas = h('canvas', { 'aria-hidden': 'true', width: '240', height: '20' });
  const legend = h(
    'div',
    { class: 'step-legend' },
    h('span', null, messages.stepsLegend),
    canvas,
    h('span', null, messages.stepsLegendMore),
  );
  const tip = h('div', { class: 'tooltip step-tip', 'aria-hidden': 'true', hidden: true });
  /** @type {MatrixElement[]} matrices are kept: the focus stays in them */
  const pool = [];
  /** @type {Placed[]} */
  let placed = [];
  /** @type {readonly unknown[]} */
  let drawnFrom = [];
  /** @type {(() => void)[]} */
  let waiting = [];
  /** @type {Frame | null} */
  let last = null;
  /** @type {readonly Block[]} */
  let blocks = [];

  /**
   * @param {Frame} frame
   * @param {readonly Block[]} next
   */
  function update(frame, next) {
    last = frame;
    // where there is little room, what is multiplied stands with each factor
    blocks = frame.look.size.width < CORNER_FROM ? next.flatMap(oneByOne) : next;
    const { state, answer, selection, look } = frame;
    element.hidden = next.length === 0;
    if (next.length === 0 || !answer) {
      drawnFrom = [];
      return;
    }
    if (frame.kept) reveal(frame);
    const head = state.allHeads ? null : selection.head;
    const from = [answer, state.step, head, look.theme, look.size.width, look.pixelRatio];
    from.push(windows.key());
    if (from.some((value, i) => value !== drawnFrom[i])) {
      drawnFrom = from;
      arrange(frame);
    }
    light(frame);
  }

  /**
   * Moves windows to where the number that is followed stands.
   * @param {Frame} frame
   */
  function reveal({ cell }) {
    const known = cell ? parseCell(cell) : null;
    if (!known) return;
    for (const shown of allShown(blocks)) {
      if (shown.matrix !== known.matrix || (shown.head ?? known.head) !== known.head) continue;
      const [row, column] = shown.turned ? [known.column, known.row] : [known.row, known.column];
      windows.reveal(shown.rows, row);
      windows.reveal(shown.columns, column);
    }
  }

  /** @param {Frame} frame */
  function arrange(frame) {
    const { look } = frame;
    placed = [];
    waiting = [];
    const shown = allShown(blocks);
    const scales = new Map(shown.map((one) => [one, chooseSignedScale(one)]));
    const words = shown.flatMap(({ rows, columns }) => [rows.labels ?? [], columns.labels ?? []]);
    const label = (longestWidth(words.flat(), look.fontFamily) * LABEL_SIZE) / 13 + 2;
    const drawn = blocks.map((block) => {
      const sizes = sizesOf(block, {
        width: look.size.width,
        rowLabel: label,
        columnLabel: label,
        countOf: (axis) => windows.windowOf(axis).count,
      });
      /** @type {PlaceMatrix} */
      const put = (one, around, above) => place(frame, one, sizes, scales, around, above);
      return block.kind === 'product'
        ? placeProduct(block, sizes, put)
        : placeLine(block, sizes, put);
    });
    const corner = drawn[0].querySelector('.corner');
    (look.size.width >= CORNER_FROM && corner ? corner : aside).append(formula);
    element.replaceChildren(...drawn, tip);
    windows.update(shown.flatMap(({ rows, columns }) => [rows, columns]));
    legend.hidden = shown.every(({ colors }) => colors !== 'signed');
    drawLegend(canvas, signedRampOf(look.theme), true);
    work(waiting, look);
  }

  /**
   * @param {Frame} frame
   * @param {Shown} shown
   * @param {import('./sizes.js').Sizes} sizes
   * @param {Map<Shown, import('../../../views/scale.js').Scale>} scales
   * @param {{ rowLabel: number, columnLabel: number, grouped: boolean }} around
   * @param {boolean} [above] whether it stands above what comes out
   */
  function place(frame, shown, sizes, scales, around, above = false) {
    const rows = windows.windowOf(shown.rows);
    const columns = windows.windowOf(shown.columns);
    const index = placed.length;
    pool[index] ??= createPooled(index);
    const one = { element: pool[index], shown, rows, columns };
    placed.push(one);
    one.element.element.style.gridArea = '';
    const layout = layoutMatrix({
      rows: rows.count,
      columns: columns.count,
      cellWidth: sizes.widthOf(shown.columns),
      cellHeight: (above ? sizes.depthOf : sizes.heightOf)(shown.rows),
      fontSize: LABEL_SIZE,
      ...around,
    });
    const scale = scales.get(shown) ?? { max: 1, clipped: false };
    waiting.push(() => drawPlaced(messages, frame, one, layout, scale));
    return one.element.element;
  }

  /** @param {number} index */
  function createPooled(index) {
    const nameAt = (/** @type {import('./matrix.js').Place} */ { row, column }) => {
      const { shown, rows, columns } = placed[index];
      return shown.cellAt(rows.first + row, columns.first + column);
    };
    return createMatrix({
      onPreview(place) {
        const cell = place && placed[index] ? nameAt(place) : null;
        if (cell && last) actions.preview({ ...selectionOf(cell, last.state.selection), cell });
        else actions.preview(null);
      },
      onOpen(place) {
        if (placed[index]) actions.open(nameAt(place));
      },
      onLeave(place) {
        const { shown, rows, columns, element: mine } = placed[index];
        const row = rows.first + place.row;
        const column = columns.first + place.column;
        if (row < 0 || row >= shown.rows.size || column < 0 || column >= shown.columns.size) return;
        windows.reveal(shown.rows, row);
        windows.reveal(shown.columns, column);
        again();
        mine.moveTo({
          row: row - windows.windowOf(shown.rows).first,
          column: column - windows.windowOf(shown.columns).first,
        });
        mine.focus();
      },
    });
  }

  /**
   * @param {(() => void)[]} mine the list that was waiting when this began
   * @param {Frame['look']} look
   */
  function work(mine, look) {
    if (mine !== waiting) return;
    const hasTime = frameBudget(look);
    while (mine.length > 0 && hasTime()) mine.shift()?.();
    if (mine.length > 0) {
      requestAnimationFrame(() => work(mine, look));
      return;
    }
    if (last) light(last);
    actions.drawn();
  }

  /** @param {Frame} frame */
  function light({ answer, cell, selection }) {
    const open = cell ? parseCell(cell) : null;
    const sources = open && answer ? sourcesOf(answer, open) : [];
    for (const { element: matrix, shown, rows, columns } of placed) {
      const { bands, at } = lightsOf({ shown, rows, columns }, { sources, open, selection });
      matrix.light(bands, at);
    }
    showTip(tip, element, last);
  }

  function again() {
    if (last) update(last, blocks);
  }

  return { element, windows: windows.element, legend, update, isDrawn: () => waiting.length === 0 };
}

/**
 * @typedef {(shown: Shown, around: { rowLabel: number, columnLabel: number, grouped: boolean }, above?: boolean)
 *   => HTMLElement} PlaceMatrix
 */

/**
 * @param {Extract<Block, { kind: 'product' }>} block
 * @param {import('./sizes.js').Sizes} sizes
 * @param {PlaceMatrix} place
 */
function placeProduct({ left, parts }, sizes, place) {
  const inGroups = [left, ...parts.map(({ result }) => result)].some(
    ({ groups }) => groups.length > 0,
  );
  const box = h('div', { class: 'product' });
  const put = (
    /** @type {HTMLElement} */ child,
    /** @type {number} */ row,
    /** @type {number} */ column,
  ) => {
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

/**
 * @param {Extract<Block, { kind: 'line' }>} block
 * @param {import('./sizes.js').Sizes} sizes
 * @param {PlaceMatrix} place
 */
function placeLine({ items, wraps }, sizes, place) {
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

/**
 * At the number that is pointed at.
 * @param {HTMLElement} tip
 * @param {HTMLElement} element the stage
 * @param {Frame | null} frame
 */
function showTip(tip, element, frame) {
  const cell = frame?.cell && !frame.kept ? parseCell(frame.cell) : null;
  const value = cell && frame?.answer ? numberOf(frame.answer, cell) : null;
  const box = element.querySelector('.matrix-open');
  tip.hidden = !cell || value === null || !box;
  if (!cell || value === null || !box) return;
  setText(tip, exactText(value));
  const outer = element.getBoundingClientRect();
  const inner = box.getBoundingClientRect();
  const middle = inner.left - outer.left + inner.width / 2;
  const x = Math.min(Math.max(middle, 60), outer.width - 60);
  tip.style.transform = `translate(${x}px, ${inner.top - outer.top}px) translate(-50%, calc(-100% - 8px))`;
}
