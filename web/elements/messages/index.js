// The languages there are, all of them at once; load.js has them one at a time.

import { messages as en } from './en.js';
import { messages as es } from './es.js';
import { names, PSEUDO } from './pick.js';
import { pseudo } from './pseudo.js';
import { messages as zh } from './zh.js';

export { directionOf, pickLanguage, PSEUDO } from './pick.js';

/** @typedef {import('./en.js').Messages} Messages */

/**
 * Each in its own words, in the order in which they are offered.
 * @type {Readonly<Record<string, { name: string, messages: Messages }>>}
 */
export const languages = Object.freeze({
  en: { name: names.en, messages: en },
  zh: { name: names.zh, messages: zh },
  es: { name: names.es, messages: es },
});

/**
 * @param {string} language as pickLanguage gave it
 * @returns {Messages}
 */
export function messagesOf(language) {
  return language === PSEUDO ? pseudo(en) : (languages[language] ?? languages.en).messages;
}
