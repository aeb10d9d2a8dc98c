// One head's interactive map: drawing, highlight, and the cells' numbers.

import { drawMap } from '../../../views/map/map.ts';
import { createCanvasGrid, evenCells } from '../../../ui/canvas-grid.ts';
import { shortText } from '../../../ui/format.ts';
import { html } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Spot } from '../../../ui/canvas-grid.ts';
import type { MapDrawing } from '../../../views/map/map.ts';
import type { MapLayout } from '../../../views/map/layout.ts';
import type { Selection } from '../state/state.ts';

interface MapEvents {
  onPreview: (spot: Spot | null) => void;
  onLock: (spot: Spot) => void;
  onEnlarge: (spot: Spot) => void;
  onLeave: (step: 1 | -1, row: number) => void;
}

interface Names {
  rowLabels: readonly string[];
  columnLabels: readonly string[];
}

type Lit = Pick<Selection, 'query' | 'key'>;

export function createHeadMap(
  messages: Messages,
  { onPreview, onLock, onEnlarge, onLeave }: MapEvents,
) {
  let drawn: { drawing: MapDrawing; names: Names; label: string } | null = null;
  let lit: Lit = { query: null, key: null };
  let isStop = true;
  const grid = createCanvasGrid(
    { grid: 'map' },
    { hover: onPreview, focus: onPreview, choose: onLock, doubleClick: onEnlarge, leave: onLeave },
  );

  function render() {
    if (!drawn) return;
    const { names, label } = drawn;
    const { layout, values } = drawn.drawing;
    grid.update({
      label,
      cells: evenCells(layout),
      size: layout,
      nameOf({ row, column }) {
        const value = values[row * layout.columns + column];
        return value === undefined ? '' : shortText(value, 3);
      },
      headers: {
        corner: messages.axisRows,
        row: (row) => names.rowLabels[row] ?? '',
        column: (column) => names.columnLabels[column] ?? '',
      },
      over: [lights(drawn.drawing, names, lit), litWords(drawn.drawing, names, lit)],
      isStop,
    });
  }

  return {
    element: grid.element,
    /** Makes room for a map that is drawn in a later frame. */
    reserve: (size: MapLayout) =>
      grid.update({ label: '', cells: evenCells(size), size, nameOf: () => '' }),
    draw(drawing: MapDrawing, names: Names, label: string) {
      drawn = { drawing, names, label };
      drawMap(grid.canvas, drawing);
      render();
    },
    /** @param stops whether the Tab key stops at this map */
    light({ query, key }: Lit, stops: boolean) {
      lit = { query, key };
      isStop = stops;
      render();
    },
    /** Sets the cell that receives the Tab key: the locked cell, if there is one. */
    moveTo: (query: number, key: number) => grid.moveTo({ row: query, column: key }),
    /** Moves the focus to the first or the last cell of a row. */
    enter: (step: 1 | -1, row: number) =>
      grid.enter({ row, column: step > 0 ? 0 : Number.POSITIVE_INFINITY }),
    layout: () => drawn?.drawing.layout ?? null,
  };
}

/** Highlights a cell with its row and its column. */
function lights({ layout, isMasked }: MapDrawing, { rowLabels }: Names, { query, key }: Lit) {
  const { left, top, right, bottom, cellWidth, cellHeight } = layout;
  const row = query !== null && query < layout.rows ? query : null;
  const column = key !== null && key < layout.columns ? key : null;
  const width = `${cellWidth}px`;
  const height = `${cellHeight}px`;
  const x = `${(column ?? 0) * cellWidth}px`;
  const y = `${(row ?? 0) * cellHeight}px`;
  const sides = {
    left: `${left}px`,
    top: `${top}px`,
    width: `${right - left}px`,
    height: `${bottom - top}px`,
  };
  return html`<div
    class="lights"
    aria-hidden="true"
    data-only=${row !== null ? 'row' : column !== null ? 'column' : null}
    vars=${sides}
  >
    <div
      class="lit lit-row"
      hidden=${row === null}
      vars=${{ height, transform: `translateY(${y})` }}
    ></div>
    ${row !== null && rowName(rowLabels[row], layout, isMasked, row)}
    <div
      class="lit lit-column"
      hidden=${column === null}
      vars=${{ width, transform: `translateX(${x})` }}
    ></div>
    <div
      class="lit lit-cell"
      hidden=${row === null || column === null}
      vars=${{ width, height, transform: `translate(${x}, ${y})` }}
    ></div>
  </div>`;
}

/** Least width of a row's masked end that shows the row's word. */
const ROOM_FOR_A_NAME = 30;

/** A name is at least this high; it covers the outline of a lower row. */
const LEAST_NAME = 12;

/** The word of a row, in the masked end of the row; maps beside the first one have no row labels. */
function rowName(
  label: string,
  { rows, columns, cellWidth, cellHeight }: MapLayout,
  isMasked: MapDrawing['isMasked'],
  row: number,
) {
  let first = columns;
  while (isMasked && first > 0 && isMasked(row, first - 1)) first--;
  const room = (columns - first) * cellWidth;
  if (room < ROOM_FOR_A_NAME) return null;
  const height = Math.max(cellHeight, LEAST_NAME);
  const middle = (row + 0.5) * cellHeight;
  const top = Math.max(0, Math.min(middle - height / 2, rows * cellHeight - height));
  const place = {
    'max-width': `${room}px`,
    'line-height': `${height}px`,
    transform: `translate(${first * cellWidth}px, ${top}px)`,
  };
  const isOver = height > cellHeight;
  return html`<span class="lit-name" data-over=${isOver} vars=${place}>${label}</span>`;
}

/** Height of a word in font sizes, with the ascenders of the labels that it covers. */
const LINE = 1.5;

/** The words of the highlighted row and of its strongest key, where the map has no room for each word. */
function litWords({ layout, values }: MapDrawing, names: Names, { query, key }: Lit) {
  const { rows, columns, left, top, cellWidth, cellHeight, fontSize } = layout;
  const row = query !== null && query < rows ? query : null;
  const column = key ?? (row === null ? null : strongest(values, row, columns));
  const [down, across] = [
    row !== null && coverOf(row, rows, layout.rowEvery, cellHeight, fontSize),
    column !== null &&
      layout.columnsUpright &&
      coverOf(column, columns, layout.columnEvery, cellWidth, fontSize),
  ];
  const size = `${fontSize}px`;
  const rowPlace = down && {
    'font-size': size,
    top: `${top + down.start}px`,
    width: `${left - 5}px`,
    height: `${down.length}px`,
    'padding-block-start': `${down.offset}px`,
  };
  const columnPlace = across && {
    'font-size': size,
    left: `${left + across.start}px`,
    width: `${across.length}px`,
    height: `${Math.round(top) - 5}px`,
    'padding-right': `${across.offset}px`, // the left side, before the rotation
  };
  return [
    rowPlace &&
      html`<span class="lit-word" aria-hidden="true" vars=${rowPlace}>${names.rowLabels[Number(row)]}</span>`,
    columnPlace &&
      html`<span class="lit-word" data-upright aria-hidden="true" vars=${columnPlace}>${names.columnLabels[Number(column)]}</span>`,
  ];
}

/** The key with the largest number of a row. */
function strongest(values: MapDrawing['values'], row: number, columns: number) {
  const numbers = values.subarray(row * columns, (row + 1) * columns);
  return numbers.indexOf(Math.max(...numbers));
}

/**
 * The place of a word that has no label: it covers the labels that it would touch.
 *
 * @param every interval of labels
 * @param size of a cell, px
 * @returns whole px from the first cell, which keep its letters sharp; null: the word has its label
 */
function coverOf(index: number, count: number, every: number, size: number, fontSize: number) {
  if (every === 0 || index % every === 0) return null;
  const line = LINE * fontSize;
  const before = index - (index % every);
  const after = before + every;
  const first = (index - before) * size < line ? before : index;
  const last = after < count && (after - index) * size < line ? after : index;
  return {
    start: Math.round((first + 0.5) * size - line / 2),
    length: Math.round((last - first) * size + line),
    offset: Math.round((index - first) * size),
  };
}
