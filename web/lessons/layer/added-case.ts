// One number of a word and the number that attention adds to it, as a question invents them and a drawing shows them.

import type { Engine } from '../../elements/shared/engine.ts';
import type { Values } from '../exhibit-types.ts';

/** The value of `show` for one number of a question; other values show a word's numbers. */
const CASE = 1;

/** The settings that show a sum: the number in tenths, and the number that attention subtracts. */
export const caseOf = (number: number, added: number) => ({
  show: CASE,
  count: Math.round(10 * number),
  row: Math.round(-10 * added),
});

/** @returns x: null where the settings show a word's numbers */
export const numbersOfCase = ({ show, count = 0, row: less = 0 }: Values) => ({
  x: show === CASE ? count / 10 : null,
  added: -less / 10,
});

/** One number of a word, the number that attention adds to it, and their sum. */
export async function addNumbers(engine: Engine, x: number, added: number) {
  const one = (value: number) => ({ data: Float32Array.of(value, 0), shape: [1, 2] });
  const { sum } = await engine.addAndNorm(one(x), one(added));
  return { case: [x, added, sum.data[0]] };
}
