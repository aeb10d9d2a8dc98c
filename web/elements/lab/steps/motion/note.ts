// The worked sum beside a moving cell, shortened to fit.

import { inFormula, shortText } from '../../../../ui/format.ts';
import type { Sheet } from './pen.ts';

const TERMS = 2;

/** A number of a worked sum. @param isOperand whether an operator is before it */
export const numberText = (value: number, isOperand: boolean = false) =>
  inFormula(shortText(value), isOperand);

/** @param place more: whether a bias is added too */
export function productsText(
  { shown: left }: Sheet,
  { shown: top }: Sheet,
  { shown: result }: Sheet,
  { row, column, more }: { row: number; column: number; more: boolean },
) {
  const count = left.columns.size;
  const terms = Array.from({ length: Math.min(TERMS, count) }, (_, k) => {
    const [a, b] = [left.valueAt(row, k), top.valueAt(k, column)];
    return `${numberText(a, k > 0)} · ${numberText(b, true)}`;
  });
  const rest = count > TERMS || more ? ' + …' : '';
  return `${terms.join(' + ')}${rest} = ${numberText(result.valueAt(row, column))}`;
}

/** The indices of the largest numbers, in their order. */
export function largestFew(values: readonly number[], count: number) {
  const byValue = [...values.keys()].sort((a, b) => values[b] - values[a]);
  return byValue.slice(0, count).sort((a, b) => a - b);
}
