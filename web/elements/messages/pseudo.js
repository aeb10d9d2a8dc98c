// A language made from another one: its words between marks. What is on the page without marks does not
// come from the messages, and whatever is cut off shows that a translation would be.

/**
 * Marks every string in a structure of words.
 *
 * @template Words
 * @param {Words} words
 * @param {string} language what they say that they are
 * @returns {Words}
 */
export function pseudo(words, language) {
  return /** @type {any} */ (marked(words, language));
}

/**
 * @param {unknown} value
 * @param {string} language
 * @returns {unknown}
 */
function marked(value, language) {
  if (typeof value === 'string') return value === '' ? value : `⟦${value}⟧`;
  if (Array.isArray(value)) return value.map((one) => marked(one, language));
  if (typeof value !== 'object' || value === null) return value;
  /** @type {Record<string, unknown>} */
  const parts = {};
  for (const [name, part] of Object.entries(value)) {
    if (name === 'locale') parts[name] = part;
    else parts[name] = name === 'language' ? language : marked(part, language);
  }
  return parts;
}
