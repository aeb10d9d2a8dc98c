// Pairs of query and key that a mask excludes, found once per answer.

import { isMasked } from '../frame.ts';
import type { Answer } from './answer.ts';
import type { Blend } from '../blend/blend.ts';

type PairTest = (row: number, column: number) => boolean;

const known: WeakMap<Answer, PairTest | null> = new WeakMap();

/**
 * The pairs without a number in the shown maps. A difference from another run has a number for
 * every pair: that run may have had no mask.
 */
export function shownMask(blend: Blend | null, answer: Answer) {
  return blend?.kind === 'run' ? undefined : maskedPairsOf(answer);
}

/** @returns undefined: every query may attend to every key */
export function maskedPairsOf(answer: Answer): PairTest | undefined {
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
