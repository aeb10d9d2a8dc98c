// The board: all heads of a model on one canvas.
// Pictures, selection and hover, and an ARIA grid of one cell, the focused one. The drawing is
// views/thumbnails.js.

/// <reference path="../css.d.ts" />

import { headHue, markOf } from '../../views/color.js';
import { cellOf, drawLayer, layoutBoard } from '../../views/thumbnails.js';
import { fillText, h, setAttribute } from '../shared/dom.js';
import { hear } from './board-keys.js';
import style from './board.css';

/**
 * @typedef {import('../../views/thumbnails.js').Head} Head
 * @typedef {import('../../views/thumbnails.js').Small} Small
 * @typedef {import('../../views/thumbnails.js').Mark} Mark
 *
 * @typedef {object} Marks the measure of every head
 * @property {readonly Mark[]} marks layer by layer
 * @property {readonly Head[] | null} order that heads stand in; null: a row for each layer
 *
 * @typedef {import('../../views/color.js').Theme} Theme
 */

/** Beside the pictures, for the layers' numbers; as in board.css. */
const NUMBERS = 28;
/** Device pixels of one canvas, for the memory of phones. */
const MOST_PIXELS = 8e6;

/** Milliseconds of one frame: the layers that take longer are drawn in the next, so that the page stays free. */
const MOST_TIME = 5;

/** @type {readonly Head[]} */
const NONE = [];

export const boardStyle = style;

/**
 * @param {object} options
 * @param {Pick<import('./messages/en.js').Messages, 'mapsLabel' | 'headName' | 'headRemoved'>} options.messages
 * @param {(at: Head) => void} options.onChoose
 */
export function createBoard({ messages, onChoose }) {
  const { canvas, ring, chosenRing, cell, row, grid, numbers, element } = createParts(
    messages.mapsLabel,
  );

  let board = layoutBoard({ layers: 0, heads: 0 }, 0);
  /** @type {(Small | null)[]} */
  let pictures = [];
  /** @type {Theme} */
  let theme = 'light';
  let chosen = { layer: 0, head: 0 };
  /** where the keyboard is */
  let at = chosen;
  /** @type {readonly Head[]} */
  let removed = NONE;
  /** @type {Marks | null} */
  let marked = null;
  /** @type {Set<number>} layers still to be drawn */
  const waiting = new Set();
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
      markOf: (/** @type {Head} */ { layer, head }) =>
        marked?.marks[layer * board.heads + head] ?? null,
    };
    drawSome(context, board, { pictures, waiting }, look);
    if (waiting.size > 0) schedule();
  }

  const isRemoved = (/** @type {Head} */ one) => removed.some((other) => isSame(one, other));

  const nameOf = (/** @type {Head} */ one) =>
    fillText(isRemoved(one) ? messages.headRemoved : messages.headName, counted(one));

  /** @param {HTMLElement} box @param {Head | null} one */
  function put(box, one) {
    box.hidden = one === null;
    if (!one) return;
    const { row: y, column: x } = cellOf(board, one);
    box.style.translate = `${x * board.step}px ${y * board.down}px`;
  }

  /** @param {Head} next */
  function moveTo({ layer, head }) {
    const within = (/** @type {number} */ value, /** @type {number} */ count) =>
      Math.max(0, Math.min(count - 1, value));
    at = { layer: within(layer, board.layers), head: within(head, board.heads) };
    put(cell, at);
    describe(cell, row, cellOf(board, at), { name: nameOf(at), isChosen: isSame(at, chosen) });
  }

  hear({ canvas, cell, ring }, () => ({ board, at }), { nameOf, put, moveTo, onChoose });

  return {
    element,
    /** @param {{ layers: number, heads: number }} next */
    resize(next) {
      if (next.layers === board.layers && next.heads === board.heads) return;
      marked = null;
      board = { ...board, ...next };
      pictures = Array.from({ length: next.layers }, () => null);
      count(grid, numbers, next);
      put(ring, null);
      arrange();
    },
    /** @param {{ chosen: Head, removed?: readonly Head[], theme: Theme }} look */
    update(look) {
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
    /** @param {Marks | null} next */
    mark(next) {
      if (next === marked) return;
      marked = next;
      arrange();
    },
    /** @param {number} layer @param {Small} picture */
    put(layer, picture) {
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

/**
 * Draws of the layers that wait as many as one frame has time for.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {import('../../views/thumbnails.js').Board} board
 * @param {{ pictures: readonly (Small | null)[], waiting: Set<number> }} layers
 * @param {object} look
 * @param {Theme} look.theme
 * @param {string} look.ink
 * @param {(one: Head) => boolean} look.isOut
 * @param {(one: Head) => Mark | null} look.markOf
 */
function drawSome(context, board, { pictures, waiting }, { theme, ink, isOut, markOf }) {
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

/**
 * @param {HTMLElement} grid
 * @param {HTMLElement} numbers
 * @param {{ layers: number, heads: number }} sizes
 */
function count(grid, numbers, { layers, heads }) {
  setAttribute(grid, 'aria-rowcount', String(layers));
  setAttribute(grid, 'aria-colcount', String(heads));
  const all = Array.from({ length: layers }, (_, layer) => h('span', null, String(layer + 1)));
  numbers.replaceChildren(...all);
}

/**
 * Where the keyboard is, for those who hear it.
 *
 * @param {HTMLElement} cell
 * @param {HTMLElement} row
 * @param {{ row: number, column: number }} place
 * @param {{ name: string, isChosen: boolean }} head
 */
function describe(cell, row, place, { name, isChosen }) {
  setAttribute(row, 'aria-rowindex', String(place.row + 1));
  setAttribute(cell, 'aria-colindex', String(place.column + 1));
  setAttribute(cell, 'aria-label', name);
  setAttribute(cell, 'aria-selected', String(isChosen));
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} element
 * @param {import('../../views/thumbnails.js').Board} board
 */
function fit(canvas, element, { width, height, side, down }) {
  const fine = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
  [canvas.width, canvas.height] = [width * fine, height * fine].map(Math.round);
  canvas.getContext('2d')?.scale(fine, fine);
  for (const [name, value] of Object.entries({ width, height, side, step: down })) {
    element.style.setProperty(`--board-${name}`, `${Math.max(0, value)}px`);
  }
}

/** @param {string} label */
function createParts(label) {
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

/** Counted from 1, for people. @param {Head} one */
const counted = ({ layer, head }) => ({ layer: layer + 1, head: head + 1 });

/** @param {Head} one @param {Head} other */
function isSame(one, other) {
  return one.layer === other.layer && one.head === other.head;
}
