// One head's map as a person meets it: the picture, what is lit on it, and a grid for the keyboard and
// for screen readers. It reports what is pointed at and shows what it is told; it decides nothing.

import { drawMap } from '../../../views/map.js';
import { hitMap } from '../../../views/map-layout.js';
import { h, setAttribute, setText } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';

/**
 * @typedef {import('../../../views/map.js').MapDrawing} MapDrawing
 * @typedef {{ query: number | null, key: number | null }} Place
 *
 * @typedef {object} MapEvents
 * @property {(place: Place | null) => void} onPreview
 * @property {(place: Place) => void} onLock
 * @property {(place: Place) => void} onEnlarge
 */

/** Page Up and Page Down move by this part of the rows. */
const PAGE_PART = 4;

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {MapEvents} events
 */
export function createHeadMap(messages, events) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const litRow = h('div', { class: 'lit lit-row' });
  const litColumn = h('div', { class: 'lit lit-column' });
  const litCell = h('div', { class: 'lit lit-cell' });
  const lights = h('div', { class: 'lights', 'aria-hidden': 'true' }, litRow, litColumn, litCell);
  const columnHeader = h('span', { role: 'columnheader' });
  const rowHeader = h('span', { role: 'rowheader', 'aria-colindex': '1', class: 'spoken' });
  const cell = h('div', { role: 'gridcell', class: 'cell', tabindex: '0' });
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
  );
  const row = h('div', { role: 'row' }, rowHeader, cell);
  grid.append(row);

  /** @type {MapDrawing | null} */
  let drawing = null;
  /** @type {{ rowLabels: readonly string[], columnLabels: readonly string[] }} */
  let labels = { rowLabels: [], columnLabels: [] };
  /** @type {Place} */
  let lit = { query: null, key: null };
  /** the cell that Tab comes to */
  let at = { query: 0, key: 0 };

  /** @param {MouseEvent} event */
  const placeOf = (event) => {
    const hit = drawing && hitMap(drawing.layout, event.offsetX, event.offsetY);
    return hit && { query: hit.row, key: hit.column };
  };
  grid.addEventListener('pointermove', (event) => events.onPreview(placeOf(event)));
  grid.addEventListener('pointerleave', () => events.onPreview(null));
  grid.addEventListener('click', (event) => {
    const place = placeOf(event);
    if (!place) return;
    if (place.query !== null && place.key !== null) {
      moveTo(place.query, place.key);
      cell.focus({ preventScroll: true });
    }
    events.onLock(place);
  });
  grid.addEventListener('dblclick', (event) => {
    const place = placeOf(event);
    if (place) events.onEnlarge(place);
  });
  cell.addEventListener('focus', () => {
    // a click has its own way to be shown
    if (cell.matches(':focus-visible')) events.onPreview({ ...at });
  });
  cell.addEventListener('blur', () => events.onPreview(null));
  cell.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      events.onLock({ ...at });
      return;
    }
    const target = drawing && targetOf(event, at, drawing.layout);
    if (!target) return;
    event.preventDefault();
    moveTo(target.query, target.key);
    events.onPreview({ ...at });
  });

  /**
   * @param {number} query
   * @param {number} key
   */
  function moveTo(query, key) {
    if (!drawing) return;
    const { layout, values } = drawing;
    at = {
      query: Math.max(0, Math.min(layout.rows - 1, query)),
      key: Math.max(0, Math.min(layout.columns - 1, key)),
    };
    place(cell, at, layout);
    setAttribute(row, 'aria-rowindex', String(at.query + 2));
    setAttribute(columnHeader, 'aria-colindex', String(at.key + 2));
    setAttribute(cell, 'aria-colindex', String(at.key + 2));
    setText(columnHeader, labels.columnLabels[at.key] ?? '');
    setText(rowHeader, labels.rowLabels[at.query] ?? '');
    const value = values[at.query * layout.columns + at.key];
    setAttribute(cell, 'aria-label', value === undefined ? '' : shortText(value, 3));
  }

  function showLights() {
    if (!drawing) return;
    const { query, key } = lit;
    const { cellWidth, cellHeight, rows, columns } = drawing.layout;
    const hasRow = query !== null && query < rows;
    const hasColumn = key !== null && key < columns;
    litRow.hidden = !hasRow;
    litColumn.hidden = !hasColumn;
    litCell.hidden = !(hasRow && hasColumn);
    setAttribute(lights, 'data-only', hasRow ? 'row' : hasColumn ? 'column' : null);
    if (hasRow) {
      litRow.style.height = `${cellHeight}px`;
      litRow.style.transform = `translateY(${query * cellHeight}px)`;
    }
    if (hasColumn) {
      litColumn.style.width = `${cellWidth}px`;
      litColumn.style.transform = `translateX(${key * cellWidth}px)`;
    }
    if (hasRow && hasColumn) {
      litCell.style.width = `${cellWidth}px`;
      litCell.style.height = `${cellHeight}px`;
      litCell.style.transform = `translate(${key * cellWidth}px, ${query * cellHeight}px)`;
    }
  }

  return {
    element: grid,

    /**
     * @param {MapDrawing} next
     * @param {{ rowLabels: readonly string[], columnLabels: readonly string[] }} names
     * @param {string} label
     */
    draw(next, names, label) {
      drawing = next;
      labels = names;
      const { layout } = next;
      grid.style.width = `${layout.width}px`;
      grid.style.height = `${layout.height}px`;
      lights.style.left = `${layout.left}px`;
      lights.style.top = `${layout.top}px`;
      lights.style.width = `${layout.right - layout.left}px`;
      lights.style.height = `${layout.bottom - layout.top}px`;
      setAttribute(grid, 'aria-label', label);
      setAttribute(grid, 'aria-rowcount', String(layout.rows + 1));
      setAttribute(grid, 'aria-colcount', String(layout.columns + 1));
      drawMap(canvas, next);
      moveTo(at.query, at.key);
      showLights();
    },

    /** @param {Place} place */
    light(place) {
      if (place.query === lit.query && place.key === lit.key) return;
      lit = { query: place.query, key: place.key };
      showLights();
    },

    /** Where Tab arrives: the cell that is kept, if there is one. */
    moveTo,
    layout: () => drawing?.layout ?? null,
    hasFocus: () => cell.matches(':focus'),
    focus: () => cell.focus({ preventScroll: true }),
  };
}

/** @typedef {ReturnType<typeof createHeadMap>} HeadMap */

/**
 * @param {HTMLElement} element
 * @param {{ query: number, key: number }} at
 * @param {import('../../../views/map-layout.js').MapLayout} layout
 */
function place(element, at, layout) {
  element.style.left = `${layout.left + at.key * layout.cellWidth}px`;
  element.style.top = `${layout.top + at.query * layout.cellHeight}px`;
  element.style.width = `${layout.cellWidth}px`;
  element.style.height = `${layout.cellHeight}px`;
}

/**
 * Where a key leads, as in the grid pattern of the ARIA Authoring Practices.
 * @param {KeyboardEvent} event
 * @param {{ query: number, key: number }} at
 * @param {import('../../../views/map-layout.js').MapLayout} layout
 */
function targetOf(event, { query, key }, { rows, columns }) {
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
