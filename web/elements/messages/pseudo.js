// A language made from another one: its words between marks. What is on the page without marks does not
// come from the messages, and whatever is cut off shows that a translation would be.

import { PSEUDO } from './pick.js';

/**
 * @template {Readonly<Record<string, string>>} Messages
 * @param {Messages} messages
 * @returns {Messages}
 */
export function pseudo(messages) {
  const marked = Object.entries(messages).map(([name, text]) => [
    name,
    name === 'locale' ? text : name === 'language' ? PSEUDO : mark(text),
  ]);
  return /** @type {Messages} */ (Object.fromEntries(marked));
}

/**
 * Every string in a structure of texts.
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function pseudoDeep(value) {
  if (typeof value === 'string') return /** @type {any} */ (mark(value));
  if (Array.isArray(value)) return /** @type {any} */ (value.map(pseudoDeep));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [name, pseudoDeep(part)]);
  return /** @type {any} */ (Object.fromEntries(parts));
}

/** @param {string} text */
function mark(text) {
  return text === '' ? text : `⟦${text}⟧`;
}
