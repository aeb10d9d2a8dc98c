// Formula of a number that is not a plain sum of terms, with the numbers filled in.

import { html } from '../../../ui/template.ts';
import { plainText } from '../../../ui/format.ts';
import type { Child } from '../../../ui/template.ts';
import type { Explanation, Factor } from './explain.ts';

/** @returns empty for a sum of terms */
export function expressionOf(
  { kind, parts, epsilon, activation }: Explanation,
  number: (factor: Factor, isOperand: boolean) => Child,
): readonly Child[] {
  const [a, b, c, d, e] = parts.map((part, i) => number(part, i > 0));
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
      return [number(parts[1], false), sign('×'), 'tanh( ', a, sign('÷'), b, ' )'];
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
    case 'below':
      return [a];
    case 'activated':
      return [`${activationText(activation)}( `, a, ' )'];
    case 'gated':
      return [`${activationText(activation)}( `, a, ' )', sign('×'), b];
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

/** The name of an activation function as formulas have it, such as GELU. */
export function activationText(name: string) {
  return name.replace(/relu|gelu|silu/, (letters) => letters.toUpperCase());
}
