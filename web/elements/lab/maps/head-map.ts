// One head's interactive map: drawing, hover, selection and ARIA grid.
// It reports the hovered cell and renders the given highlight.

import { drawMap } from '../../../views/map/map.ts';
import { hitMap } from '../../../views/map/layout.ts';
import { h, setAttribute, setText } from '../../../ui/dom.ts';
import { shortText } from '../../../ui/format.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MapDrawing } from '../../../views/map/map.ts';
import type { MapLayout } from '../../../views/map/layout.ts';

type Place = { query: number | null; key: number | null };

interface MapEvents {
  onPreview: (place: Place | null) => void;
  onLock: (place: Place) => void;
  onEnlarge: (place: Place) => void;
}

/** Page Up and Page Down move by the rows divided by this number. */
const PAGE_PART = 4;

export function createHeadMap(messages: Messages, events: MapEvents) {
  const parts = buildMap(messages);
  const { canvas, grid, cell } = parts;

  let drawing: MapDrawing | null = null;
  let labels: { rowLabels: readonly string[]; columnLabels: readonly string[] } = {
    rowLabels: [],
    columnLabels: [],
  };
  let lit: Place = { query: null, key: null };
  /** the cell that receives the Tab key */
  let at = { query: 0, key: 0 };

  hearMap(parts, events, { layout: () => drawing?.layout ?? null, at: () => at, moveTo });

  function moveTo(query: number, key: number) {
    if (!drawing) return;
    const { layout, values } = drawing;
    at = {
      query: Math.max(0, Math.min(layout.rows - 1, query)),
      key: Math.max(0, Math.min(layout.columns - 1, key)),
    };
    const value = values[at.query * layout.columns + at.key];
    showCell(parts, layout, {
      ...at,
      row: labels.rowLabels[at.query] ?? '',
      column: labels.columnLabels[at.key] ?? '',
      text: value === undefined ? '' : shortText(value, 3),
    });
  }

  const showLights = () => drawing && light(parts, lit, drawing.layout);

  return {
    element: grid,

    draw(
      next: MapDrawing,
      names: { rowLabels: readonly string[]; columnLabels: readonly string[] },
      label: string,
    ) {
      drawing = next;
      labels = names;
      const { layout } = next;
      showSize(parts, layout);
      setAttribute(grid, 'aria-label', label);
      setAttribute(grid, 'aria-rowcount', String(layout.rows + 1));
      setAttribute(grid, 'aria-colcount', String(layout.columns + 1));
      drawMap(canvas, next);
      moveTo(at.query, at.key);
      showLights();
    },

    light(place: Place) {
      if (place.query === lit.query && place.key === lit.key) return;
      lit = { query: place.query, key: place.key };
      showLights();
    },

    /** Sets the cell that receives the Tab key: the locked cell, if there is one. */
    moveTo,
    layout: () => drawing?.layout ?? null,
    hasFocus: () => cell.matches(':focus'),
    focus: () => cell.focus({ preventScroll: true }),
  };
}

type HeadMap = ReturnType<typeof createHeadMap>;

function buildMap(messages: Messages) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const litRow = h('div', { class: 'lit lit-row' });
  const litColumn = h('div', { class: 'lit lit-column' });
  const litCell = h('div', { class: 'lit lit-cell' });
  const lights = h('div', { class: 'lights', 'aria-hidden': 'true' }, litRow, litColumn, litCell);
  const columnHeader = h('span', { role: 'columnheader' });
  const rowHeader = h('span', { role: 'rowheader', 'aria-colindex': '1', class: 'spoken' });
  const cell = h('div', { role: 'gridcell', class: 'cell', tabindex: '0' });
  const row = h('div', { role: 'row' }, rowHeader, cell);
  const grid = h(
    'div',
    { role: 'grid', 'aria-readonly': 'true', class: 'map' },
    canvas,
    lights,
    h(
      'div',
      { role: 'row', 'aria-rowindex': '1', class: 'spoken' },
      h('span', { role: 'columnheader', 'aria-colindex': '1' }, messages.axisRows),
      columnHeader,
    ),
    row,
  );
  return { grid, canvas, lights, litRow, litColumn, litCell, columnHeader, rowHeader, row, cell };
}

type Parts = ReturnType<typeof buildMap>;

function hearMap(
  { grid, cell }: Parts,
  { onPreview, onLock, onEnlarge }: MapEvents,
  {
    layout,
    at,
    moveTo,
  }: {
    layout: () => MapLayout | null;
    at: () => { query: number; key: number };
    moveTo: (query: number, key: number) => void;
  },
) {
  const placeOf = (event: MouseEvent) => {
    const drawn = layout();
    const hit = drawn && hitMap(drawn, event.offsetX, event.offsetY);
    return hit && { query: hit.row, key: hit.column };
  };
  grid.addEventListener('pointermove', (event) => onPreview(placeOf(event)));
  grid.addEventListener('pointerleave', () => onPreview(null));
  grid.addEventListener('click', (event) => {
    const place = placeOf(event);
    if (!place) return;
    if (place.query !== null && place.key !== null) {
      moveTo(place.query, place.key);
      cell.focus({ preventScroll: true });
    }
    onLock(place);
  });
  grid.addEventListener('dblclick', (event) => {
    const place = placeOf(event);
    if (place) onEnlarge(place);
  });
  cell.addEventListener('focus', () => {
    // a click is highlighted in another way
    if (cell.matches(':focus-visible')) onPreview(at());
  });
  cell.addEventListener('blur', () => onPreview(null));
  cell.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onLock(at());
      return;
    }
    const drawn = layout();
    const target = drawn && targetOf(event, at(), drawn);
    if (!target) return;
    event.preventDefault();
    moveTo(target.query, target.key);
    onPreview(at());
  });
}

/** Highlights a cell with its row and its column. */
function light(
  { lights, litRow, litColumn, litCell }: Parts,
  { query, key }: Place,
  layout: MapLayout,
) {
  const { cellWidth, cellHeight, rows, columns } = layout;
  const hasRow = query !== null && query < rows;
  const hasColumn = key !== null && key < columns;
  litRow.hidden = !hasRow;
  litColumn.hidden = !hasColumn;
  litCell.hidden = !(hasRow && hasColumn);
  setAttribute(lights, 'data-only', hasRow ? 'row' : hasColumn ? 'column' : null);
  if (hasRow) {
    litRow.style.height = litCell.style.height = `${cellHeight}px`;
    litRow.style.transform = `translateY(${query * cellHeight}px)`;
  }
  if (hasColumn) {
    litColumn.style.width = litCell.style.width = `${cellWidth}px`;
    litColumn.style.transform = `translateX(${key * cellWidth}px)`;
  }
  if (hasRow && hasColumn) {
    litCell.style.transform = `translate(${key * cellWidth}px, ${query * cellHeight}px)`;
  }
}

/** Lays the one cell of the grid over the number with the keyboard's focus. */
function showCell(
  { cell, row, rowHeader, columnHeader }: Parts,
  layout: MapLayout,
  at: { query: number; key: number; row: string; column: string; text: string },
) {
  cell.style.left = `${layout.left + at.key * layout.cellWidth}px`;
  cell.style.top = `${layout.top + at.query * layout.cellHeight}px`;
  cell.style.width = `${layout.cellWidth}px`;
  cell.style.height = `${layout.cellHeight}px`;
  setAttribute(row, 'aria-rowindex', String(at.query + 2));
  setAttribute(columnHeader, 'aria-colindex', String(at.key + 2));
  setAttribute(cell, 'aria-colindex', String(at.key + 2));
  setText(columnHeader, at.column);
  setText(rowHeader, at.row);
  setAttribute(cell, 'aria-label', at.text);
}

function showSize({ grid, lights }: Parts, { width, height, left, top, right, bottom }: MapLayout) {
  grid.style.width = `${width}px`;
  grid.style.height = `${height}px`;
  lights.style.left = `${left}px`;
  lights.style.top = `${top}px`;
  lights.style.width = `${right - left}px`;
  lights.style.height = `${bottom - top}px`;
}

/** The target of a key, as in the grid pattern of the ARIA Authoring Practices. */
function targetOf(
  event: KeyboardEvent,
  { query, key }: { query: number; key: number },
  { rows, columns }: MapLayout,
) {
  const page = Math.max(1, Math.round(rows / PAGE_PART));
  switch (event.key) {
    case 'ArrowUp':
      return { query: query - 1, key };
    case 'ArrowDown':
      return { query: query + 1, key };
    case 'ArrowLeft':
      return { query, key: key - 1 };
    case 'ArrowRight':
      return { query, key: key + 1 };
    case 'Home':
      return { query: event.ctrlKey ? 0 : query, key: 0 };
    case 'End':
      return { query: event.ctrlKey ? rows - 1 : query, key: columns - 1 };
    case 'PageUp':
      return { query: query - page, key };
    case 'PageDown':
      return { query: query + page, key };
    default:
      return null;
  }
}
