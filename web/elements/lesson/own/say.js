// Texts of the problems of a teacher's lesson, in the reader's language.
// Loaded when there are problems.

import { fillText } from '../../shared/dom.js';
import { loadWords } from '../../messages/load.js';

/** @typedef {import('./messages/en.js').Messages} Messages */

/** @param {string} language as pickLanguage gave it @returns {Promise<Messages>} */
export function loadOwnMessages(language) {
  return loadWords(language, {
    en: async () => (await import('./messages/en.js')).ownMessages,
    es: async () => (await import('./messages/es.js')).ownMessages,
    zh: async () => (await import('./messages/zh.js')).ownMessages,
  });
}

/**
 * @param {import('./lines.js').Problem} problem
 * @param {Messages} messages
 */
export function sentenceOf({ code, places }, messages) {
  return fillText(messages[/** @type {keyof Messages} */ (code)], places ?? {});
}

/**
 * @param {readonly import('./lines.js').Problem[]} problems
 * @param {number} count of all of them
 * @param {Messages} messages
 * @returns {string} a line for each
 */
export function sayAll(problems, count, messages) {
  const said = problems.map(
    (one) => `${fillText(messages.line, { line: one.line })}: ${sentenceOf(one, messages)}`,
  );
  const more = count - problems.length;
  return [...said, ...(more > 0 ? [fillText(messages.more, { count: more })] : [])].join('\n');
}
