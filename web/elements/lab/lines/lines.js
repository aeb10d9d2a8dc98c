// The view of lines: a picture, what is lit in it, and a list of tokens on each side for the keyboard and for
// screen readers. It reports what is pointed at and shows what it is told; the drawing is views/lines.js.

/// <reference path="../../css.d.ts" />

import { paintMarks } from '../../../views/figure.js';
import { focusMarks, lineMarks, strengthOf, wordMarks } from '../../../views/lines.js';
import { hitLines, rowMiddle } from '../../../views/lines-layout.js';
import { fillText, h, setAttribute, setText } from '../../shared/dom.js';
import { shortText } from '../../shared/format.js';
import { attentionArray } from '../export/heads.js';
import { headText } from '../answer/roles.js';
import { createHeadChips } from './head-chips.js';
import { chunksOf, contentOf, figureOf, soloOf } from './content.js';
import style from './lines.css';
import { createNumbers, gridOfMap } from '../tables/as-table.js';
import { createTooltip } from '../tooltip.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../../../views/lines.js').LinesContent} LinesContent
 * @typedef {import('../../../views/figure.js').Mark} Mark
 */

/** Lines painted at once. */
const CHUNK = 60;
/**
 * And how often in one frame. The script only lists the curves; the browser draws them after it, in a time that no clock
 * here sees: about 15 ms for these, 90 ms for all lines of 64 tokens.
 */
const CHUNKS = 6;
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
  const sides = { query: createSide('query'), key: createSide('key') };
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

  // ---- keyboard --------------------------------------------------------------------------------------------

  /**
   * The tokens of one side as a list of which one option exists: the one that the keyboard is at.
   * @param {'query' | 'key'} name
   */
  function createSide(name) {
    // the word itself is in the picture
    const word = h('span', { class: 'spoken' });
    const option = h('div', { role: 'option', tabindex: '0', class: 'lines-option' }, word);
    const list = h('div', { role: 'listbox', class: 'lines-side' }, option);
    let at = 0;
    const place = () => ({
      query: name === 'query' ? at : null,
      key: name === 'key' ? at : null,
      head: null,
    });
    const count = () => (content ? content.layout[name === 'query' ? 'rows' : 'columns'] : 0);

    /** @param {number} index */
    function moveTo(index) {
      if (!content) return;
      at = Math.max(0, Math.min(count() - 1, index));
      const { layout, rowLabels, columnLabels } = content;
      const side = layout[name];
      option.style.top = `${rowMiddle(layout, at) - layout.pitch / 2}px`;
      option.style.left = `${(side.align === 'right' ? side.text - side.room : side.text) - 4}px`;
      option.style.width = `${side.room + 8}px`;
      option.style.height = `${layout.pitch}px`;
      setAttribute(option, 'aria-posinset', String(at + 1));
      setAttribute(option, 'aria-setsize', String(count()));
      setText(word, (name === 'query' ? rowLabels : columnLabels)[at] ?? '');
    }

    option.addEventListener('focus', () => {
      if (option.matches(':focus-visible')) actions.preview(selectionOf(place()));
    });
    option.addEventListener('blur', () => actions.preview(null));
    option.addEventListener('keydown', (event) => {
      if (event.altKey || event.metaKey || event.ctrlKey) return;
      const page = Math.max(1, Math.round(count() / 4));
      const to = {
        ArrowUp: at - 1,
        ArrowDown: at + 1,
        PageUp: at - page,
        PageDown: at + page,
        Home: 0,
        End: count() - 1,
      }[event.key];
      const other = name === 'query' ? sides.key : sides.query;
      if (event.key === 'Enter' || event.key === ' ') actions.lock(selectionOf(place()));
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') other.focus(at);
      else if (to === undefined) return;
      else {
        moveTo(to);
        actions.preview(selectionOf(place()));
      }
      event.preventDefault();
    });
    return {
      element: list,
      moveTo,
      again: () => moveTo(at),
      /** @param {number} index */
      focus(index) {
        moveTo(index);
        option.focus({ preventScroll: true });
      },
      /** @param {number | null} selected */
      mark: (selected) => setAttribute(option, 'aria-selected', String(selected === at)),
    };
  }

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
    const groups = lineMarks(content);
    waiting = groups.flatMap((group) =>
      group.kind === 'group' ? chunksOf(group.marks, CHUNK) : [],
    );
    const count = waiting.length * CHUNK;
    const fine = Math.min(
      frame.look.pixelRatio,
      Math.sqrt(MOST_PIXELS / layout.width / layout.height),
    );
    stage.style.height = `${layout.height}px`;
    size(rest, count > HAZE ? Math.min(1, fine) : fine);
    size(front, fine);
    setText(
      legend,
      fillText(messages.linesLegend, { value: shortText(content.least * scale.max, 3) }),
    );
    sides.query.again();
    sides.key.again();
    setAttribute(sides.query.element, 'aria-label', messages.linesFrom);
    setAttribute(sides.key.element, 'aria-label', messages.linesTo);
    const mine = waiting;
    // what is lit has this frame for itself
    if (frame.look.atOnce) work(mine, frame.look);
    else requestAnimationFrame(() => work(mine, frame.look));
  }

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {number} pixels device pixels for one of CSS
   */
  function size(canvas, pixels) {
    if (!content) return;
    const { width, height } = content.layout;
    canvas.width = Math.round(width * pixels);
    canvas.height = Math.round(height * pixels);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.getContext('2d')?.scale(canvas.width / width, canvas.height / height);
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
    if (shows(selection.head)) tooltip.showAt(frame, pairPlace, look.size.width);
    else tooltip.hide();
  }

  /** @param {{ row: number, column: number }} pair */
  function pairPlace({ row, column }) {
    if (!content) return { x: 0, y: 0 };
    const { layout } = content;
    const { query, key } = layout;
    // over the middle of the line
    const y = (rowMiddle(layout, row) + rowMiddle(layout, column)) / 2;
    return { x: (query.line + key.line) / 2, y: y - 6 };
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
