// Pairs that a mask excludes, found once per answer.

import { isMasked } from '../frame.js';

/** @typedef {(row: number, column: number) => boolean} PairTest */

/** @type {WeakMap<import('./answer.js').Answer, PairTest | null>} */
const known = new WeakMap();

/**
 * The pairs without a number in the shown maps. A difference from another run has one everywhere: that run may have
 * had no mask.
 * @param {import('../blend/blend.js').Blend | null} blend
 * @param {import('./answer.js').Answer} answer
 */
export function shownMask(blend, answer) {
  return blend?.kind === 'run' ? undefined : maskOf(answer);
}

/**
 * @param {import('./answer.js').Answer} answer
 * @returns {PairTest | undefined} undefined: every pair may be joined
 */
export function maskOf(answer) {
  let test = known.get(answer);
  if (test === undefined) {
    const { rows, columns, question } = answer;
    const { causal, padding, edits, window } = question;
    const isEdited = Object.keys(edits).some((name) => name.startsWith('mask.'));
    test = null;
    if (causal || window || padding > 0 || isEdited) {
      const masked = new Uint8Array(rows * columns);
      for (let at = 0; at < masked.length; at++) {
        masked[at] = Number(isMasked(answer, Math.floor(at / columns), at % columns));
      }
      test = (row, column) => masked[row * columns + column] === 1;
    }
    known.set(answer, test);
  }
  return test ?? undefined;
}
