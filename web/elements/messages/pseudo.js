// A language made from another one: its words between marks. What is on the page without marks does not
// come from the messages, and whatever is cut off shows that a translation would be.

import { PSEUDO } from './pick.js';

/**
 * Marks every string in a structure of words.
 *
 * @template Words
 * @param {Words} words
 * @returns {Words}
 */
export function pseudo(words) {
  return /** @type {any} */ (marked(words));
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function marked(value) {
  if (typeof value === 'string') return value === '' ? value : `⟦${value}⟧`;
  if (Array.isArray(value)) return value.map(marked);
  if (typeof value !== 'object' || value === null) return value;
  /** @type {Record<string, unknown>} */
  const parts = {};
  for (const [name, part] of Object.entries(value)) {
    if (name === 'locale') parts[name] = part;
    else parts[name] = name === 'language' ? PSEUDO : marked(part);
  }
  return parts;
}
