// Formula of a number that is not a plain sum of terms, with the numbers filled in.

import { h } from '../../../ui/dom.ts';
import { plainText } from '../../../ui/format.ts';
import type { Explanation, Factor } from './explain.ts';

export function expressionOf(
  { kind, parts, epsilon }: Explanation,
  number: (factor: Factor) => Node,
): readonly (Node | string)[] {
  const [a, b, c, d, e] = parts.map(number);
  // the number of terms of a mean
  const count = plainText(parts[kind === 'squares' ? 2 : 1]?.value ?? 0);
  // the epsilon of a norm
  const little = plainText(epsilon);
  const sign = (text: string) => h('span', { class: 'sign' }, text);
  switch (kind) {
    case 'plus':
      return b ? [a, sign('+'), b] : [a];
    case 'masked':
      return c ? [a, sign('+'), b, sign('+'), c] : [a, sign('+'), b];
    case 'scaled':
      return [a, sign('×'), b];
    case 'capped':
      return [b, sign('×'), 'tanh( ', a, sign('÷'), b.cloneNode(true), ' )'];
    case 'squares':
      return [
        ...[a, sign('÷'), '√( ', b, sign('÷'), count, sign('+'), little, ' )'],
        ...[...(d ? [sign('×'), d] : []), ...(e ? [sign('+'), e] : [])],
      ];
    case 'power':
      return ['e', h('sup', null, a, sign('−'), b)];
    case 'share':
      return [a, sign('÷'), b];
    case 'mean':
    case 'spread':
      return [a, sign('÷'), count];
    case 'copy':
      return [a];
    case 'normed':
      return [
        ...['( ', a, sign('−'), b, ' )', sign('÷'), '√( ', c, sign('+'), little, ' )'],
        ...[...(d ? [sign('×'), d] : []), ...(e ? [sign('+'), e] : [])],
      ];
    default:
      return [];
  }
}
