// All heads' maps in a grid, or one of them enlarged.
// Draws the engine's answer a few milliseconds at a time, highlights the selection and reports
// hover.

import { h, setAttribute } from '../../../ui/dom.ts';
import { longestWidth, MEASURED_SIZE } from '../../../ui/label-sizes.ts';
import { shownMask } from '../answer/masked-pairs.ts';
import { keyPieces, queryPieces } from '../frame.ts';
import { createDrawQueue } from '../draw-queue.ts';
import { createTooltip } from '../tooltip.ts';
import { createCard, hasRoles } from './card.ts';
import { createLabelCanvases } from './label-canvases.ts';
import { arrangeGrid, arrangeLarge } from './geometry.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Card } from './card.ts';
import type { Selection } from '../state/state.ts';
import type { GridSpace } from './geometry.ts';
import type { Answer } from '../answer/answer.ts';
import type { Words } from './label-canvases.ts';

/**
 * Maps of up to this number of cells are drawn in the frame that brings them; larger maps get
 * frames of their own.
 */
const AT_ONCE = 2 ** 14;
/** Height of a name with a role below it, as in maps.css. */
const TALL_TITLE = 54;

export function createMapStage(messages: Messages, actions: Actions) {
  const cards = h('div', { class: 'cards' });
  const tooltip = createTooltip();
  const element = h('div', { class: 'maps' }, cards, tooltip.element);
  const labelCanvases = createLabelCanvases();
  const all: Card[] = [];
  /** inputs of the present drawings */
  let drawnFrom: readonly unknown[] = [];
  let unnamed = false;
  /** whether there is one map, a mixture of all heads */
  let mixed = false;
  let selected = 0;
  const pictures = createDrawQueue(() => {
    light(latest);
    actions.drawn();
  });
  /** frame of the present drawings */
  let latest: Frame;
  const origins = createOrigins(element);

  // a mixture belongs to no head, so the selected head remains selected
  const headAt = (index: number) => (mixed ? selected : index);

  function update(frame: Frame) {
    const { answer, state, look, selection } = frame;
    element.hidden = !answer || state.view === 'table';
    if (!answer || state.view === 'table') return;
    setAttribute(element, 'data-stale', frame.stale ? '' : null);
    mixed = frame.blend?.count === 1;
    selected = state.selection.head;
    const large =
      state.view === 'head' ? Math.min(selection.head, answer.question.heads - 1) : null;
    const alone = mixed ? 0 : large;
    const { theme, size, pixelRatio } = look;
    const from = [answer, frame.blend, alone, theme, size.width, size.height, pixelRatio];
    latest = frame;
    if (from.some((value, i) => value !== drawnFrom[i])) {
      drawnFrom = from;
      arrange(frame, alone);
    }
    light(frame);
  }

  /** @param alone the enlarged head */
  function arrange(frame: Frame, alone: number | null) {
    const { answer, look, blend } = frame;
    if (!answer) return;
    const { heads } = answer.question;
    const space = spaceFor(frame, answer);
    // the page is still loading: drawing now would make a long task of it
    const first = all.length === 0;
    while (all.length < heads) {
      const card = createCard(messages, actions, all.length, headAt);
      all.push(card);
      cards.append(card.element);
    }
    const words = wordsOf(frame, answer);
    labelCanvases.begin();
    const { grid, layoutOf, hasNoRoom } = arrangement(space, alone);
    unnamed = hasNoRoom;
    showGrid(cards, grid);
    origins.forget();
    const waiting: (() => void)[] = [];
    all.forEach((card, head) => {
      card.element.hidden = head >= heads || (alone !== null && alone !== head);
      if (card.element.hidden) return;
      const layout = layoutOf(head);
      card.name(frame, layout);
      waiting.push(() =>
        card.draw(frame, answer, layout, words, labelCanvases.coverOf(layout, words)),
      );
    });
    const numbers = blend?.values ?? answer.attention;
    pictures.draw(waiting, look, first || numbers.length > AT_ONCE);
  }

  function light(frame: Frame) {
    const { selection, look } = frame;
    all.forEach((card, head) => card.light(frame, mixed || head === selection.head));
    const index = mixed ? 0 : selection.head;
    const leading = all[index];
    const layout = leading && !leading.element.hidden ? leading.map.layout() : null;
    if (layout)
      tooltip.show(frame, layout, () => origins.of(leading, pictures.isDrawn()), look.size.width);
    else tooltip.hide();
  }

  return {
    element,
    update,
    isDrawn: pictures.isDrawn,
    /** Whether the maps have no room for the names of their axes. */
    axesAreUnnamed: () => unnamed && !element.hidden,
    /** Sets the cell that receives the Tab key. */
    arrive({ head, query, key }: Selection) {
      if (query === null && key === null) return;
      all[mixed ? 0 : head]?.map.moveTo(query ?? 0, key ?? 0);
    },
  };
}

/** @param alone the enlarged head */
function arrangement(space: GridSpace, alone: number | null) {
  const grid = alone === null ? arrangeGrid(space) : null;
  const large = arrangeLarge(space);
  const { left, fontSize } = grid?.first ?? large;
  return {
    grid,
    // the first map of a row has its row labels
    layoutOf: (head: number) =>
      grid ? (head % grid.across === 0 ? grid.first : grid.rest) : large,
    // room for the names of the axes
    hasNoRoom: left - 7 < (space.corner * (fontSize - 1)) / MEASURED_SIZE,
  };
}

/** @param grid null: there is one card */
function showGrid(cards: HTMLElement, grid: ReturnType<typeof arrangeGrid> | null) {
  setAttribute(cards, 'data-alone', grid ? null : '');
  cards.style.gridTemplateColumns = grid ? `repeat(${grid.across}, max-content)` : 'none';
  cards.style.gap = `${grid?.gap ?? 0}px`;
}

/** The offset of each map in the element, measured once for each arrangement. */
function createOrigins(element: HTMLElement) {
  const known: Map<Card, { x: number; y: number }> = new Map();
  return {
    /** @param isFinal whether all maps have their size */
    of(card: Card, isFinal: boolean) {
      let origin = known.get(card);
      if (!origin) {
        const outer = element.getBoundingClientRect();
        const inner = card.map.element.getBoundingClientRect();
        origin = { x: inner.left - outer.left, y: inner.top - outer.top };
        if (isFinal) known.set(card, origin);
      }
      return origin;
    },
    forget: () => known.clear(),
  };
}

/**
 * The room for the maps of a frame, and the width of their row labels.
 *
 * @param answer the frame's answer
 */
export function spaceFor(frame: Frame, answer: Answer): GridSpace {
  const { look, messages } = frame;
  return {
    ...look.size,
    ...(hasRoles(frame) && { title: TALL_TITLE }),
    count: answer.question.heads,
    rows: answer.rows,
    columns: answer.columns,
    rowLabel: longestWidth(queryPieces(answer), look.fontFamily),
    columnLabel: longestWidth(keyPieces(answer), look.fontFamily),
    corner: longestWidth([messages.cornerRows, messages.cornerColumns], look.fontFamily),
  };
}

/**
 * The labels of the maps, and the numbers that the mask hides.
 *
 * @param answer the frame's answer
 */
function wordsOf({ blend, look, messages }: Frame, answer: Answer): Words {
  const { fontFamily, pixelRatio, colors } = look;
  return {
    isMasked: shownMask(blend, answer),
    ...{ fontFamily, pixelRatio, colors },
    rowLabels: queryPieces(answer),
    columnLabels: keyPieces(answer),
    corner: [
      [messages.cornerColumns, messages.cornerRows],
      [messages.cornerColumnsShort, messages.cornerRowsShort],
    ],
  };
}
