// All heads' maps in a grid, or one of them enlarged.
// Draws the maps a few milliseconds at a time, highlights the selection and reports
// hover.

import { createMemo } from '../../../ui/memo.ts';
import { rove } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { longestWidth, MEASURED_SIZE } from '../../../ui/label-sizes.ts';
import { shownMask } from '../answer/head-maps.ts';
import { createDrawQueue } from '../draw-queue.ts';
import { createTooltip } from '../tooltip.ts';
import { createCard, hasRoles } from './card.ts';
import { createLabelCanvases } from './label-canvases.ts';
import { arrangeGrid, arrangeLarge } from './geometry.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MapFrame, SelectionActions } from '../frame.ts';
import type { Card } from './card.ts';
import type { Selection } from '../state/state.ts';
import type { GridSpace } from './geometry.ts';
import type { HeadMaps } from '../answer/head-maps.ts';
import type { Words } from './label-canvases.ts';

/**
 * Maps of up to this number of cells are drawn in the frame that brings them; larger maps get
 * frames of their own.
 */
const AT_ONCE = 2 ** 14;
/** Height of a name with a role below it, as in maps.css. */
const TALL_TITLE = 54;

/** Least width of a map with the word before its number, CSS pixels. */
const LEAST_NAME = 96;

/** Width of the narrowest name of a map; the names begin with the cells, and in a narrow window with the labels. */
function namedWidth({ across, first, rest }: ReturnType<typeof arrangeGrid>) {
  return across > 1 ? rest.width : first.right - first.left;
}

const roveNames = (cards: HTMLElement) => rove(cards, '.head-name');

export function createMapStage(messages: Messages, actions: SelectionActions) {
  const tooltip = createTooltip();
  const labelCanvases = createLabelCanvases();
  const cards: Card[] = [];
  /** drawing all maps takes many frames */
  const arranged = createMemo<ReturnType<typeof arrangement>>();
  const pictures = createDrawQueue(() => {
    if (shown) light(shown);
    actions.drawn();
  });
  /** the newest frame with maps */
  let shown: MapFrame | null = null;
  let isHidden = false;
  let layouts: ReturnType<typeof arrangement> | null = null;

  function view() {
    const grid = layouts?.grid ?? null;
    const across = {
      'grid-template-columns': grid ? `repeat(${grid.across}, max-content)` : 'none',
      gap: `${grid?.gap ?? 0}px`,
    };
    return html`<div class="maps" hidden=${isHidden} data-stale=${shown?.stale}>
      <div
        class="cards"
        ref=${roveNames}
        data-alone=${layouts !== null && !grid}
        data-narrow=${grid !== null && namedWidth(grid) < LEAST_NAME}
        vars=${layouts ? across : {}}>
        ${cards.map(({ element }) => element)}
      </div>
      ${tooltip.element}
    </div>`;
  }

  const root = createRoot(view());
  const { element } = root;
  const origins = createOrigins(element);

  const isMixed = () => shown?.blend?.count === 1;

  // a mixture belongs to no head, so the selected head remains selected
  const headAt = (index: number) => (shown && isMixed() ? shown.state.selection.head : index);

  function update(frame: MapFrame) {
    const { maps, blend, state, look, selection } = frame;
    isHidden = !maps || state.view === 'table';
    if (!maps || isHidden) return root.render(view());
    shown = frame;
    const large = state.view === 'head' ? Math.min(selection.head, maps.heads - 1) : null;
    const alone = isMixed() ? 0 : large;
    const { theme, size, pixelRatio } = look;
    const from = [maps, blend, alone, theme, size.width, size.height, pixelRatio];
    layouts = arranged(from, () => arrange(frame, maps, alone));
    root.render(view());
    light(frame);
  }

  function newCard(index: number) {
    return createCard(messages, actions, index, headAt, (step, row) => {
      const next = cards[index + step];
      if (next?.isShown()) next.map.enter(step, row);
    });
  }

  /** @param alone the enlarged head */
  function arrange(frame: MapFrame, maps: HeadMaps, alone: number | null) {
    const { look, blend } = frame;
    const { heads } = maps;
    // the page is still loading: drawing now would make a long task of it
    const first = cards.length === 0;
    while (cards.length < heads) cards.push(newCard(cards.length));
    const words = wordsOf(frame, maps);
    labelCanvases.begin();
    layouts = arrangement(spaceFor(frame, maps), alone);
    const { layoutOf } = layouts;
    origins.forget();
    const waiting: (() => void)[] = [];
    cards.forEach((card, head) => {
      if (head >= heads || (alone !== null && alone !== head)) return card.hide();
      const layout = layoutOf(head);
      card.show(frame, layout);
      if (first) card.map.reserve(layout);
      waiting.push(() =>
        card.draw(frame, maps, layout, words, labelCanvases.coverOf(layout, words)),
      );
    });
    // before the first map is drawn, which may be now
    root.render(view());
    const numbers = blend?.values ?? maps.attention;
    // large maps also wait for the first layout of their cards
    pictures.draw(waiting, look, Number(first) + Number(numbers.length > AT_ONCE));
    return layouts;
  }

  function light(frame: MapFrame) {
    const { selection, look } = frame;
    cards.forEach((card, head) => card.light(frame, isMixed() || head === selection.head));
    const leading = cards[isMixed() ? 0 : selection.head];
    const layout = leading?.isShown() ? leading.map.layout() : null;
    if (layout)
      tooltip.show(frame, layout, () => origins.of(leading, pictures.isDrawn()), look.size.width);
    else tooltip.hide();
  }

  return {
    element,
    update,
    isDrawn: pictures.isDrawn,
    /** Whether the maps have no room for the names of their axes. */
    axesAreUnnamed: () => (layouts?.hasNoRoom ?? false) && !isHidden,
    /** Sets the cell that receives the Tab key. */
    arrive({ head, query, key }: Selection) {
      if (query === null && key === null) return;
      cards[isMixed() ? 0 : head]?.map.moveTo(query ?? 0, key ?? 0);
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
 * @param maps the frame's maps
 */
export function spaceFor(frame: MapFrame, maps: HeadMaps): GridSpace {
  const { look, messages } = frame;
  return {
    ...look.size,
    ...(hasRoles(frame) && { title: TALL_TITLE }),
    count: maps.heads,
    rows: maps.rows,
    columns: maps.columns,
    rowLabel: longestWidth(maps.rowTokens, look.fontFamily),
    columnLabel: longestWidth(maps.columnTokens, look.fontFamily),
    corner: longestWidth([messages.cornerRows, messages.cornerColumns], look.fontFamily),
  };
}

/**
 * The labels of the maps, and the numbers that the mask hides.
 *
 * @param maps the frame's maps
 */
function wordsOf({ blend, look, messages }: MapFrame, maps: HeadMaps): Words {
  const { fontFamily, pixelRatio, colors } = look;
  return {
    isMasked: shownMask(blend, maps),
    fontFamily,
    pixelRatio,
    colors,
    rowLabels: maps.rowTokens,
    columnLabels: maps.columnTokens,
    corner: [
      [messages.cornerColumns, messages.cornerRows],
      [messages.cornerColumnsShort, messages.cornerRowsShort],
    ],
  };
}
