// Symbols of quantities as in formulas, such as W with subscript Q. Also in running text.

import { fill, h } from '../../ui/dom.ts';

/** Letters, each with the subscript of its last letter. */
const SYMBOLS = {
  x: ['x', ''],
  q: ['q', ''],
  k: ['k', ''],
  v: ['v', ''],
  z: ['z', ''],
  Q: ['Q', ''],
  K: ['K', ''],
  V: ['V', ''],
  W: ['W', ''],
  W_i: ['W', 'i'],
  W_Q: ['W', 'Q'],
  W_K: ['W', 'K'],
  W_V: ['W', 'V'],
  W_O: ['W', 'O'],
  b_O: ['b', 'O'],
};

/** Whether a text may have it between braces. */
export const isSymbol = (name: string) => Object.hasOwn(SYMBOLS, name);

/** A name such as W_Q or q, with another index if one is given. */
export function symbol(name: keyof typeof SYMBOLS, index?: string) {
  const [letter, low] = SYMBOLS[name];
  const below = index ?? low;
  return h(
    'span',
    { class: 'symbol', dir: 'ltr' },
    h('i', null, letter),
    below ? h('sub', null, below) : null,
  );
}

/**
 * A text with placeholders for words, numbers and symbols, with `code` between backquotes and
 * *emphasis* between asterisks.
 */
export function richText(message: string, places: Record<string, Node | string> = {}) {
  const fragment = document.createDocumentFragment();
  const names = Object.keys(SYMBOLS) as (keyof typeof SYMBOLS)[];
  for (const [i, part] of message.split('`').entries()) {
    if (i % 2 === 1) {
      fragment.append(h('code', { dir: 'ltr', lang: 'en' }, part));
      continue;
    }
    for (const [j, words] of part.split(/\*(?=\S)([^*]*[^*\s])\*/).entries()) {
      const into = j % 2 === 1 ? h('em', null) : fragment;
      // a new node for each occurrence of a symbol: a node has one parent only
      for (const piece of words.split(/(\{\w+\})/)) {
        const known = names.find((name) => piece === `{${name}}`);
        if (known && !(known in places)) into.append(symbol(known));
        else into.append(fill(piece, clonesOf(places)));
      }
      if (into !== fragment) fragment.append(into);
    }
  }
  return fragment;
}

function clonesOf(places: Record<string, Node | string>) {
  return Object.fromEntries(
    Object.entries(places).map(([name, place]) => [
      name,
      typeof place === 'string' ? place : place.cloneNode(true),
    ]),
  );
}
