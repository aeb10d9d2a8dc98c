// Note below a motion: the sum behind one number, shortened to fit.

import { shortText } from '../../../../ui/format.ts';
import type { Sheet } from './pen.ts';

const TERMS = 2;

/** @param place more: whether a bias is added too */
export function productsText(
  { shown: left }: Sheet,
  { shown: top }: Sheet,
  { shown: result }: Sheet,
  { row, column, more }: { row: number; column: number; more: boolean },
) {
  const count = left.columns.size;
  const terms = Array.from({ length: Math.min(TERMS, count) }, (_, k) => {
    return `${shortText(left.valueAt(row, k))} · ${shortText(top.valueAt(k, column))}`;
  });
  const rest = count > TERMS || more ? ' + …' : '';
  return `${terms.join(' + ')}${rest} = ${shortText(result.valueAt(row, column))}`;
}
