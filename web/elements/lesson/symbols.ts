// Symbols of quantities as in formulas, such as W with a raised Q. Also in running text.

import { html } from '../../ui/template.ts';
import { say } from '../../ui/text.ts';
import type { Child, Template } from '../../ui/template.ts';

/** Letters, each with its index. */
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

type Name = keyof typeof SYMBOLS;

/** A name such as W_Q or q, with another index if one is given. */
export function symbol(name: Name, index?: string): Template {
  const [letter, usual] = SYMBOLS[name];
  const mark = index ?? usual;
  // as in the paper and in the steps: Q, K, V and O are superscripts, a head's number is a subscript
  const marked = /^[QKVO]$/.test(mark) ? html`<sup>${mark}</sup>` : html`<sub>${mark}</sub>`;
  return html`<span class="symbol" dir="ltr"><i>${letter}</i>${mark && marked}</span>`;
}

/**
 * A text with placeholders for words, numbers and symbols, with `code` between backquotes and
 * *emphasis* between asterisks.
 */
export function richText(message: string, places: Record<string, Child> = {}): Child[] {
  return splitRich(message, (piece) => fillPiece(piece, places));
}

function splitRich(message: string, filled: (piece: string) => Child): Child[] {
  return message.split('`').flatMap((part, i) => {
    if (i % 2 === 1) return html`<code dir="ltr" lang="en">${part}</code>`;
    return part.split(/\*(?=\S)([^*]*[^*\s])\*/).map((words, j) => {
      const pieces = words.split(/(\{\w+\})/).map(filled);
      return j % 2 === 1 ? html`<em>${pieces}</em>` : pieces;
    });
  });
}

function fillPiece(piece: string, places: Record<string, Child>): Child {
  const name = piece.slice(1, -1);
  if (piece === `{${name}}` && isSymbol(name) && !(name in places)) return symbol(name as Name);
  return say(piece, places);
}
