// The percentages of questions about effects of heads, as settings of a drawing. Without drawing.

import type { Values } from '../exhibit-types.ts';

/** Room for one percentage in a setting. */
const STEP = 100;

/** The setting that has a list of percentages from 1 to 99, and back. */
export const packed = (percents: readonly number[]) =>
  percents.reduce((all, percent) => STEP * all + percent, 0);

function unpacked(setting: number) {
  const percents: number[] = [];
  for (let rest = setting; rest > 0; rest = Math.floor(rest / STEP)) percents.unshift(rest % STEP);
  return percents;
}

interface Case {
  /** percentages that each head gives to the answer's word; empty: the question does not say them */
  shares: number[];
  /** percentages of the answer: with all heads, without each head, and, without shares, without both */
  answers: number[];
}

export function caseOf({ shares = 0, answers = 0 }: Values): Case {
  return { shares: unpacked(shares), answers: unpacked(answers) };
}
