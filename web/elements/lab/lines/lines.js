// The view of lines: a picture, what is lit in it, and a list of tokens on each side for the keyboard and for
// screen readers. It reports what is pointed at and shows what it is told; the drawing is views/lines.js.

/// <reference path="../../css.d.ts" />

import { paintMarks } from '../../../views/figure.js';
import { focusMarks, strengthOf, wordMarks } from '../../../views/lines.js';
import { hitLines, rowMiddle } from '../../../views/lines-layout.js';
import { fillText, h, setAttribute, setText } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';
import { attentionArray } from '../export/heads.js';
import { headText } from '../answer/roles.js';
import { createHeadChips } from './head-chips.js';
import { createSide } from './side.js';
import { contentOf, figureOf, listOf, soloOf } from './content.js';
import style from './lines.css';
import { createNumbers, gridOfMap } from '../tables/as-table.js';
import { createTooltip } from '../tooltip.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../../../views/lines.js').LinesContent} LinesContent
 * @typedef {import('../../../views/figure.js').Mark} Mark
 */

/** Stands for lines of which there is no list yet. @type {readonly Mark[]} */
const NOT_LISTED = [{ kind: 'group', name: '', marks: [] }];
/** Lines painted at once. */
const CHUNK = 60;
/**
 * And how often in one frame. The script only lists the curves; the browser draws them after it, in a time that no clock
 * here sees: about 8 ms for these, 90 ms for all lines of 64 tokens.
 */
const CHUNKS = 3;
/** More lines than this are a haze that needs no finer pixels. */
const HAZE = 400;
/** Device pixels of one canvas, for the memory of phones. */
const MOST_PIXELS = 6e6;

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createLines(messages, actions) {
  const rest = h('canvas', { class: 'lines-rest', 'aria-hidden': 'true' });
  const front = h('canvas', { class: 'lines-front', 'aria-hidden': 'true' });
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
  const stage = h(
    'div',
    { class: 'lines-stage' },
    rest,
    front,
    sides.query.element,
    sides.key.element,
    tooltip.element,
  );
  const legend = h('p', { class: 'lines-legend' });
  const chips = createHeadChips(messages, {
    onPoint: (head) => {
      pointed = head;
      again();
    },
    onChoose: (head) => actions.change({ solo: head === last?.state.solo ? null : head }),
  });
  const numbers = createNumbers(messages, actions);
  const element = h(
    'section',
    { class: 'lines' },
    h('h2', { class: 'spoken' }, messages.linesTitle),
    h('div', { class: 'view-tools' }, chips.element, numbers.toggle),
    stage,
    numbers.element,
    legend,
  );
  /** @type {Frame | null} */
  let last = null;
  /** @type {number | null} the head whose name is pointed at */
  let pointed = null;
  /** @type {LinesContent | null} */
  let content = null;
  /** @type {readonly unknown[]} what the present picture was made from */
  let drawnFrom = [];
  /** @type {readonly Mark[]} still to be painted */
  let waiting = [];

  // ---- pointer ---------------------------------------------------------------------------------------------

  /** @param {MouseEvent} event */
  function placeOf(event) {
    if (!content || !last) return null;
    const focus = last.kept ? last.selection : last.state.selection;
    const { offsetX: x, offsetY: y } = event;
    return (
      hitLines(content.layout, x, y, strengthOf(content, focus)) ??
      // beside the lines of what is kept there may be others
      hitLines(content.layout, x, y, strengthOf(content, { query: null, key: null }))
    );
  }
  /** @param {{ query: number | null, key: number | null, head: number | null }} hit */
  const selectionOf = ({ query, key, head }) => ({ head: head ?? leading(), query, key });
  const leading = () => last?.state.solo ?? last?.state.selection.head ?? 0;
  front.addEventListener('pointermove', (event) => {
    const hit = placeOf(event);
    front.style.cursor = hit ? 'pointer' : 'default';
    actions.preview(hit && selectionOf(hit));
  });
  front.addEventListener('pointerleave', () => actions.preview(null));
  front.addEventListener('click', (event) => {
    const hit = placeOf(event);
    if (!hit) return;
    // so that the keyboard goes on from here
    const [side, index] = hit.query === null ? [sides.key, hit.key] : [sides.query, hit.query];
    if (index !== null) side.focus(index);
    actions.lock(selectionOf(hit));
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
    chips.update(heads, state.solo, look.theme, (head) => headText(frame, head));
    numbers.update(frame, gridOfMap(frame, answer, solo ?? frame.selection.head));
    stage.hidden = legend.hidden = state.numbers;
    setAttribute(stage, 'data-stale', frame.stale ? '' : null);
    if (state.numbers) return;
    const mirrored = getComputedStyle(element).direction === 'rtl';
    /** @type {readonly unknown[]} */
    const from = [
      answer,
      solo,
      mirrored,
      look.theme,
      look.size.width,
      look.size.height,
      look.pixelRatio,
      look.colors.text,
    ];
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
    const fine = Math.min(
      frame.look.pixelRatio,
      Math.sqrt(MOST_PIXELS / layout.width / layout.height),
    );
    const begin = () => {
      if (mine !== content) return;
      const chunks = listOf(mine, CHUNK);
      resize(rest, layout, chunks.length * CHUNK > HAZE ? Math.min(1, fine) : fine);
      work((waiting = chunks), frame.look);
    };
    waiting = NOT_LISTED;
    stage.style.height = `${layout.height}px`;
    resize(front, layout, fine);
    setText(
      legend,
      fillText(messages.linesLegend, { value: shortText(content.least * scale.max, 3) }),
    );
    sides.query.again();
    sides.key.again();
    setAttribute(sides.query.element, 'aria-label', messages.linesFrom);
    setAttribute(sides.key.element, 'aria-label', messages.linesTo);
    if (frame.look.atOnce) begin();
    else requestAnimationFrame(begin); // this frame has the view and the lit lines
  }

  /**
   * Paints what waits, and goes on in the next frame when it takes long.
   * @param {readonly Mark[]} mine the list that was waiting when this began
   * @param {Frame['look']} look
   */
  function work(mine, look) {
    const context = rest.getContext('2d');
    if (mine !== waiting || !context) return;
    const now = look.atOnce ? mine.length : CHUNKS;
    paintMarks(context, mine.slice(0, now), '');
    const left = (waiting = mine.slice(now));
    if (left.length > 0) requestAnimationFrame(() => work(left, look));
    else actions.drawn();
  }

  /** @param {Frame} frame */
  function light(frame) {
    const context = front.getContext('2d');
    if (!content || !context) return;
    const { selection, look } = frame;
    const { layout } = content;
    const isFocused = selection.query !== null || selection.key !== null;
    setAttribute(rest, 'data-beside', isFocused ? '' : null);
    context.clearRect(0, 0, layout.width, layout.height);
    const marks = [...focusMarks(content, selection), ...wordMarks(content, selection)];
    paintMarks(context, marks, look.fontFamily);
    sides.query.mark(selection.query);
    sides.key.mark(selection.key);
    const { shows } = content;
    if (shows(selection.head))
      tooltip.showAt(frame, (pair) => middleOf(layout, pair), look.size.width);
    else tooltip.hide();
  }

  return {
    element,
    styles: [style],
    update,
    isDrawn: () => waiting.length === 0,
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
 * @param {HTMLCanvasElement} canvas
 * @param {{ width: number, height: number }} layout
 * @param {number} pixels device pixels for one of CSS
 */
function resize(canvas, { width, height }, pixels) {
  canvas.width = Math.round(width * pixels);
  canvas.height = Math.round(height * pixels);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.getContext('2d')?.scale(canvas.width / width, canvas.height / height);
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
