// Texts of one language, from texts bundled in all languages.
// Texts that are loaded by language are in load.js.

import { PSEUDO } from './pick.js';
import { pseudo } from './pseudo.js';

/**
 * English for a language that there is not.
 *
 * @template Words
 * @param {string} language as pickLanguage gave it
 * @param {Readonly<Record<string, Words>>} all by language
 * @returns {Words}
 */
export function wordsOf(language, all) {
  return language === PSEUDO ? pseudo(all.en, language) : (all[language] ?? all.en);
}
