// The view of lines: a picture, what is lit in it, and a list of tokens on each side for the keyboard and for
// screen readers. It reports what is pointed at and shows what it is told; the drawing is views/lines.js.

/// <reference path="../../css.d.ts" />

import { strengthOf } from '../../../views/lines.js';
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
  const heard = {
    content: () => content,
    preview: (/** @type {import('./side.js').Place | null} */ place) =>
      actions.preview(place && selectionOf(place)),
    lock: (/** @type {import('./side.js').Place} */ place) => actions.lock(selectionOf(place)),
  };
  const sides = {
    query: createSide('query', { ...heard, cross: (index) => sides.key.focus(index) }),
    key: createSide('key', { ...heard, cross: (index) => sides.query.focus(index) }),
  };
  const chips = actions.switchOff
    ? createHeadSwitches(messages, actions.switchOff)
    : createHeadChips(messages, {
        onPoint: (head) => {
          pointed = head;
          again();
        },
        onChoose: (head) => actions.change({ solo: head === last?.state.solo ? null : head }),
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

  // ---- pointer ---------------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  function placeOf(event) {
    if (!content || !last) return null;
    return placeAt(content, last.kept ? last.selection : last.state.selection, event);
  }
  /** @param {{ query: number | null, key: number | null, head: number | null }} hit */
  const selectionOf = ({ query, key, head }) => ({ head: head ?? leading(), query, key });
  const leading = () => last?.state.solo ?? last?.state.selection.head ?? 0;
  hearPointer(canvases.front, {
    placeOf,
    preview: (hit) => actions.preview(hit && selectionOf(hit)),
    lock(hit) {
      // so that the keyboard goes on from here
      const [side, index] = hit.query === null ? [sides.key, hit.key] : [sides.query, hit.query];
      if (index !== null) side.focus(index);
      actions.lock(selectionOf(hit));
    },
  });

  // ---- drawing ---------------------------------------------------------------------------------------------

  function again() {
    if (last) update(last);
  }

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
    const { layout, scale } = content;
    const mine = content;
    stage.style.height = `${layout.height}px`;
    painter.paint(mine, frame.look, () => mine === content);
    setText(
      legend,
      fillText(messages.linesLegend, { value: shortText(content.least * scale.max, 3) }),
    );
    sides.query.again();
    sides.key.again();
    setAttribute(sides.query.element, 'aria-label', messages.linesFrom);
    setAttribute(sides.key.element, 'aria-label', messages.linesTo);
  }

  /** @param {Frame} frame */
  function light(frame) {
    if (!content) return;
    const { selection, look } = frame;
    const { layout, shows } = content;
    painter.light(content, frame);
    sides.query.mark(selection.query);
    sides.key.mark(selection.key);
    if (shows(selection.head))
      tooltip.showAt(frame, (pair) => middleOf(layout, pair), look.size.width);
    else tooltip.hide();
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
    exported(frame) {
      const { answer } = frame;
      const shown = content;
      if (!answer || !shown || shown.attention !== answer.attention) return null;
      return {
        name: 'lines',
        figure: () => figureOf(frame, shown),
        arrays: () => [attentionArray(frame, answer, soloOf(frame))],
      };
    },
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
 * @param {{ placeOf: (event: MouseEvent) => Hit | null, preview: (hit: Hit | null) => void, lock: (hit: Hit) => void }} to
 */
function hearPointer(canvas, { placeOf, preview, lock }) {
  canvas.addEventListener('pointermove', (event) => {
    const hit = placeOf(event);
    canvas.style.cursor = hit ? 'pointer' : 'default';
    preview(hit);
  });
  canvas.addEventListener('pointerleave', () => preview(null));
  canvas.addEventListener('click', (event) => {
    const hit = placeOf(event);
    if (hit) lock(hit);
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
