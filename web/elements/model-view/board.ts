// The board: all heads of a model on one canvas.
// Thumbnails, selection and hover. The drawing is in views/thumbnails.ts.

/// <reference path="../css.d.ts" />

import { headHue, markOf } from '../../views/color.ts';
import { cellOf, drawLayer, drawPlaces, headAt, layoutBoard } from '../../views/thumbnails.ts';
import { boxVars, createCanvasGrid, evenCells } from '../../ui/canvas-grid.ts';
import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import style from './board.css';
import type { Messages } from '../../words/en/model-view.ts';
import type { Cells, Place } from '../../ui/canvas-grid.ts';
import type { Board, Head, Mark, Small } from '../../views/thumbnails.ts';
import type { Theme } from '../../views/color.ts';

/** each head's score in a role or measure */
interface Marks {
  /** marks of the heads, layer by layer */
  marks: readonly Mark[];
  /** order of the heads; null: a row for each layer */
  order: readonly Head[] | null;
}

/** Width of the layers' numbers beside the thumbnails, as in board.css. */
const NUMBERS = 28;
/** Device pixels of one canvas, for the memory of phones. */
const MOST_PIXELS = 8e6;

/**
 * Milliseconds of one frame: layers that take longer are drawn in the next, so that the page stays
 * responsive.
 */
const MOST_TIME = 5;

const NONE: readonly Head[] = [];

export const boardStyle = style;

export function createBoard({
  messages,
  onChoose,
}: {
  messages: Pick<Messages, 'mapsLabel' | 'headName' | 'headRemoved'>;
  onChoose: (at: Head) => void;
}) {
  let board = layoutBoard({ layers: 0, heads: 0 }, 0);
  let pictures: (Small | null)[] = [];
  let theme: Theme = 'light';
  let chosen: Head = { layer: 0, head: 0 };
  let hovered: Head | null = null;
  let removed: readonly Head[] = NONE;
  let marked: Marks | null = null;
  /** layers still to be drawn */
  const waiting: Set<number> = new Set();
  let scheduled = 0;

  const grid = createCanvasGrid(
    { grid: 'board', cell: 'board-cell' },
    {
      hover(spot) {
        hovered = spot && headAt(board, spot as Place);
        render();
      },
      choose: (spot) => onChoose(headAt(board, spot as Place)),
    },
  );

  function view() {
    const { layers, width, height, side, down } = board;
    const vars = {
      '--head': markOf(headHue(chosen.head), theme),
      '--board-width': `${Math.max(0, width)}px`,
      '--board-height': `${Math.max(0, height)}px`,
      '--board-side': `${Math.max(0, side)}px`,
      '--board-step': `${Math.max(0, down)}px`,
    };
    return html`<div class="board-all" vars=${vars}>
      <div
        class="board-numbers"
        aria-hidden="true"
        vars=${{ visibility: board.order ? 'hidden' : '' }}
      >
        ${Array.from({ length: layers }, (_, layer) => html`<span>${layer + 1}</span>`)}
      </div>
      <div class="board-scroll">${grid.element}</div>
    </div>`;
  }

  const root = createRoot(view());
  const { element } = root;

  function render() {
    root.render(view());
    const cells = cellsOf(board);
    const ring = (name: string, head: Head | null) => {
      const vars = head ? boxVars(cells.boxOf(cellOf(board, head))) : {};
      return html`<div class=${name} hidden=${!head} vars=${vars}></div>`;
    };
    grid.update({
      label: messages.mapsLabel,
      cells,
      nameOf: (place) => nameOf(headAt(board, place)),
      selected: cellOf(board, chosen),
      title: hovered && nameOf(hovered),
      over: [ring('board-ring', hovered), ring('board-ring board-chosen', chosen)],
    });
  }

  const isRemoved = (one: Head) => removed.some((other) => isSame(one, other));

  function nameOf(one: Head) {
    const message = isRemoved(one) ? messages.headRemoved : messages.headName;
    return sayText(message, { layer: one.layer + 1, head: one.head + 1 });
  }

  const moveTo = (head: Head) => grid.moveTo(cellOf(board, head));

  function schedule() {
    scheduled ||= requestAnimationFrame(draw);
  }

  function drawAll() {
    for (let layer = 0; layer < board.layers; layer++) waiting.add(layer);
    schedule();
  }

  function arrange() {
    const focused = headAt(board, grid.focused());
    const order = marked?.order ?? null;
    board = layoutBoard({ ...board, order }, element.clientWidth - NUMBERS, marked !== null);
    fit(grid.canvas, board);
    render();
    // the focus follows its head where the order changes
    moveTo(focused);
    drawAll();
  }
  const observer = new ResizeObserver(arrange);
  observer.observe(element);

  /** Draws as many waiting layers as one frame has time for. */
  function draw() {
    scheduled = 0;
    const context = grid.canvas.getContext('2d');
    if (!context) return;
    const ink = getComputedStyle(element).color;
    const end = performance.now() + MOST_TIME;
    for (const layer of waiting) {
      const small = pictures[layer];
      if (small) {
        drawLayer(context, board, layer, small, {
          theme,
          ink,
          isOut: (head) => isRemoved({ layer, head }),
          markOf: (head) => marked?.marks[layer * board.heads + head] ?? null,
        });
      } else drawPlaces(context, board, layer, { ink });
      waiting.delete(layer);
      if (performance.now() > end) break;
    }
    if (waiting.size > 0) schedule();
  }

  return {
    element,
    resize(next: { layers: number; heads: number }) {
      if (next.layers === board.layers && next.heads === board.heads) return;
      marked = null;
      hovered = null;
      board = { ...board, ...next };
      pictures = Array.from({ length: next.layers }, () => null);
      arrange();
    },
    update(look: { chosen: Head; removed?: readonly Head[]; theme: Theme }) {
      const next = look.removed ?? NONE;
      const isOther = look.theme !== theme || next !== removed;
      const isMoved = !isSame(look.chosen, chosen);
      ({ chosen, theme } = look);
      removed = next;
      render();
      if (isMoved) moveTo(chosen);
      if (isOther) drawAll();
    },
    mark(next: Marks | null) {
      if (next === marked) return;
      marked = next;
      arrange();
    },
    put(layer: number, picture: Small) {
      pictures[layer] = picture;
      waiting.add(layer);
      schedule();
    },
    isDrawn: () => pictures.every((one) => one !== null) && waiting.size === 0,
    stop() {
      observer.disconnect();
      cancelAnimationFrame(scheduled);
    },
  };
}

/** The thumbnails as cells: a row for each layer, or the heads in their order. */
function cellsOf({ layers, heads, side, step, down }: Board): Cells {
  const size = { cellWidth: step, cellHeight: down, rows: layers, columns: heads };
  return {
    ...evenCells({ left: 0, top: 0, ...size }),
    boxOf: ({ row, column }) => ({ x: column * step, y: row * down, width: side, height: side }),
  };
}

/** Fits the canvas to its board. */
function fit(canvas: HTMLCanvasElement, { width, height }: Board) {
  const fine = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
  [canvas.width, canvas.height] = [width * fine, height * fine].map(Math.round);
  canvas.getContext('2d')?.scale(fine, fine);
}

function isSame(one: Head, other: Head) {
  return one.layer === other.layer && one.head === other.head;
}
