// The formula of a number that is not a plain sum of terms, with the numbers themselves in it.

import { h } from '../../shared/dom.js';

/** What layer norm adds to the variance. */
const EPSILON = '0.00001';

/**
 * @param {import('./explain.js').Explanation} explanation
 * @param {(factor: import('./explain.js').Factor) => Node} number
 * @returns {readonly (Node | string)[]}
 */
export function expressionOf({ kind, parts }, number) {
  const [a, b, c, d, e] = parts.map(number);
  const sign = (/** @type {string} */ text) => h('span', { class: 'sign' }, text);
  switch (kind) {
    case 'plus':
      return b ? [a, sign('+'), b] : [a];
    case 'masked':
      return [a, sign('+'), b];
    case 'scaled':
      return [a, sign('×'), b];
    case 'power':
      return ['e', h('sup', null, a, sign('−'), b)];
    case 'share':
    case 'mean':
    case 'spread':
      return [a, sign('÷'), b];
    case 'copy':
      return [a];
    case 'normed':
      return [
        ...['( ', a, sign('−'), b, ' )', sign('÷'), '√( ', c, sign('+'), EPSILON, ' )'],
        ...[...(d ? [sign('×'), d] : []), ...(e ? [sign('+'), e] : [])],
      ];
    default:
      return [];
  }
}
