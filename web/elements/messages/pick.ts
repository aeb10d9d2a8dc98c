// Picks a language for a reader. It holds the names of the languages, and none of their texts.

/** Each in its own words, in the order in which they are offered. */
export const names: Readonly<Record<string, string>> = Object.freeze({
  en: 'English',
  zh: '中文',
  es: 'Español',
});

/** Not a language: English between marks and from right to left, to see what a translation will meet. */
export const PSEUDO = 'en-XB';

/**
 * The best available language for a reader of these, the most wanted first; otherwise English.
 *
 * @param wanted such as navigator.languages
 */
export function pickLanguage(wanted: readonly (string | null | undefined)[]): string {
  for (const tag of wanted) {
    if (!tag) continue;
    if (tag === PSEUDO) return PSEUDO;
    const language = tag.toLowerCase().split('-')[0];
    if (Object.hasOwn(names, language)) return language;
  }
  return 'en';
}

export function directionOf(language: string) {
  return language === PSEUDO ? 'rtl' : 'ltr';
}
