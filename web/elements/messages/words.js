// The words of one language, of words that are there in all languages; load.js has those that are loaded.

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
