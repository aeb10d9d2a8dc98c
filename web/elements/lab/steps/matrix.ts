// One interactive matrix: name, shape, drawing, highlight and ARIA grid.
// It reports the hovered cell and renders the given highlight.

import { hitMatrix } from '../../../views/matrix/layout.ts';
import { drawMatrix } from '../../../views/matrix/matrix.ts';
import { h, setAttribute, setText } from '../../../ui/dom.ts';
import type { MatrixLayout } from '../../../views/matrix/layout.ts';
import type { MatrixDrawing } from '../../../views/matrix/matrix.ts';

interface MatrixEvents {
  onPreview: (place: Place | null) => void;
  onOpen: (place: Place) => void;
  /** the keyboard moves past the edge of the window */
  onLeave: (place: Place) => void;
}

export interface Place {
  /** row in the window */
  row: number;
  column: number;
}

/** highlight in the window; null: the whole row or column */
export interface Light {
  row: number | null;
  column: number | null;
}

interface MatrixWords {
  symbol: Node;
  shape: string;
  range: string;
  /** full description for a screen reader */
  label: string;
  cell: (place: Place) => { row: string; column: string; value: string };
  /** rows and columns of the whole matrix */
  size: readonly number[];
  /** row and column of the window */
  first: readonly number[];
}

export function createMatrix({ onPreview, onOpen, onLeave }: MatrixEvents) {
  const symbol = h('span', { class: 'matrix-symbol' });
  const shape = h('span', { class: 'matrix-shape' });
  const range = h('span', { class: 'matrix-range' });
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const lights = h('div', { class: 'matrix-lights', 'aria-hidden': 'true' });
  const columnHeader = h('span', { role: 'columnheader', class: 'spoken' });
  const rowHeader = h('span', { role: 'rowheader', class: 'spoken', 'aria-colindex': '1' });
  const cell = h('div', { role: 'gridcell', class: 'cell', tabindex: '0' });
  const head = h('div', { role: 'row', 'aria-rowindex': '1', class: 'spoken' }, columnHeader);
  const body = h('div', { role: 'row' }, rowHeader, cell);
  const grid = h(
    'div',
    { role: 'grid', 'aria-readonly': 'true', class: 'matrix-grid' },
    canvas,
    lights,
    head,
    body,
  );
  const element = h(
    'figure',
    { class: 'matrix' },
    h('figcaption', null, symbol, ' ', shape, ' ', range),
    grid,
  );
  let drawing: MatrixDrawing | null = null;
  let words: MatrixWords | null = null;
  let at = { row: 0, column: 0 };
  let lit = '';

  const placeOf = (event: MouseEvent) =>
    drawing && hitMatrix(drawing.layout, event.offsetX, event.offsetY);
  grid.addEventListener('pointermove', (event) => onPreview(placeOf(event)));
  grid.addEventListener('pointerleave', () => onPreview(null));
  grid.addEventListener('click', (event) => {
    const place = placeOf(event);
    if (!place) return;
    moveTo(place);
    onOpen(place);
    focusAbove(cell);
  });
  cell.addEventListener('focus', () => {
    if (cell.matches(':focus-visible')) onPreview({ ...at });
  });
  cell.addEventListener('blur', () => onPreview(null));
  cell.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey || !drawing) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen({ ...at });
      return;
    }
    const target = targetOf(event, at, drawing.layout);
    if (!target) return;
    event.preventDefault();
    if (!isInside(target, drawing.layout)) onLeave(target);
    else {
      moveTo(target);
      onPreview({ ...at });
    }
  });

  function moveTo(place: Place) {
    if (!drawing || !words) return;
    const { left, top, cellWidth, cellHeight, rows, columns } = drawing.layout;
    at = {
      row: Math.max(0, Math.min(rows - 1, place.row)),
      column: Math.max(0, Math.min(columns - 1, place.column)),
    };
    const corner = { x: left + at.column * cellWidth, y: top + at.row * cellHeight };
    placeAt(cell, { ...corner, width: cellWidth, height: cellHeight });
    const said = words.cell(at);
    setAttribute(body, 'aria-rowindex', String(words.first[0] + at.row + 2));
    setAttribute(cell, 'aria-colindex', String(words.first[1] + at.column + 2));
    setAttribute(columnHeader, 'aria-colindex', String(words.first[1] + at.column + 2));
    setText(rowHeader, said.row);
    setText(columnHeader, said.column);
    setAttribute(cell, 'aria-label', said.value);
  }

  return {
    element,
    canvas,
    draw(next: MatrixDrawing, said: MatrixWords) {
      drawing = next;
      words = said;
      symbol.replaceChildren(said.symbol);
      setText(shape, said.shape);
      setText(range, said.range);
      setAttribute(grid, 'aria-label', said.label);
      setAttribute(grid, 'aria-rowcount', String(said.size[0] + 1));
      setAttribute(grid, 'aria-colcount', String(said.size[1] + 1));
      grid.style.width = `${next.layout.width}px`;
      grid.style.height = `${next.layout.height}px`;
      element.style.setProperty('--matrix-left', `${next.layout.left}px`);
      drawMatrix(canvas, next);
      lit = '';
      moveTo(at);
    },
    moveTo,
    focus: () => cell.focus({ preventScroll: true }),
    /** @param open the followed number */
    light(bands: readonly Light[], open: Place | null) {
      const name = JSON.stringify([bands, open]);
      if (!drawing || name === lit) return;
      lit = name;
      lights.replaceChildren(...lightsOn(drawing.layout, bands, open));
    },
  };
}

export type MatrixElement = ReturnType<typeof createMatrix>;

/** Frames around the highlighted cells. */
function lightsOn(
  { left, top, cellWidth, cellHeight, rows, columns }: MatrixLayout,
  bands: readonly Light[],
  open: Place | null,
) {
  const boxAt = (name: string, { row, column }: Light, around: number) => {
    const box = h('div', { class: name });
    placeAt(box, {
      x: left + (column ?? 0) * cellWidth - around,
      y: top + (row ?? 0) * cellHeight - around,
      width: (column === null ? columns : 1) * cellWidth + 2 * around,
      height: (row === null ? rows : 1) * cellHeight + 2 * around,
    });
    return box;
  };
  const boxes = bands.map((band) => boxAt('matrix-light', band, 1));
  if (open) boxes.push(boxAt('matrix-light matrix-open', open, 2));
  return boxes;
}

function targetOf(
  event: KeyboardEvent,
  { row, column }: Place,
  { rows, columns }: MatrixLayout,
): Place | null {
  const page = Math.max(1, Math.round(rows / 4));
  switch (event.key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'Home':
      return { row: event.ctrlKey ? 0 : row, column: 0 };
    case 'End':
      return { row: event.ctrlKey ? rows - 1 : row, column: columns - 1 };
    case 'PageUp':
      return { row: Math.max(0, row - page), column };
    case 'PageDown':
      return { row: Math.min(rows - 1, row + page), column };
    default:
      return null;
  }
}

/** @param box size in CSS pixels */
function placeAt(
  { style }: HTMLElement,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

function isInside({ row, column }: Place, { rows, columns }: MatrixLayout) {
  return row >= 0 && row < rows && column >= 0 && column < columns;
}

/**
 * Scrolls a cell above the panel, which as a sheet covers the lower part of the window. In a frame
 * the panel is below everything.
 */
function focusAbove(cell: HTMLElement) {
  cell.focus({ preventScroll: true });
  if (window.parent === window)
    requestAnimationFrame(() => cell.scrollIntoView({ block: 'nearest' }));
}
