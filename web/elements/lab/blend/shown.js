// Numbers of each head's map: its attention, the mixture or the difference.

import { headHue, neutralRampOf, rampOf, signedRampOf } from '../../../views/color.js';

/** @typedef {import('../frame.js').Frame} Frame */

/**
 * The number that is shown of a pair in a head.
 * @param {Frame} frame with an answer
 * @param {number} head
 * @param {number} query
 * @param {number} key
 */
export function shownValue({ blend, answer }, head, query, key) {
  if (!answer) return 0;
  const { rows, columns } = answer;
  const place = query * columns + key;
  if (!blend) return answer.attention[head * rows * columns + place];
  return blend.values[(blend.count === 1 ? 0 : head) * rows * columns + place];
}

/**
 * The key that a row has most of; in a difference, where it differs most.
 * @param {Frame} frame with an answer
 * @param {number} head
 * @param {number} query
 */
export function strongestInRow(frame, head, query) {
  const sizeAt = (/** @type {number} */ key) => Math.abs(shownValue(frame, head, query, key));
  return strongest(frame.answer?.columns ?? 0, sizeAt);
}

/**
 * The same along a column.
 * @param {Frame} frame with an answer
 * @param {number} head
 * @param {number} key
 */
export function strongestInColumn(frame, head, key) {
  const sizeAt = (/** @type {number} */ query) => Math.abs(shownValue(frame, head, query, key));
  return strongest(frame.answer?.rows ?? 0, sizeAt);
}

/**
 * @param {number} count
 * @param {(index: number) => number} sizeAt
 */
function strongest(count, sizeAt) {
  let best = 0;
  for (let index = 1; index < count; index++) if (sizeAt(index) > sizeAt(best)) best = index;
  return best;
}

/**
 * The colours of a map: its head's, or those of the mixture or difference.
 * @param {import('./blend.js').Blend | null} blend
 * @param {number} head
 * @param {import('../../../views/color.js').Theme} theme
 */
export function rampFor(blend, head, theme) {
  if (!blend) return rampOf(headHue(head), theme);
  return blend.scale.signed ? signedRampOf(theme) : neutralRampOf(theme);
}
