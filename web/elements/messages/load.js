// The words of one language, loaded when they are needed. English is always there, but for the words of the lessons.

import { labMessages } from './en-lab.js';
import { PSEUDO } from './pick.js';

/** @typedef {import('./en.js').Messages} Messages */

/** The lessons bring theirs; see ../embed/lessons.js. */
const en = /** @type {Messages} */ (labMessages);

/**
 * @param {string} language as pickLanguage gave it
 * @returns {Promise<Messages>}
 */
export async function loadMessages(language) {
  if (language === 'zh') return (await import('./zh.js')).messages;
  if (language === 'es') return (await import('./es.js')).messages;
  if (language === PSEUDO) return (await import('./pseudo.js')).pseudo(en);
  return en;
}
