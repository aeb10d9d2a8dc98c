// The words of the dialog, in the languages that the page has.

import { messages as en } from './en.js';
import { messages as es } from './es.js';
import { messages as zh } from './zh.js';
import { PSEUDO } from '../../../elements/messages/pick.js';
import { pseudo } from '../../../elements/messages/pseudo.js';

/** @type {Readonly<Record<string, import('./en.js').Messages>>} */
export const builderMessages = Object.freeze({ en, zh, es });

/** @param {string} language as startLanguage found it */
export function builderMessagesOf(language) {
  return language === PSEUDO ? pseudo(en) : (builderMessages[language] ?? en);
}
