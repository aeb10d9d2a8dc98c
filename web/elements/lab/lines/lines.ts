// The view of lines: drawing, highlight, and accessible lists of tokens.
// It reports hover and clicks and renders the given frame; views/lines.ts draws.

/// <reference path="../../css.d.ts" />

import { strengthOf } from '../../../views/lines-strength.ts';
import { hitLines, rowMiddle } from '../../../views/lines-layout.ts';
import { fillText, h, setAttribute, setText } from '../../../ui/dom.ts';
import { shortText } from '../../../ui/format.ts';
import { attentionArray } from '../export/heads.ts';
import { headText } from '../answer/roles.ts';
import { createHeadChips } from './head-chips.ts';
import { createHeadSwitches } from './head-switches.ts';
import { createTokenList } from './token-list.ts';
import { contentOf, figureOf, soloOf } from './content.ts';
import style from './lines.css';
import { createPainter } from './painter.ts';
import { createNumbers, gridOfMap } from '../tables/as-table.ts';
import { createTooltip } from '../tooltip.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Place, TokenListEvents } from './token-list.ts';
import type { Selection } from '../state/state.ts';
import type { Exported } from '../export/menu.ts';
import type { LinesContent } from '../../../views/lines.ts';
import type { Hit } from '../../../views/lines-layout.ts';

export function createLines(messages: Messages, actions: Actions) {
  const canvases = {
    rest: h('canvas', { class: 'lines-rest', 'aria-hidden': 'true' }),
    front: h('canvas', { class: 'lines-front', 'aria-hidden': 'true' }),
  };
  const painter = createPainter(canvases.rest, canvases.front, () => actions.drawn());
  const tooltip = createTooltip();
  const selectionOf = ({ query, key, head }: Place) => ({ head: head ?? leading(), query, key });
  const leading = () => last?.state.solo ?? last?.state.selection.head ?? 0;
  const to = {
    preview: (place: Place | null) => actions.preview(place && selectionOf(place)),
    lock: (place: Place) => actions.lock(selectionOf(place)),
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
  let last: Frame | null = null;
  /** the head whose name is hovered */
  let pointed: number | null = null;
  let content: LinesContent | null = null;
  /** inputs of the present drawing */
  let drawnFrom: readonly unknown[] = [];

  hearPointer(canvases.front, sides, {
    placeOf: (event) =>
      content && last && placeAt(content, last.kept ? last.selection : last.state.selection, event),
    ...to,
  });

  function update(frame: Frame) {
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
    const from: readonly unknown[] = [answer, solo, frame.off, mirrored, ...drawn];
    if (from.some((value, i) => value !== drawnFrom[i])) {
      drawnFrom = from;
      arrange(frame, solo, mirrored);
    }
    light(frame);
  }

  function arrange(frame: Frame, solo: number | null, mirrored: boolean) {
    content = contentOf(frame, solo, mirrored);
    if (!content) return;
    const mine = content;
    stage.style.height = `${mine.layout.height}px`;
    painter.paint(mine, frame.look, () => mine === content);
    setText(legend, legendOf(messages, mine));
    sides.query.again();
    sides.key.again();
  }

  function light(frame: Frame) {
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
    arrive({ query, key }: Selection) {
      if (query !== null) sides.query.moveTo(query);
      if (key !== null) sides.key.moveTo(key);
    },
    exported: (frame: Frame) => content && exportedOf(frame, content),
  };
}

/**
 * The heads' names above the lines: switches that remove a head, where readers can switch heads;
 * otherwise one head is chosen.
 */
function createHeadNames(
  messages: Messages,
  actions: Actions,
  { solo, point }: { solo: () => number | null; point: (head: number | null) => void },
) {
  if (actions.switchOff) return createHeadSwitches(messages, actions.switchOff);
  return createHeadChips(messages, {
    onPoint: point,
    onChoose: (head) => actions.change({ solo: head === solo() ? null : head }),
  });
}

/** The tokens on either side; arrow keys cross from one side to the other. */
function createSides(events: Omit<TokenListEvents, 'cross'>) {
  const sides = {
    query: createTokenList('query', { ...events, cross: (index) => sides.key.focus(index) }),
    key: createTokenList('key', { ...events, cross: (index) => sides.query.focus(index) }),
  };
  return sides;
}

function legendOf(messages: Messages, { least, scale }: LinesContent) {
  return fillText(messages.linesLegend, { value: shortText(least * scale.max, 3) });
}

/** @returns null: the lines of this answer are not drawn yet */
function exportedOf(frame: Frame, content: LinesContent): Exported | null {
  const { answer } = frame;
  if (!answer || content.attention !== answer.attention) return null;
  return {
    name: 'lines',
    figure: () => figureOf(frame, content),
    arrays: () => [attentionArray(frame, answer, soloOf(frame))],
  };
}

function buildLines(
  messages: Messages,
  {
    canvases,
    sides,
    tooltip,
    chips,
    numbers,
  }: {
    canvases: { rest: HTMLElement; front: HTMLElement };
    sides: { query: { element: HTMLElement }; key: { element: HTMLElement } };
    tooltip: HTMLElement;
    chips: HTMLElement;
    numbers: { toggle: HTMLElement; element: HTMLElement };
  },
) {
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
 *
 * @param focus the selection, whose lines come first
 */
function placeAt(content: LinesContent, focus: Selection, { offsetX: x, offsetY: y }: MouseEvent) {
  return (
    hitLines(content.layout, x, y, strengthOf(content, focus)) ??
    hitLines(content.layout, x, y, strengthOf(content, { query: null, key: null }))
  );
}

function hearPointer(
  canvas: HTMLCanvasElement,
  sides: ReturnType<typeof createSides>,
  {
    placeOf,
    preview,
    lock,
  }: {
    placeOf: (event: MouseEvent) => Hit | null;
    preview: (hit: Hit | null) => void;
    lock: (hit: Hit) => void;
  },
) {
  canvas.addEventListener('pointermove', (event) => {
    const hit = placeOf(event);
    canvas.style.cursor = hit ? 'pointer' : 'default';
    preview(hit);
  });
  canvas.addEventListener('pointerleave', () => preview(null));
  canvas.addEventListener('click', (event) => {
    const hit = placeOf(event);
    if (!hit) return;
    // the keyboard continues here
    const [side, index] = hit.query === null ? [sides.key, hit.key] : [sides.query, hit.query];
    if (index !== null) side.focus(index);
    lock(hit);
  });
}

/** The middle of a line. */
function middleOf(
  layout: LinesContent['layout'],
  { row, column }: { row: number; column: number },
) {
  const y = (rowMiddle(layout, row) + rowMiddle(layout, column)) / 2;
  return { x: (layout.query.line + layout.key.line) / 2, y: y - 6 };
}
