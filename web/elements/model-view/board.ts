// The board: all heads of a model on one canvas.
// Thumbnails, selection and hover, and an ARIA grid of one cell, the focused one. The drawing is in
// views/thumbnails.ts.

/// <reference path="../css.d.ts" />

import { headHue, markOf } from '../../views/color.ts';
import { cellOf, drawLayer, layoutBoard } from '../../views/thumbnails.ts';
import { fillText, h, setAttribute } from '../../ui/dom.ts';
import { hear } from './board-keys.ts';
import style from './board.css';
import type { Messages } from '../../words/en/model-view.ts';
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
  const { canvas, ring, chosenRing, cell, row, grid, numbers, element } = createParts(
    messages.mapsLabel,
  );

  let board = layoutBoard({ layers: 0, heads: 0 }, 0);
  let pictures: (Small | null)[] = [];
  let theme: Theme = 'light';
  let chosen = { layer: 0, head: 0 };
  /** head with the keyboard's focus */
  let at = chosen;
  let removed: readonly Head[] = NONE;
  let marked: Marks | null = null;
  /** layers still to be drawn */
  const waiting: Set<number> = new Set();
  let scheduled = 0;

  const schedule = () => (scheduled ||= requestAnimationFrame(draw));

  function drawAll() {
    for (let layer = 0; layer < board.layers; layer++) waiting.add(layer);
    schedule();
  }

  function arrange() {
    const order = marked?.order ?? null;
    board = layoutBoard({ ...board, order }, element.clientWidth - NUMBERS, marked !== null);
    fit(canvas, element, board);
    numbers.style.visibility = order ? 'hidden' : '';
    put(chosenRing, chosen);
    moveTo(at);
    drawAll();
  }
  const observer = new ResizeObserver(arrange);
  observer.observe(element);

  function draw() {
    scheduled = 0;
    const context = canvas.getContext('2d');
    if (!context) return;
    const look = {
      ...{ theme, ink: getComputedStyle(element).color, isOut: isRemoved },
      markOf: ({ layer, head }: Head) => marked?.marks[layer * board.heads + head] ?? null,
    };
    drawSome(context, board, { pictures, waiting }, look);
    if (waiting.size > 0) schedule();
  }

  const isRemoved = (one: Head) => removed.some((other) => isSame(one, other));

  const nameOf = (one: Head) =>
    fillText(isRemoved(one) ? messages.headRemoved : messages.headName, counted(one));

  function put(box: HTMLElement, one: Head | null) {
    box.hidden = one === null;
    if (!one) return;
    const { row: y, column: x } = cellOf(board, one);
    box.style.translate = `${x * board.step}px ${y * board.down}px`;
  }

  function moveTo({ layer, head }: Head) {
    const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
    at = { layer: within(layer, board.layers), head: within(head, board.heads) };
    put(cell, at);
    describe(cell, row, cellOf(board, at), { name: nameOf(at), isChosen: isSame(at, chosen) });
  }

  hear({ canvas, cell, ring }, () => ({ board, at }), { nameOf, put, moveTo, onChoose });

  return {
    element,
    resize(next: { layers: number; heads: number }) {
      if (next.layers === board.layers && next.heads === board.heads) return;
      marked = null;
      board = { ...board, ...next };
      pictures = Array.from({ length: next.layers }, () => null);
      count(grid, numbers, next);
      put(ring, null);
      arrange();
    },
    update(look: { chosen: Head; removed?: readonly Head[]; theme: Theme }) {
      const next = look.removed ?? NONE;
      const isOther = look.theme !== theme || next !== removed;
      if (!isSame(look.chosen, chosen)) at = look.chosen;
      ({ chosen, theme } = look);
      removed = next;
      element.style.setProperty('--head', markOf(headHue(chosen.head), theme));
      put(chosenRing, chosen);
      moveTo(at);
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

/** Draws as many waiting layers as one frame has time for. */
function drawSome(
  context: CanvasRenderingContext2D,
  board: Board,
  { pictures, waiting }: { pictures: readonly (Small | null)[]; waiting: Set<number> },
  {
    theme,
    ink,
    isOut,
    markOf,
  }: {
    theme: Theme;
    ink: string;
    isOut: (one: Head) => boolean;
    markOf: (one: Head) => Mark | null;
  },
) {
  const end = performance.now() + MOST_TIME;
  for (const layer of waiting) {
    const small = pictures[layer];
    if (small) {
      drawLayer(context, board, layer, small, {
        ...{ theme, ink },
        isOut: (head) => isOut({ layer, head }),
        markOf: (head) => markOf({ layer, head }),
      });
    }
    waiting.delete(layer);
    if (performance.now() > end) return;
  }
}

function count(
  grid: HTMLElement,
  numbers: HTMLElement,
  { layers, heads }: { layers: number; heads: number },
) {
  setAttribute(grid, 'aria-rowcount', String(layers));
  setAttribute(grid, 'aria-colcount', String(heads));
  const all = Array.from({ length: layers }, (_, layer) => h('span', null, String(layer + 1)));
  numbers.replaceChildren(...all);
}

/** The accessible description of the focused head. */
function describe(
  cell: HTMLElement,
  row: HTMLElement,
  place: { row: number; column: number },
  { name, isChosen }: { name: string; isChosen: boolean },
) {
  setAttribute(row, 'aria-rowindex', String(place.row + 1));
  setAttribute(cell, 'aria-colindex', String(place.column + 1));
  setAttribute(cell, 'aria-label', name);
  setAttribute(cell, 'aria-selected', String(isChosen));
}

function fit(
  canvas: HTMLCanvasElement,
  element: HTMLElement,
  { width, height, side, down }: Board,
) {
  const fine = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
  [canvas.width, canvas.height] = [width * fine, height * fine].map(Math.round);
  canvas.getContext('2d')?.scale(fine, fine);
  for (const [name, value] of Object.entries({ width, height, side, step: down })) {
    element.style.setProperty(`--board-${name}`, `${Math.max(0, value)}px`);
  }
}

function createParts(label: string) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const ring = h('div', { class: 'board-ring', hidden: true });
  const chosenRing = h('div', { class: 'board-ring board-chosen', hidden: true });
  const cell = h('div', { role: 'gridcell', class: 'board-cell', tabindex: '0' });
  const row = h('div', { role: 'row' }, cell);
  const grid = h('div', { class: 'board', role: 'grid', 'aria-label': label });
  grid.append(canvas, ring, chosenRing, row);
  const numbers = h('div', { class: 'board-numbers', 'aria-hidden': 'true' });
  const scroll = h('div', { class: 'board-scroll' }, grid);
  const element = h('div', { class: 'board-all' }, numbers, scroll);
  return { canvas, ring, chosenRing, cell, row, grid, numbers, element };
}

/** Numbers from 1, for readers. */
const counted = ({ layer, head }: Head) => ({ layer: layer + 1, head: head + 1 });

function isSame(one: Head, other: Head) {
  return one.layer === other.layer && one.head === other.head;
}
