// The languages there are, and which of them somebody who reads these ones gets.

import { messages as en } from './en.js';
import { messages as es } from './es.js';
import { pseudo } from './pseudo.js';
import { messages as zh } from './zh.js';

/** @typedef {import('./en.js').Messages} Messages */

/**
 * Each in its own words, in the order in which they are offered.
 * @type {Readonly<Record<string, { name: string, messages: Messages }>>}
 */
export const languages = Object.freeze({
  en: { name: 'English', messages: en },
  zh: { name: '中文', messages: zh },
  es: { name: 'Español', messages: es },
});

/** Not a language: English between marks and from right to left, to see what a translation will meet. */
export const PSEUDO = 'en-XB';

/**
 * The best of our languages for somebody who reads these, the most wanted first. English for all others.
 * @param {readonly (string | null | undefined)[]} wanted such as navigator.languages
 * @returns {string}
 */
export function pickLanguage(wanted) {
  for (const tag of wanted) {
    if (!tag) continue;
    if (tag === PSEUDO) return PSEUDO;
    const language = tag.toLowerCase().split('-')[0];
    if (Object.hasOwn(languages, language)) return language;
  }
  return 'en';
}

/**
 * @param {string} language as pickLanguage gave it
 * @returns {Messages}
 */
export function messagesOf(language) {
  return language === PSEUDO ? pseudo(en) : (languages[language] ?? languages.en).messages;
}

/** @param {string} language */
export function directionOf(language) {
  return language === PSEUDO ? 'rtl' : 'ltr';
}
