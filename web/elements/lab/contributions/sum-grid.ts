// The drawing of contributions with an ARIA grid over it.
// The grid has one cell, which lies over the number with the keyboard's focus.

import { sumMarks } from '../../../views/contributions.ts';
import { hitSum, zeroOf } from '../../../views/contributions-layout.ts';
import { paintMarks } from '../../../views/figure.ts';
import { fill, fillText, h, ownWords, setAttribute, setText } from '../../../ui/dom.ts';
import { shortText } from '../../../ui/format.ts';
import { inlineSymbol } from '../steps/symbols.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Frame } from '../frame.ts';
import type { SumContent } from '../../../views/contributions.ts';

type Parts = ReturnType<typeof buildSum>;

type Place = { row: number; dim: number };

/** the hovered number */
export type Spot = { row: number | null; dim: number | null };

export function buildSum(
  messages: Messages,
  numbers: ReturnType<typeof import('../tables/as-table.ts').createNumbers>,
  pushes: HTMLElement,
) {
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

export function hearSum(
  { grid, cell }: Parts,
  to: {
    layout: () => SumContent['layout'] | null;
    at: () => Place;
    point: (place: Spot | null) => void;
    moveTo: (row: number, column: number | null) => void;
    open: (row: number, column: number | null) => void;
  },
) {
  const placeOf = (event: MouseEvent) => {
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

/** Lays the one cell of the grid over the number with the keyboard's focus. */
export function showCell(
  { cell, row, columnHeader, rowHeader }: Parts,
  { layout, rows, dimName }: SumContent,
  at: Place,
) {
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

export function showTitle(
  { title, grid }: Parts,
  messages: Messages,
  query: string,
  { rows, dims }: SumContent['layout'],
) {
  title.replaceChildren(fill(messages.sumOf, { query: ownWords(query, 'word') }));
  setAttribute(grid, 'aria-label', fillText(messages.sumLabel, { query }));
  setAttribute(grid, 'aria-rowcount', String(rows + 1));
  setAttribute(grid, 'aria-colcount', String(dims + 1));
}

export function paintSum(
  { canvas, grid }: Parts,
  shown: SumContent,
  focus: { row: number | null; dim: number },
  { pixelRatio, fontFamily }: Frame['look'],
) {
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

/** The target of an arrow key. */
function placeAfter(
  event: KeyboardEvent,
  at: Place,
  { rows, dims }: SumContent['layout'],
): Place | undefined {
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
