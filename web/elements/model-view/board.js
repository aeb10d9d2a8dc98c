// All heads of a model on one canvas, as a person meets them: the pictures, which head is chosen and pointed at, and a grid
// of which one cell exists, the one that the keyboard is at. The drawing is views/thumbnails.js.

/// <reference path="../css.d.ts" />

import { headHue, markOf } from '../../views/color.js';
import { drawLayer, headUnder, layoutBoard } from '../../views/thumbnails.js';
import { fillText, h, setAttribute } from '../shared/dom.js';
import style from './board.css';

/**
 * @typedef {import('../../views/thumbnails.js').Head} Head
 * @typedef {import('../../views/thumbnails.js').Small} Small
 * @typedef {import('../../views/color.js').Theme} Theme
 */

/** Beside the pictures, for the layers' numbers; as in board.css. */
const NUMBERS = 28;
/** Device pixels of one canvas, for the memory of phones. */
const MOST_PIXELS = 8e6;

/** Drawn in one frame: those of many layers take several, so that the page stays free. */
const MOST_HEADS = 64;

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
  /** @type {Set<number>} layers still to be drawn */
  const waiting = new Set();
  let scheduled = 0;

  const schedule = () => (scheduled ||= requestAnimationFrame(draw));

  function drawAll() {
    for (let layer = 0; layer < board.layers; layer++) waiting.add(layer);
    schedule();
  }

  function arrange() {
    board = layoutBoard(board, element.clientWidth - NUMBERS);
    fit(canvas, element, board);
    drawAll();
  }
  const observer = new ResizeObserver(arrange);
  observer.observe(element);

  function draw() {
    scheduled = 0;
    const context = canvas.getContext('2d');
    if (!context) return;
    const { color: ink } = getComputedStyle(element);
    let room = MOST_HEADS;
    for (const layer of waiting) {
      if (room <= 0) return void schedule();
      const small = pictures[layer];
      const isOut = (/** @type {number} */ head) => isRemoved({ layer, head });
      if (small) drawLayer(context, board, layer, small, { theme, ink, isOut });
      waiting.delete(layer);
      room -= board.heads;
    }
  }

  /** @param {Head} one */
  const isRemoved = (one) => removed.some((other) => isSame(one, other));

  /** @param {Head} one */
  function nameOf(one) {
    const words = isRemoved(one) ? messages.headRemoved : messages.headName;
    return fillText(words, { layer: one.layer + 1, head: one.head + 1 });
  }

  /** @param {HTMLElement} box @param {Head | null} one */
  function put(box, one) {
    box.hidden = one === null;
    if (one) box.style.translate = `${one.head * board.step}px ${one.layer * board.step}px`;
  }

  /** @param {Head} next */
  function moveTo({ layer, head }) {
    const within = (/** @type {number} */ value, /** @type {number} */ count) =>
      Math.max(0, Math.min(count - 1, value));
    at = { layer: within(layer, board.layers), head: within(head, board.heads) };
    put(cell, at);
    setAttribute(row, 'aria-rowindex', String(at.layer + 1));
    setAttribute(cell, 'aria-colindex', String(at.head + 1));
    setAttribute(cell, 'aria-label', nameOf(at));
    setAttribute(cell, 'aria-selected', String(isSame(at, chosen)));
  }

  hear({ canvas, cell, ring }, () => ({ board, at }), { nameOf, put, moveTo, onChoose });

  return {
    element,
    /** @param {{ layers: number, heads: number }} next */
    resize(next) {
      if (next.layers === board.layers && next.heads === board.heads) return;
      board = { ...board, ...next };
      pictures = Array.from({ length: next.layers }, () => null);
      setAttribute(grid, 'aria-rowcount', String(next.layers));
      setAttribute(grid, 'aria-colcount', String(next.heads));
      numbers.replaceChildren(
        ...Array.from({ length: next.layers }, (_, layer) => h('span', null, String(layer + 1))),
      );
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
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLElement} element
 * @param {import('../../views/thumbnails.js').Board} board
 */
function fit(canvas, element, { width, height, side, step }) {
  const fine = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
  [canvas.width, canvas.height] = [width * fine, height * fine].map(Math.round);
  canvas.getContext('2d')?.scale(fine, fine);
  for (const [name, value] of Object.entries({ width, height, side, step })) {
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

/** @param {Head} one @param {Head} other */
function isSame(one, other) {
  return one.layer === other.layer && one.head === other.head;
}

/**
 * Pointer and keyboard: pointing rings a head, a click or Enter chooses it.
 *
 * @param {{ canvas: HTMLCanvasElement, cell: HTMLElement, ring: HTMLElement }} parts
 * @param {() => { board: import('../../views/thumbnails.js').Board, at: Head }} now
 * @param {{ nameOf: (one: Head) => string, put: (box: HTMLElement, one: Head | null) => void, moveTo: (one: Head) => void, onChoose: (one: Head) => void }} to
 */
function hear({ canvas, cell, ring }, now, { nameOf, put, moveTo, onChoose }) {
  const under = (/** @type {MouseEvent} */ { offsetX, offsetY }) =>
    headUnder(now().board, offsetX, offsetY);
  canvas.addEventListener('pointermove', (event) => {
    const head = under(event);
    put(ring, head);
    setAttribute(canvas, 'title', head && nameOf(head));
  });
  canvas.addEventListener('pointerleave', () => put(ring, null));
  canvas.addEventListener('click', (event) => {
    const head = under(event);
    if (!head) return;
    moveTo(head);
    cell.focus({ preventScroll: true });
    onChoose(head);
  });
  cell.addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    const { board, at } = now();
    if (event.key === 'Enter' || event.key === ' ') onChoose(at);
    else {
      const target = targetOf(event, at, board);
      if (!target) return;
      moveTo(target);
      cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * Where a key leads, as in the grid pattern of the ARIA Authoring Practices.
 *
 * @param {KeyboardEvent} event
 * @param {Head} at
 * @param {{ layers: number, heads: number }} sizes
 * @returns {Head | undefined}
 */
function targetOf({ key, ctrlKey }, { layer, head }, { layers, heads }) {
  return {
    ArrowUp: { layer: layer - 1, head },
    ArrowDown: { layer: layer + 1, head },
    ArrowLeft: { layer, head: head - 1 },
    ArrowRight: { layer, head: head + 1 },
    Home: { layer: ctrlKey ? 0 : layer, head: 0 },
    End: { layer: ctrlKey ? layers - 1 : layer, head: heads - 1 },
    PageUp: { layer: layer - 4, head },
    PageDown: { layer: layer + 4, head },
  }[key];
}
