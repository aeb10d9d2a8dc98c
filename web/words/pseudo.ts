// A pseudo-language: the texts of another one between marks.
// Text on the page without marks does not come from the messages; text that is cut off would be cut
// off in a translation too.

/**
 * Marks every string in a structure of texts.
 *
 * @param language the language that the texts name as their own
 */
export function pseudo<Words>(words: Words, language: string): Words {
  return marked(words, language) as any;
}

function marked(value: unknown, language: string): unknown {
  if (typeof value === 'string') return value === '' ? value : `⟦${value}⟧`;
  if (Array.isArray(value)) return value.map((one) => marked(one, language));
  if (typeof value !== 'object' || value === null) return value;
  const parts: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    if (name === 'locale') parts[name] = part;
    else parts[name] = name === 'language' ? language : marked(part, language);
  }
  return parts;
}
