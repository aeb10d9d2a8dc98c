// Elements of MathML for formulas.

import { h } from './dom.js';

const MATHML = 'http://www.w3.org/1998/Math/MathML';

/**
 * @param {string} name
 * @param {...(Node | string)} children
 */
export function m(name, ...children) {
  const element = document.createElementNS(MATHML, name);
  element.append(...children);
  return element;
}

export const mi = (/** @type {string} */ text) => m('mi', text);
export const mo = (/** @type {string} */ text) => m('mo', text);
/** A bracket as tall as a letter, also beside a fraction. */
const sign = (/** @type {string} */ text) => {
  const element = mo(text);
  element.setAttribute('stretchy', 'false');
  return element;
};
export const mn = (/** @type {number | string} */ text) => m('mn', String(text));
export const row = (/** @type {(Node | string)[]} */ ...parts) =>
  m('mrow', ...parts.map((part) => (typeof part === 'string' ? sign(part) : part)));
export const sub = (/** @type {Node} */ base, /** @type {Node} */ below) => m('msub', base, below);
export const sup = (/** @type {Node} */ base, /** @type {Node} */ above) => m('msup', base, above);
export const both = (
  /** @type {Node} */ base,
  /** @type {Node} */ below,
  /** @type {Node} */ above,
) => m('msubsup', base, below, above);
export const frac = (/** @type {Node} */ over, /** @type {Node} */ under) =>
  m('mfrac', over, under);
/**
 * A root with its bar, which the style sheet draws: MathML's own needs a font made for mathematics, and without one there
 * is no root at all.
 */
export const root = (/** @type {(Node | string)[]} */ ...parts) =>
  m(
    'mtext',
    h('span', { class: 'root' }, h('span', { class: 'spoken' }, '√'), m('math', row(...parts))),
  );
export const name = (/** @type {string} */ text) => {
  const element = mi(text);
  element.setAttribute('mathvariant', 'normal');
  return element;
};
export const prime = (/** @type {string} */ letter) => row(mi(letter), '′');
