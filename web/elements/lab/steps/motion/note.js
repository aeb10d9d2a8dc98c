// Note below a motion: the sum behind one number, shortened to fit.

import { shortText } from '../../../shared/format.js';

const TERMS = 2;

/**
 * @param {import('./pen.js').Sheet} left
 * @param {import('./pen.js').Sheet} top
 * @param {import('./pen.js').Sheet} result
 * @param {{ row: number, column: number, more: boolean }} place more: whether a bias is added too
 */
export function productsText(
  { shown: left },
  { shown: top },
  { shown: result },
  { row, column, more },
) {
  const count = left.columns.size;
  const terms = Array.from({ length: Math.min(TERMS, count) }, (_, k) => {
    return `${shortText(left.valueAt(row, k))} · ${shortText(top.valueAt(k, column))}`;
  });
  const rest = count > TERMS || more ? ' + …' : '';
  return `${terms.join(' + ')}${rest} = ${shortText(result.valueAt(row, column))}`;
}
