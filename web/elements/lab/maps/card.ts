// Card of a head: its map below its title.

import { headHue, markOf } from '../../../views/color.ts';
import { headText, roleOf } from '../answer/roles.ts';
import { rampFor } from '../blend/shown-value.ts';
import { sayText } from '../../../ui/text.ts';
import { roundedText } from '../../../ui/format.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { cardTitle } from './card-title.ts';
import { createHeadMap } from './head-map.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MapFrame, SelectionActions } from '../frame.ts';
import type { Blend } from '../blend/blend.ts';
import type { HeadMaps } from '../answer/head-maps.ts';
import type { MapLayout } from '../../../views/map/layout.ts';
import type { Spot } from '../../../ui/canvas-grid.ts';
import type { LabelCanvas, Words } from './label-canvases.ts';

export type Card = ReturnType<typeof createCard>;

/**
 * @param index index of the map
 * @param headAt the head that is selected with it
 * @param leave an arrow key leaves the map: the focus goes to the map beside it
 */
export function createCard(
  messages: Messages,
  actions: SelectionActions,
  index: number,
  headAt: (index: number) => number,
  leave: (step: 1 | -1, row: number) => void,
) {
  const selectionOf = ({ row, column }: Spot) => ({
    head: headAt(index),
    query: row,
    key: column,
  });
  const map = createHeadMap(messages, {
    onPreview: (spot) => actions.preview(spot && selectionOf(spot)),
    onLock: (spot) => actions.lock(selectionOf(spot)),
    onLeave: leave,
    onEnlarge: (spot) => actions.change({ view: 'head', selection: selectionOf(spot) }),
  });
  let card = {
    isHidden: true,
    isLeading: false,
    color: '',
    mapLeft: 0,
    title: { head: index, name: '', number: '', role: null as ReturnType<typeof roleOf> },
    off: [] as readonly number[],
    hasSwitch: true,
  };

  function view() {
    const { isHidden, isLeading, color, mapLeft, title, off, hasSwitch } = card;
    const isOn = !off.includes(index);
    return html`<article
      class="card"
      hidden=${isHidden}
      data-off=${!isOn}
      data-leading=${isLeading}
      vars=${{ '--head': color, '--map-left': `${mapLeft}px` }}
    >
      ${cardTitle(
        messages,
        { ...title, isOn, hasSwitch, isStop: isLeading },
        {
          enlarge: () => actions.enlarge(index),
          switchHead(on) {
            const others = off.filter((head) => head !== index);
            actions.change({ off: on ? others : [...others, index] });
          },
        },
      )}
      ${map.element}
    </article>`;
  }

  const root = createRoot(view());

  function change(next: Partial<typeof card>) {
    card = { ...card, ...next };
    root.render(view());
  }

  return {
    element: root.element,
    map,
    isShown: () => !card.isHidden,
    hide: () => change({ isHidden: true }),
    /** Shows its name, before its map is drawn. */
    show(frame: MapFrame, layout: MapLayout) {
      const role = hasRoles(frame) ? roleOf(frame, index) : null;
      const { blend } = frame;
      const number = blend?.kind === 'head' ? `${index + 1} − ${blend.head + 1}` : `${index + 1}`;
      change({
        isHidden: false,
        color: markOf(headHue(index), frame.look.theme),
        mapLeft: layout.left,
        title: { head: index, name: nameOfMap(frame, index), number, role },
      });
    },
    /** @param maps the frame's maps */
    draw(
      { blend, scale, look }: MapFrame,
      { attention, rows, columns }: HeadMaps,
      layout: MapLayout,
      words: Words,
      cover: LabelCanvas,
    ) {
      const { isMasked, fontFamily, pixelRatio } = words;
      const size = rows * columns;
      const drawing = {
        layout,
        values: (blend?.values ?? attention).subarray(index * size, (index + 1) * size),
        ramp: rampFor(blend, index, look.theme),
        scale: blend?.scale ?? scale,
        format: roundedText,
        isMasked,
        fontFamily,
        pixelRatio,
        ...cover,
      };
      map.draw(drawing, words, labelOf(messages, blend, index));
    },
    /** @param isLeading whether it is the selected head's map */
    light({ state, blend, maps, selection }: MapFrame, isLeading: boolean) {
      if (card.isHidden) return;
      // a mixture or a difference belongs to several heads; given maps have no engine
      const hasSwitch = !blend && Boolean(maps?.backend);
      change({ off: state.off ?? [], hasSwitch, isLeading });
      map.light(selection, isLeading);
    },
  };
}

/** Whether the heads' roles are below their names. */
export function hasRoles(frame: MapFrame) {
  return frame.blend?.kind !== 'head' && roleOf(frame, 0) !== null;
}

/** The title of a map. */
export function nameOfMap(frame: MapFrame, head: number) {
  const { blend, messages } = frame;
  if (blend?.kind !== 'head') return headText(frame, head);
  return sayText(messages.blendMinus, { head: head + 1, other: blend.head + 1 });
}

/** The accessible name of a map. */
function labelOf(messages: Messages, blend: Blend | null | undefined, head: number) {
  const message = {
    mix: messages.blendMixLabel,
    head: messages.blendHeadLabel,
    run: messages.blendRunLabel,
    none: messages.mapLabel,
  }[blend?.kind ?? 'none'];
  return sayText(message, { head: head + 1, other: (blend?.head ?? 0) + 1 });
}
