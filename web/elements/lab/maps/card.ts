// Card of a head: its map below its title.

import { headHue, markOf } from '../../../views/color.ts';
import { headText, roleOf } from '../answer/roles.ts';
import { rampFor } from '../blend/shown-value.ts';
import { fillText, h, setAttribute } from '../../../ui/dom.ts';
import { roundedText } from '../../../ui/format.ts';
import { createCardTitle } from './card-title.ts';
import { createHeadMap } from './head-map.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Blend } from '../blend/blend.ts';
import type { Answer } from '../answer/answer.ts';
import type { MapLayout } from '../../../views/map/layout.ts';
import type { LabelCanvas, Words } from './label-canvases.ts';

export type Card = ReturnType<typeof createCard>;

/**
 * @param index index of the map
 * @param headAt the head that is selected with it
 */
export function createCard(
  messages: Messages,
  actions: Actions,
  index: number,
  headAt: (index: number) => number,
) {
  const map = createHeadMap(messages, {
    onPreview: (place) => actions.preview(place && { head: headAt(index), ...place }),
    onLock: (place) => actions.lock({ head: headAt(index), ...place }),
    onEnlarge: (place) =>
      actions.change({ view: 'head', selection: { head: headAt(index), ...place } }),
  });
  const title = createCardTitle(messages, actions, index);
  const element = h('article', { class: 'card' }, title.element, map.element);
  const { style } = element;
  return {
    element,
    map,
    name(frame: Frame, layout: MapLayout) {
      style.setProperty('--head', markOf(headHue(index), frame.look.theme));
      style.setProperty('--map-left', `${layout.left}px`);
      title.name(frame, hasRoles(frame), nameOfMap(frame, index));
    },
    /** @param answer the frame's answer */
    draw(
      { blend, scale, look }: Frame,
      { attention, rows, columns }: Answer,
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
        ...{ isMasked, fontFamily, pixelRatio },
        ...cover,
      };
      map.draw(drawing, words, labelOf(messages, blend, index));
    },
    /** @param isLeading whether it is the selected head's map */
    light(frame: Frame, isLeading: boolean) {
      if (element.hidden) return;
      title.update(frame);
      setAttribute(element, 'data-leading', isLeading ? '' : null);
      map.light(frame.selection);
    },
  };
}

/** Whether the heads' roles are below their names. */
export function hasRoles(frame: Frame) {
  return frame.blend?.kind !== 'head' && roleOf(frame, 0) !== null;
}

/** The title of a map. */
export function nameOfMap(frame: Frame, head: number) {
  const { blend, messages } = frame;
  if (blend?.kind !== 'head') return headText(frame, head);
  return fillText(messages.blendMinus, { head: head + 1, other: blend.head + 1 });
}

/** The accessible name of a map. */
function labelOf(messages: Messages, blend: Blend | null, head: number) {
  const message = {
    mix: messages.blendMixLabel,
    head: messages.blendHeadLabel,
    run: messages.blendRunLabel,
    none: messages.mapLabel,
  }[blend?.kind ?? 'none'];
  return fillText(message, { head: head + 1, other: (blend?.head ?? 0) + 1 });
}
