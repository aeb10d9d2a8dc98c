// Card of a head: its map below its title.

import { headHue, markOf } from '../../../views/color.js';
import { headText, roleOf } from '../answer/roles.js';
import { rampFor } from '../blend/shown.js';
import { fillText, h, setAttribute } from '../../shared/dom.js';
import { roundedText } from '../../shared/format.js';
import { createCardTitle } from './card-title.js';
import { createHeadMap } from './head-map.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('../../../views/map/layout.js').MapLayout} MapLayout
 * @typedef {import('./covers.js').Words} Words
 * @typedef {import('./covers.js').Cover} Cover
 *
 * @typedef {ReturnType<typeof createCard>} Card
 */

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 * @param {number} index of the map
 * @param {(index: number) => number} headAt the head that is selected with it
 */
export function createCard(messages, actions, index, headAt) {
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
    /**
     * @param {Frame} frame
     * @param {MapLayout} layout
     */
    name(frame, layout) {
      style.setProperty('--head', markOf(headHue(index), frame.look.theme));
      style.setProperty('--map-left', `${layout.left}px`);
      title.name(frame, hasRoles(frame), nameOfMap(frame, index));
    },
    /**
     * @param {Frame} frame
     * @param {Answer} answer its answer
     * @param {MapLayout} layout
     * @param {Words} words
     * @param {Cover} cover
     */
    draw({ blend, scale, look }, { attention, rows, columns }, layout, words, cover) {
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
    /**
     * @param {Frame} frame
     * @param {boolean} isLeading whether it is the selected head's
     */
    light(frame, isLeading) {
      if (element.hidden) return;
      title.update(frame);
      setAttribute(element, 'data-leading', isLeading ? '' : null);
      map.light(frame.selection);
    },
  };
}

/**
 * Whether the heads' roles are below their names.
 * @param {Frame} frame
 */
export function hasRoles(frame) {
  return frame.blend?.kind !== 'head' && roleOf(frame, 0) !== null;
}

/**
 * The title of a map.
 * @param {Frame} frame
 * @param {number} head
 */
export function nameOfMap(frame, head) {
  const { blend, messages } = frame;
  if (blend?.kind !== 'head') return headText(frame, head);
  return fillText(messages.blendMinus, { head: head + 1, other: blend.head + 1 });
}

/**
 * The accessible name of a map.
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../blend/blend.js').Blend | null} blend
 * @param {number} head
 */
function labelOf(messages, blend, head) {
  const message = {
    mix: messages.blendMixLabel,
    head: messages.blendHeadLabel,
    run: messages.blendRunLabel,
    none: messages.mapLabel,
  }[blend?.kind ?? 'none'];
  return fillText(message, { head: head + 1, other: (blend?.head ?? 0) + 1 });
}
