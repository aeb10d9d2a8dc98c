// All heads' maps in a grid, or one of them large. Draws what the engine answered, a few milliseconds
// at a time, lights what is selected and passes on what is pointed at.

import { headHue, markOf } from '../../../views/color.js';
import { rampFor } from '../blend/shown.js';
import { createCardTitle } from './card-title.js';
import { createCovers } from './covers.js';
import { fillText, h, setAttribute } from '../../shared/dom.js';
import { keyPieces, queryPieces } from '../frame.js';
import { roundedText } from '../../shared/format.js';
import { arrangeGrid, arrangeLarge } from './geometry.js';
import { createHeadMap } from './head-map.js';
import { longestWidth, MEASURED_SIZE } from '../../shared/label-sizes.js';
import { createQueue } from '../queue.js';
import { shownMask } from '../answer/masked.js';
import { headText, roleOf } from '../answer/roles.js';
import { createTooltip } from '../tooltip.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../../../views/map.js').MapDrawing} MapDrawing
 * @typedef {import('../blend/blend.js').Blend} Blend
 * @typedef {object} Card
 * @property {HTMLElement} element
 * @property {import('./head-map.js').HeadMap} map
 * @property {ReturnType<typeof createCardTitle>} title
 */

/** Maps of up to this many numbers are drawn in the frame that brings them; larger ones get their own frames. */
const AT_ONCE = 2 ** 14;
/** Height of a name with a role below it, as in maps.css. */
const TALL_TITLE = 54;

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createMapStage(messages, actions) {
  const cards = h('div', { class: 'cards' });
  const tooltip = createTooltip();
  const element = h('div', { class: 'maps' }, cards, tooltip.element);
  const covers = createCovers();
  /** @type {Card[]} */
  const all = [];
  /** @type {readonly unknown[]} what the present pictures were made from */
  let drawnFrom = [];
  let unnamed = false;
  /** whether there is one map, a mixture of all heads */
  let mixed = false;
  let selected = 0;
  const pictures = createQueue(() => {
    light(latest);
    actions.drawn();
  });
  /** @type {Frame} what the present pictures belong to */
  let latest;
  /** @type {Map<number, { x: number, y: number }>} where each map begins in `element` */
  const origins = new Map();

  /**
   * The head that a map is of. A mixture belongs to none, so the one that was selected stays it.
   * @param {number} index of the map
   */
  function headAt(index) {
    return mixed ? selected : index;
  }

  /** @param {number} head */
  function createCard(head) {
    const map = createHeadMap(messages, {
      onPreview: (place) => actions.preview(place && { head: headAt(head), ...place }),
      onLock: (place) => actions.lock({ head: headAt(head), ...place }),
      onEnlarge: (place) =>
        actions.change({ view: 'head', selection: { head: headAt(head), ...place } }),
    });
    const title = createCardTitle(messages, actions, head);
    return { element: h('article', { class: 'card' }, title.element, map.element), map, title };
  }

  /** @param {Frame} frame */
  function update(frame) {
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
    if (from.some((value, i) => value !== drawnFrom[i])) {
      drawnFrom = from;
      arrange(frame, alone);
    }
    latest = frame;
    light(frame);
  }

  /**
   * @param {Frame} frame
   * @param {number | null} alone the one head that is large
   */
  function arrange(frame, alone) {
    const { answer, look, blend } = frame;
    if (!answer) return;
    const { heads } = answer.question;
    const values = blend?.values ?? answer.attention;
    const scale = blend?.scale ?? frame.scale;
    const rowLabels = queryPieces(answer);
    const columnLabels = keyPieces(answer);
    const space = spaceFor(frame, answer);
    // the page is still being made: the first pictures would make a long task of it
    const first = all.length === 0;
    while (all.length < heads) {
      const card = createCard(all.length);
      all.push(card);
      cards.append(card.element);
    }
    const shared = {
      isMasked: shownMask(blend, answer),
      fontFamily: look.fontFamily,
      pixelRatio: look.pixelRatio,
    };
    /** @type {import('./covers.js').Words} */
    const words = {
      ...shared,
      rowLabels,
      columnLabels,
      colors: look.colors,
      corner: [
        [messages.cornerColumns, messages.cornerRows],
        [messages.cornerColumnsShort, messages.cornerRowsShort],
      ],
    };
    covers.begin();
    const grid = alone === null ? arrangeGrid(space) : null;
    const large = arrangeLarge(space);
    setAttribute(cards, 'data-alone', alone === null ? null : '');
    const { left, fontSize } = grid?.first ?? large;
    unnamed = left - 7 < (space.corner * (fontSize - 1)) / MEASURED_SIZE;
    cards.style.gridTemplateColumns = grid ? `repeat(${grid.across}, max-content)` : 'none';
    cards.style.gap = `${grid?.gap ?? 0}px`;
    origins.clear();
    /** @type {(() => void)[]} */
    const waiting = [];
    all.forEach(({ element: card, map, title }, head) => {
      card.hidden = head >= heads || (alone !== null && alone !== head);
      if (card.hidden) return;
      card.style.setProperty('--head', markOf(headHue(head), look.theme));
      title.name(frame, hasRoles(frame), nameOfMap(frame, head));
      // the words of a row of maps stand beside the first of them
      const layout = grid ? (head % grid.across === 0 ? grid.first : grid.rest) : large;
      card.style.setProperty('--map-left', `${layout.left}px`);
      waiting.push(() => {
        /** @type {MapDrawing} */
        const drawing = {
          layout,
          values: values.subarray(
            head * answer.rows * answer.columns,
            (head + 1) * answer.rows * answer.columns,
          ),
          ramp: rampFor(blend, head, look.theme),
          scale,
          format: (value) => roundedText(value),
          ...shared,
          ...covers.coverOf(layout, words),
        };
        map.draw(drawing, words, labelOf(blend, head));
      });
    });
    pictures.draw(waiting, look, first || values.length > AT_ONCE);
  }

  /** @param {Frame} frame */
  function light(frame) {
    const { selection, look } = frame;
    all.forEach(({ element: card, map, title }, head) => {
      if (card.hidden) return;
      title.update(frame);
      setAttribute(card, 'data-leading', mixed || head === selection.head ? '' : null);
      map.light(selection);
    });
    const index = mixed ? 0 : selection.head;
    const leading = all[index];
    const layout = leading && !leading.element.hidden ? leading.map.layout() : null;
    if (layout) tooltip.show(frame, layout, () => originOf(index), look.size.width);
    else tooltip.hide();
  }

  /**
   * What a map is called where it cannot be seen.
   * @param {Blend | null} blend
   * @param {number} head
   */
  function labelOf(blend, head) {
    const message = {
      mix: messages.blendMixLabel,
      head: messages.blendHeadLabel,
      run: messages.blendRunLabel,
      none: messages.mapLabel,
    }[blend?.kind ?? 'none'];
    return fillText(message, { head: head + 1, other: (blend?.head ?? 0) + 1 });
  }

  /** @param {number} head */
  function originOf(head) {
    let origin = origins.get(head);
    if (!origin) {
      const outer = element.getBoundingClientRect();
      const inner = all[head].map.element.getBoundingClientRect();
      origin = { x: inner.left - outer.left, y: inner.top - outer.top };
      if (pictures.isDrawn()) origins.set(head, origin);
    }
    return origin;
  }

  return {
    element,
    update,
    isDrawn: pictures.isDrawn,
    /** Whether the maps have no room for the names of their axes. */
    axesAreUnnamed: () => unnamed && !element.hidden,
    /**
     * Puts the stop of the Tab key at a cell.
     * @param {import('../state/state.js').Selection} selection
     */
    arrive({ head, query, key }) {
      if (query === null && key === null) return;
      all[mixed ? 0 : head]?.map.moveTo(query ?? 0, key ?? 0);
    },
  };
}

/**
 * The room for the maps of a frame, and how wide the words beside them are.
 * @param {Frame} frame
 * @param {import('../answer/answer.js').Answer} answer its answer
 * @returns {import('./geometry.js').GridSpace}
 */
export function spaceFor(frame, answer) {
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
 * Whether what the heads do stands below their names.
 * @param {Frame} frame
 */
export function hasRoles(frame) {
  return frame.blend?.kind !== 'head' && roleOf(frame, 0) !== null;
}

/**
 * What a map is called above it.
 * @param {Frame} frame
 * @param {number} head
 */
export function nameOfMap(frame, head) {
  const { blend, messages } = frame;
  if (blend?.kind !== 'head') return headText(frame, head);
  return fillText(messages.blendMinus, { head: head + 1, other: blend.head + 1 });
}
