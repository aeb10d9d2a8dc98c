// The view of lines: picture, highlight, and accessible lists of tokens.
// It reports hover and clicks and renders the given frame; views/lines.js draws.

/// <reference path="../../css.d.ts" />

import { strengthOf } from '../../../views/lines-strength.js';
import { hitLines, rowMiddle } from '../../../views/lines-layout.js';
import { fillText, h, setAttribute, setText } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';
import { attentionArray } from '../export/heads.js';
import { headText } from '../answer/roles.js';
import { createHeadChips } from './head-chips.js';
import { createHeadSwitches } from './head-switches.js';
import { createSide } from './side.js';
import { contentOf, figureOf, soloOf } from './content.js';
import style from './lines.css';
import { createPainter } from './painter.js';
import { createNumbers, gridOfMap } from '../tables/as-table.js';
import { createTooltip } from '../tooltip.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../../../views/lines.js').LinesContent} LinesContent
 */

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createLines(messages, actions) {
  const canvases = {
    rest: h('canvas', { class: 'lines-rest', 'aria-hidden': 'true' }),
    front: h('canvas', { class: 'lines-front', 'aria-hidden': 'true' }),
  };
  const painter = createPainter(canvases.rest, canvases.front, () => actions.drawn());
  const tooltip = createTooltip();
  /** @param {import('./side.js').Place} place */
  const selectionOf = ({ query, key, head }) => ({ head: head ?? leading(), query, key });
  const leading = () => last?.state.solo ?? last?.state.selection.head ?? 0;
  const to = {
    preview: (/** @type {import('./side.js').Place | null} */ place) =>
      actions.preview(place && selectionOf(place)),
    lock: (/** @type {import('./side.js').Place} */ place) => actions.lock(selectionOf(place)),
  };
  const sides = createSides({ content: () => content, ...to });
  const chips = createHeadNames(messages, actions, {
    solo: () => last?.state.solo ?? null,
    point(head) {
      pointed = head;
      if (last) update(last);
    },
  });
  const numbers = createNumbers(messages, actions);
  const { element, stage, legend } = buildLines(messages, {
    canvases,
    sides,
    tooltip: tooltip.element,
    chips: chips.element,
    numbers,
  });
  /** @type {Frame | null} */
  let last = null;
  /** @type {number | null} the head whose name is pointed at */
  let pointed = null;
  /** @type {LinesContent | null} */
  let content = null;
  /** @type {readonly unknown[]} what the present picture was made from */
  let drawnFrom = [];

  hearPointer(canvases.front, sides, {
    placeOf: (event) =>
      content && last && placeAt(content, last.kept ? last.selection : last.state.selection, event),
    ...to,
  });

  /** @param {Frame} frame */
  function update(frame) {
    last = frame;
    const { answer, state, look } = frame;
    if (!answer) return;
    const { heads } = answer.question;
    const alone = pointed ?? state.solo;
    const solo = alone !== null && alone < heads ? alone : null;
    chips.update(frame, heads, (head) => headText(frame, head));
    numbers.update(frame, gridOfMap(frame, answer, solo ?? frame.selection.head));
    stage.hidden = legend.hidden = state.numbers;
    setAttribute(stage, 'data-stale', frame.stale ? '' : null);
    if (state.numbers) return;
    const mirrored = getComputedStyle(element).direction === 'rtl';
    const { theme, size, pixelRatio, colors } = look;
    const drawn = [theme, size.width, size.height, pixelRatio, colors.text];
    /** @type {readonly unknown[]} */
    const from = [answer, solo, frame.off, mirrored, ...drawn];
    if (from.some((value, i) => value !== drawnFrom[i])) {
      drawnFrom = from;
      arrange(frame, solo, mirrored);
    }
    light(frame);
  }

  /**
   * @param {Frame} frame
   * @param {number | null} solo
   * @param {boolean} mirrored
   */
  function arrange(frame, solo, mirrored) {
    content = contentOf(frame, solo, mirrored);
    if (!content) return;
    const mine = content;
    stage.style.height = `${mine.layout.height}px`;
    painter.paint(mine, frame.look, () => mine === content);
    setText(legend, legendOf(messages, mine));
    sides.query.again();
    sides.key.again();
  }

  /** @param {Frame} frame */
  function light(frame) {
    if (!content) return;
    const { selection, look } = frame;
    painter.light(content, frame);
    sides.query.mark(selection.query);
    sides.key.mark(selection.key);
    const { layout } = content;
    if (!content.shows(selection.head)) tooltip.hide();
    else tooltip.showAt(frame, (pair) => middleOf(layout, pair), look.size.width);
  }

  return {
    element,
    styles: [style],
    update,
    isDrawn: painter.isDrawn,
    /** @param {import('../state/state.js').Selection} selection */
    arrive({ query, key }) {
      if (query !== null) sides.query.moveTo(query);
      if (key !== null) sides.key.moveTo(key);
    },
    /** @param {Frame} frame */
    exported: (frame) => content && exportedOf(frame, content),
  };
}

/**
 * The heads' names above the lines: switches that remove a head, where that can be done; otherwise one head is chosen.
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 * @param {{ solo: () => number | null, point: (head: number | null) => void }} to
 */
function createHeadNames(messages, actions, { solo, point }) {
  if (actions.switchOff) return createHeadSwitches(messages, actions.switchOff);
  return createHeadChips(messages, {
    onPoint: point,
    onChoose: (head) => actions.change({ solo: head === solo() ? null : head }),
  });
}

/**
 * The tokens on either side: the arrow keys cross from one to the other.
 * @param {Omit<import('./side.js').SideEvents, 'cross'>} events
 */
function createSides(events) {
  const sides = {
    query: createSide('query', { ...events, cross: (index) => sides.key.focus(index) }),
    key: createSide('key', { ...events, cross: (index) => sides.query.focus(index) }),
  };
  return sides;
}

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {LinesContent} content
 */
function legendOf(messages, { least, scale }) {
  return fillText(messages.linesLegend, { value: shortText(least * scale.max, 3) });
}

/**
 * @param {Frame} frame
 * @param {LinesContent} content
 * @returns {import('../export/menu.js').Exported | null} null: the lines of this answer are still to be drawn
 */
function exportedOf(frame, content) {
  const { answer } = frame;
  if (!answer || content.attention !== answer.attention) return null;
  return {
    name: 'lines',
    figure: () => figureOf(frame, content),
    arrays: () => [attentionArray(frame, answer, soloOf(frame))],
  };
}

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {object} parts
 * @param {{ rest: HTMLElement, front: HTMLElement }} parts.canvases
 * @param {{ query: { element: HTMLElement }, key: { element: HTMLElement } }} parts.sides
 * @param {HTMLElement} parts.tooltip
 * @param {HTMLElement} parts.chips
 * @param {{ toggle: HTMLElement, element: HTMLElement }} parts.numbers
 */
function buildLines(messages, { canvases, sides, tooltip, chips, numbers }) {
  const stage = h(
    'div',
    { class: 'lines-stage' },
    canvases.rest,
    canvases.front,
    sides.query.element,
    sides.key.element,
    tooltip,
  );
  setAttribute(sides.query.element, 'aria-label', messages.linesFrom);
  setAttribute(sides.key.element, 'aria-label', messages.linesTo);
  const legend = h('p', { class: 'lines-legend' });
  const element = h(
    'section',
    { class: 'lines' },
    h('h2', { class: 'spoken' }, messages.linesTitle),
    h('div', { class: 'view-tools' }, chips, numbers.toggle),
    stage,
    numbers.element,
    legend,
  );
  return { element, stage, legend };
}

/**
 * The line or the word under the pointer.
 * @param {LinesContent} content
 * @param {import('../state/state.js').Selection} focus what is selected, whose lines come first
 * @param {MouseEvent} event
 */
function placeAt(content, focus, { offsetX: x, offsetY: y }) {
  return (
    hitLines(content.layout, x, y, strengthOf(content, focus)) ??
    hitLines(content.layout, x, y, strengthOf(content, { query: null, key: null }))
  );
}

/**
 * @typedef {import('../../../views/lines-layout.js').Hit} Hit
 *
 * @param {HTMLCanvasElement} canvas
 * @param {ReturnType<typeof createSides>} sides
 * @param {{ placeOf: (event: MouseEvent) => Hit | null, preview: (hit: Hit | null) => void, lock: (hit: Hit) => void }} to
 */
function hearPointer(canvas, sides, { placeOf, preview, lock }) {
  canvas.addEventListener('pointermove', (event) => {
    const hit = placeOf(event);
    canvas.style.cursor = hit ? 'pointer' : 'default';
    preview(hit);
  });
  canvas.addEventListener('pointerleave', () => preview(null));
  canvas.addEventListener('click', (event) => {
    const hit = placeOf(event);
    if (!hit) return;
    // so that the keyboard goes on from here
    const [side, index] = hit.query === null ? [sides.key, hit.key] : [sides.query, hit.query];
    if (index !== null) side.focus(index);
    lock(hit);
  });
}

/**
 * Over the middle of a line.
 * @param {LinesContent['layout']} layout
 * @param {{ row: number, column: number }} pair
 */
function middleOf(layout, { row, column }) {
  const y = (rowMiddle(layout, row) + rowMiddle(layout, column)) / 2;
  return { x: (layout.query.line + layout.key.line) / 2, y: y - 6 };
}
