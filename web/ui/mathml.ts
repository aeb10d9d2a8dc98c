// Elements of MathML for formulas.

import { h } from './dom.ts';

const MATHML = 'http://www.w3.org/1998/Math/MathML';

export function m(name: string, ...children: (Node | string)[]) {
  const element = document.createElementNS(MATHML, name);
  element.append(...children);
  return element;
}

export const mi = (text: string) => m('mi', text);
export const mo = (text: string) => m('mo', text);
/** A bracket as tall as a letter, also beside a fraction. */
const sign = (text: string) => {
  const element = mo(text);
  element.setAttribute('stretchy', 'false');
  return element;
};
export const mn = (text: number | string) => m('mn', String(text));
export const row = (...parts: (Node | string)[]) =>
  m('mrow', ...parts.map((part) => (typeof part === 'string' ? sign(part) : part)));
export const sub = (base: Node, below: Node) => m('msub', base, below);
export const sup = (base: Node, above: Node) => m('msup', base, above);
export const both = (base: Node, below: Node, above: Node) => m('msubsup', base, below, above);
export const frac = (over: Node, under: Node) => m('mfrac', over, under);
/**
 * A root with its bar, which the style sheet draws: MathML's own needs a font made for mathematics;
 * without one there is no root at all.
 */
export const root = (...parts: (Node | string)[]) =>
  m(
    'mtext',
    h('span', { class: 'root' }, h('span', { class: 'spoken' }, '√'), m('math', row(...parts))),
  );
export const name = (text: string) => {
  const element = mi(text);
  element.setAttribute('mathvariant', 'normal');
  return element;
};
export const prime = (letter: string) => row(mi(letter), '′');
