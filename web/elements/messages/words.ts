// Texts of one language, from texts bundled in all languages.
// Texts that are loaded by language are in load.ts.

import { PSEUDO } from './pick.ts';
import { pseudo } from './pseudo.ts';

/**
 * English for a language that there is not.
 *
 * @param language as pickLanguage gave it
 * @param all by language
 */
export function wordsOf<Words>(language: string, all: Readonly<Record<string, Words>>): Words {
  return language === PSEUDO ? pseudo(all.en, language) : (all[language] ?? all.en);
}
