// Loads the texts of one language: lab, training room and lessons.

import { labMessages } from './en-lab.js';
import { PSEUDO } from './pick.js';

/** @typedef {import('./en.js').Messages} Messages */

/**
 * @template Words
 * @param {string} language as pickLanguage gave it
 * @param {Readonly<Record<string, () => Words | Promise<Words>>>} loaders by language
 * @returns {Promise<Words>}
 */
export async function loadWords(language, loaders) {
  if (language === PSEUDO)
    return (await import('./pseudo.js')).pseudo(await loaders.en(), language);
  return (loaders[language] ?? loaders.en)();
}

/**
 * The lab's words. In English they come without those of the lessons and of its later parts, which are loaded with these.
 *
 * @param {string} language as pickLanguage gave it
 */
export function loadMessages(language) {
  return loadWords(language, {
    en: async () =>
      language === PSEUDO
        ? (await import('./en.js')).messages
        : /** @type {Messages} */ ({ ...labMessages }),
    zh: async () => (await import('./zh.js')).messages,
    es: async () => (await import('./es.js')).messages,
  });
}
