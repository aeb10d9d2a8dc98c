// Formula of a number that is not a plain sum of terms, with the numbers filled in.

import { html } from '../../../ui/template.ts';
import { plainText } from '../../../ui/format.ts';
import type { Child } from '../../../ui/template.ts';
import type { Explanation, Factor } from './explain.ts';

/** @returns empty for a sum of terms */
export function expressionOf(
  { kind, parts, epsilon }: Explanation,
  number: (factor: Factor) => Child,
): readonly Child[] {
  const [a, b, c, d, e] = parts.map(number);
  // the number of terms of a mean
  const count = plainText(parts[kind === 'squares' ? 2 : 1]?.value ?? 0);
  // the epsilon of a norm
  const little = plainText(epsilon);
  const sign = (text: string) => html`<span class="sign">${text}</span>`;
  const learned = [...(d ? [sign('×'), d] : []), ...(e ? [sign('+'), e] : [])];
  switch (kind) {
    case 'plus':
      return b ? [a, sign('+'), b] : [a];
    case 'masked':
      return c ? [a, sign('+'), b, sign('+'), c] : [a, sign('+'), b];
    case 'scaled':
      return [a, sign('×'), b];
    case 'capped':
      return [b, sign('×'), 'tanh( ', a, sign('÷'), b, ' )'];
    case 'squares':
      return [a, sign('÷'), '√( ', b, sign('÷'), count, sign('+'), little, ' )', ...learned];
    case 'power':
      return ['e', html`<sup>${a}${sign('−')}${b}</sup>`];
    case 'share':
      return [a, sign('÷'), b];
    case 'mean':
    case 'spread':
      return [a, sign('÷'), count];
    case 'copy':
      return [a];
    case 'normed':
      return [
        '( ',
        a,
        sign('−'),
        b,
        ' )',
        sign('÷'),
        '√( ',
        c,
        sign('+'),
        little,
        ' )',
        ...learned,
      ];
    default:
      return [];
  }
}
