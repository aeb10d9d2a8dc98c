// Canvas grid: a drawing that pointer, keyboard and screen readers explore cell by cell.
// An ARIA grid lies over the canvas. Its one cell is an element that moves to the number with the focus.

import { createRoot, html } from './template.ts';
import type { Child } from './template.ts';

/** a cell, by its indices in the whole grid */
export interface Place {
  row: number;
  column: number;
}

/** a cell; row or column null: the whole column or row, which its label stands for */
export interface Spot {
  row: number | null;
  column: number | null;
}

/** in CSS pixels, from the corner of the canvas */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** the drawn cells; indices are those of the drawn part */
export interface Cells {
  rows: number;
  columns: number;
  /** what is at a point */
  hit: (x: number, y: number) => Spot | null;
  boxOf: (place: Place) => Box;
}

/** the state of a grid */
export interface CanvasGridState {
  label: string;
  cells: Cells;
  /** where a part of a grid is drawn: its first cell, and the size of the whole */
  part?: { first: Place; rows: number; columns: number };
  /** size of the drawing; missing: the style sheet has it */
  size?: { width: number; height: number };
  /** the name of a cell */
  nameOf: (place: Place) => string;
  /** the names of rows and columns; missing: the cells' names contain theirs */
  headers?: { corner: string; row: (row: number) => string; column: (column: number) => string };
  /** the chosen cell; missing: choosing a cell does not mark it as selected */
  selected?: Place | null;
  /** tooltip of the browser */
  title?: string | null;
  /** whether the Tab key stops at it; default true */
  isStop?: boolean;
  /** what lies over the drawing, under the focus */
  over?: Child;
}

export interface CanvasGridEvents {
  /** the pointer is at a cell or a label; null: it is at neither */
  hover: (spot: Spot | null) => void;
  /** the keyboard has come to a cell; null: the focus has left the grid */
  focus?: (place: Place | null) => void;
  /** a click, Enter or Space */
  choose: (spot: Spot) => void;
  doubleClick?: (spot: Spot) => void;
  /** the keyboard goes to a cell outside the drawn part, which the owner is to draw */
  reveal?: (place: Place) => void;
  /** the right arrow key at the last column, or the left one at the first: to the next grid, or to the one before */
  leave?: (step: 1 | -1, row: number) => void;
}

interface Options {
  /** classes of the grid and of its cell */
  grid: string;
  cell?: string;
  /** whether a key that moves the focus chooses the cell */
  choosesByMoving?: boolean;
}

/** Page Up and Page Down move by the drawn rows divided by this number, and by at least one row. */
const PAGE_PART = 4;

const EMPTY: CanvasGridState = {
  label: '',
  cells: {
    rows: 0,
    columns: 0,
    hit: () => null,
    boxOf: () => ({ x: 0, y: 0, width: 0, height: 0 }),
  },
  nameOf: () => '',
};

export function createCanvasGrid(
  { grid: name, cell: cellName = 'cell', choosesByMoving = false }: Options,
  events: CanvasGridEvents,
) {
  let canvas!: HTMLCanvasElement;
  let cell!: HTMLElement;
  let state = EMPTY;
  /** the cell that the keyboard went to; the drawn part may be another by now */
  let wanted: Place = { row: 0, column: 0 };

  const firstOf = ({ part }: CanvasGridState) => part?.first ?? { row: 0, column: 0 };
  const wholeOf = ({ part, cells }: CanvasGridState) => part ?? cells;

  /** The cell with the focus: the wanted one, or the nearest that is drawn. */
  function focused(): Place {
    const { rows, columns } = state.cells;
    const first = firstOf(state);
    return {
      row: within(wanted.row, first.row, first.row + rows - 1),
      column: within(wanted.column, first.column, first.column + columns - 1),
    };
  }

  function view() {
    const { label, cells, size, headers, selected, title, over, isStop = true, nameOf } = state;
    const at = focused();
    const whole = wholeOf(state);
    const first = firstOf(state);
    const box = cells.boxOf({ row: at.row - first.row, column: at.column - first.column });
    // the headers are the first row and the first column
    const before = headers ? 1 : 0;
    const selects = selected !== undefined;
    return html`<div
      role="grid"
      class=${name}
      aria-label=${label}
      aria-readonly="true"
      aria-rowcount=${whole.rows + before}
      aria-colcount=${whole.columns + before}
      vars=${size ? { width: `${size.width}px`, height: `${size.height}px` } : {}}
      @pointermove=${(event: PointerEvent) => events.hover(spotAt(event))}
      @pointerleave=${() => events.hover(null)}
      @click=${click}
      @dblclick=${doubleClick}
    >
      <canvas
        aria-hidden="true"
        title=${title}
        ref=${(element: HTMLCanvasElement) => (canvas = element)}
      ></canvas>
      ${over}
      ${
        headers &&
        html`<div role="row" class="spoken" aria-rowindex="1">
        <span role="columnheader" aria-colindex="1">${headers.corner}</span>
        <span role="columnheader" aria-colindex=${at.column + 2}>${headers.column(at.column)}</span>
      </div>`
      }
      <div role="row" aria-rowindex=${at.row + 1 + before}>
        ${
          headers &&
          html`<span role="rowheader" class="spoken" aria-colindex="1">
          ${headers.row(at.row)}
        </span>`
        }
        <div
          role="gridcell"
          class=${cellName}
          .tabIndex=${isStop ? 0 : -1}
          aria-colindex=${at.column + 1 + before}
          aria-label=${nameOf(at)}
          aria-selected=${selects && String(selected !== null && isSame(selected, at))}
          vars=${boxVars(box)}
          ref=${(element: HTMLElement) => (cell = element)}
          @focus=${comeByKeyboard}
          @blur=${() => events.focus?.(null)}
          @keydown=${press}
        ></div>
      </div>
    </div>`;
  }

  const root = createRoot(view());
  const render = () => root.render(view());

  function spotAt({ offsetX, offsetY }: MouseEvent): Spot | null {
    const spot = state.cells.hit(offsetX, offsetY);
    const first = firstOf(state);
    return (
      spot && {
        row: spot.row === null ? null : spot.row + first.row,
        column: spot.column === null ? null : spot.column + first.column,
      }
    );
  }

  function click(event: MouseEvent) {
    const spot = spotAt(event);
    if (!spot) return;
    const { row, column } = spot;
    if (row !== null && column !== null) {
      moveTo({ row, column });
      cell.focus({ preventScroll: true });
    }
    events.choose(spot);
  }

  function doubleClick(event: MouseEvent) {
    const spot = spotAt(event);
    if (spot) events.doubleClick?.(spot);
  }

  function comeByKeyboard() {
    // a click is highlighted in another way
    if (cell.matches(':focus-visible')) events.focus?.(focused());
  }

  function press(event: KeyboardEvent) {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      events.choose(focused());
      return;
    }
    const { rows, columns } = wholeOf(state);
    const page = Math.max(1, Math.round(state.cells.rows / PAGE_PART));
    const target = targetOf(event, focused(), { row: rows - 1, column: columns - 1 }, page);
    if (!target) return;
    event.preventDefault();
    if (isSame(target, focused()) && /^Arrow(Left|Right)$/.test(event.key)) {
      events.leave?.(event.key === 'ArrowRight' ? 1 : -1, target.row);
      return;
    }
    goTo(target);
  }

  /** Moves the focus to a cell. */
  function goTo(target: Place) {
    wanted = target;
    if (isSame(target, focused())) {
      render();
    } else {
      events.reveal?.(target);
      cell.focus({ preventScroll: true });
    }
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    events.focus?.(target);
    if (choosesByMoving) events.choose(target);
  }

  function moveTo(place: Place) {
    wanted = place;
    render();
  }

  return {
    element: root.element,
    canvas,
    update(next: CanvasGridState) {
      state = next;
      render();
    },
    /** Moves the focus to a cell from outside; indices beyond the grid are those of its edge. */
    enter({ row, column }: Place) {
      const { rows, columns } = wholeOf(state);
      goTo({ row: within(row, 0, rows - 1), column: within(column, 0, columns - 1) });
      cell.focus({ preventScroll: true });
    },
    /** Sets the cell that receives the Tab key. */
    moveTo,
    /** The cell that receives the Tab key. */
    focused,
    scrollToCell: () => cell.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  };
}

/**
 * Cells of one size.
 *
 * @param layout position of the first cell; rowEvery, columnEvery: not 0 where rows and columns have labels
 */
export function evenCells(layout: {
  left: number;
  top: number;
  cellWidth: number;
  cellHeight: number;
  rows: number;
  columns: number;
  rowEvery?: number;
  columnEvery?: number;
}): Cells {
  const { left, top, cellWidth, cellHeight, rows, columns, rowEvery = 0, columnEvery = 0 } = layout;
  return {
    rows,
    columns,
    hit(x, y) {
      const row = Math.floor((y - top) / cellHeight);
      const column = Math.floor((x - left) / cellWidth);
      const rowFits = row >= 0 && row < rows;
      const columnFits = column >= 0 && column < columns;
      if (rowFits && columnFits) return { row, column };
      if (rowFits && x < left && rowEvery > 0) return { row, column: null };
      if (columnFits && y < top && columnEvery > 0) return { row: null, column };
      return null;
    },
    boxOf: ({ row, column }) => ({
      x: left + column * cellWidth,
      y: top + row * cellHeight,
      width: cellWidth,
      height: cellHeight,
    }),
  };
}

/** A box as properties of an absolutely positioned element. */
export function boxVars({ x, y, width, height }: Box) {
  return { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
}

/**
 * The target of a key, as in the grid pattern of the ARIA Authoring Practices; null: the key moves nothing.
 *
 * @param last the last cell
 * @param page rows of a page
 */
export function targetOf(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  { row, column }: Place,
  last: Place,
  page: number,
): Place | null {
  const move = (row: number, column: number) => ({
    row: within(row, 0, last.row),
    column: within(column, 0, last.column),
  });
  switch (key) {
    case 'ArrowUp':
      return move(row - 1, column);
    case 'ArrowDown':
      return move(row + 1, column);
    case 'ArrowLeft':
      return move(row, column - 1);
    case 'ArrowRight':
      return move(row, column + 1);
    case 'Home':
      return move(ctrlKey ? 0 : row, 0);
    case 'End':
      return move(ctrlKey ? last.row : row, last.column);
    case 'PageUp':
      return move(row - page, column);
    case 'PageDown':
      return move(row + page, column);
    default:
      return null;
  }
}

function within(value: number, least: number, most: number) {
  return Math.max(least, Math.min(most, value));
}

function isSame(one: Place, other: Place) {
  return one.row === other.row && one.column === other.column;
}
