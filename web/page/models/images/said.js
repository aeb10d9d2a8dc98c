// Captions of an image that a model reads.
// It also chooses which of the maps is drawn over the image.

import { fillText, h, quoteEngine, setAttribute, setText } from '../../../elements/shared/dom.js';
import { durationText } from '../../../elements/shared/format.js';
import { shareText } from '../sizes.js';
import { strongest } from './heat.js';
import { placeOf } from './place.js';

/**
 * @typedef {import('../messages/en.js').Messages} Messages
 * @typedef {import('./place.js').Seen} Seen
 *
 * @typedef {'head' | 'mean' | 'rollout' | 'steps'} Way what is drawn over the image, or the layer in steps in its place
 */

const WAYS = /** @type {const} */ (['head', 'mean', 'rollout', 'steps']);

/**
 * The map over the image.
 *
 * @param {Messages} messages
 * @param {(way: Way) => void} onChoose
 */
export function createWays(messages, onChoose) {
  const names = {
    ...{ head: messages.wayHead, mean: messages.wayMean, rollout: messages.wayRollout },
    steps: messages.viewSteps,
  };
  const about = { head: '', mean: messages.aboutMean, rollout: messages.aboutRollout, steps: '' };
  const buttons = WAYS.map((way) =>
    h('button', { type: 'button', onclick: () => onChoose(way) }, names[way]),
  );
  const hint = h('p', { class: 'models-hint' });
  const label = { class: 'segments', role: 'group', 'aria-label': messages.wayLabel };
  return {
    element: h('div', label, ...buttons),
    hint,
    /** @param {Way} way */
    update(way) {
      buttons.forEach((one, i) => setAttribute(one, 'aria-pressed', String(WAYS[i] === way)));
      setText(hint, about[way]);
      hint.hidden = about[way] === '';
    },
  };
}

/**
 * What is said of it: how the image was made, how long it took, and where the token looks most.
 *
 * @param {Messages} messages
 * @param {import('headwise/models').ImageInput} input
 * @param {(query: number) => void} onFrom
 */
export function createSaid(messages, input, onFrom) {
  const status = h('p', { class: 'models-status', role: 'status' });
  const sized = h('p', { class: 'models-hint' });
  const looks = h('p', { class: 'image-looks', role: 'status' });
  const tokens = h('div', {
    class: 'models-buttons',
    role: 'group',
    'aria-label': messages.lookFrom,
  });
  const seen = { across: 1, first: input.first };
  const buttons = input.first.map((_, token) =>
    h(
      'button',
      { type: 'button', class: 'models-piece', onclick: () => onFrom(token) },
      placeOf(token, seen, messages),
    ),
  );
  tokens.append(h('span', null, messages.lookFrom), ...buttons);
  return {
    top: [sized, status],
    ...{ looks, tokens },
    /** @param {string} text */
    status: (text) => setText(status, text),
    /** @param {string} detail */
    failed: (detail) => quoteEngine(status, messages.runFailed, detail),
    /** @param {Seen} seen @param {{ width: number, height: number }} size */
    computed({ down, across, first, milliseconds }, size) {
      const how = fillText(messages.imageSized, { ...size, how: input.resample });
      setText(sized, input.isGiven ? how : `${how} ${messages.imageUnsaid}`);
      const time = durationText(milliseconds);
      const places = { count: first.length + down * across, down, across, time };
      setText(status, fillText(messages.imageComputed, places));
    },
    /** @param {number} query */
    from(query) {
      buttons.forEach((one, i) => setAttribute(one, 'aria-pressed', String(i === query)));
    },
    /** @param {Seen} seen @param {number} query @param {ArrayLike<number>} shares */
    shares(seen, query, shares) {
      const { token, share } = strongest({ seen, shares });
      const place = (/** @type {number} */ one) => placeOf(one, seen, messages);
      const most = { from: place(query), to: place(token), share: shareText(share) };
      const others = seen.first.map((_, i) =>
        fillText(messages.lookOther, { token: place(i), share: shareText(shares[i]) }),
      );
      setText(looks, [fillText(messages.lookMost, most), ...others].join(' '));
    },
  };
}
