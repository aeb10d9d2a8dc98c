// A pseudo-language: the words of another one between marks.
// Text on the page without marks does not come from the messages; text that is cut off would be cut
// off in a translation too.

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
