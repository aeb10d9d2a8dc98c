// Loads a teacher's own lesson for an embedded lab.
// Its text is in the page, or at an address of the page's own origin.

import { learnPieces } from '../lesson/own/english.js';
import { OWN, readOwnLesson } from '../lesson/own/read.js';
import { loadOwnMessages, sayAll } from '../lesson/own/say.js';
import { pickLanguage } from '../messages/pick.js';
import { GivenError } from '../shared/errors.js';

/** @typedef {Parameters<typeof learnPieces>[1]} Place */

/** Milliseconds that a lesson waits for the model that it is about, before it is read without. */
const PATIENCE = 4000;

/**
 * @param {string} text
 * @param {string} language of the problems
 * @param {Place} english where the model of English is
 * @returns {Promise<import('../lesson/own/read.js').OwnLesson>}
 * @throws {GivenError} a line for each problem
 */
export async function ownLesson(text, language, english) {
  await Promise.race([
    learnPieces(text, english),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)),
  ]);
  const { own, problems, count } = readOwnLesson(text);
  if (own) return own;
  const messages = await loadOwnMessages(pickLanguage([language]));
  throw new GivenError(new Error(`${messages.notOne}\n${sayAll(problems, count, messages)}`));
}

/**
 * The lesson of an element: a script inside the tag, which is only text, or else the address in `lesson-src`.
 * @param {HTMLElement & { readonly language: string }} element
 * @param {Place} english
 */
export async function lessonIn(element, english) {
  const named = element.getAttribute('lesson');
  if (named !== null && named.split('.')[0] !== OWN) {
    const expected = `expected ${OWN}, or a scene of it such as ${OWN}.2, with a lesson of your own`;
    throw new GivenError(new TypeError(`lesson: ${expected}, got ${named}`));
  }
  const inside = element.querySelector('script[data-lesson]')?.textContent;
  const text = inside ?? (await fetchLesson(element.getAttribute('lesson-src') ?? ''));
  return ownLesson(text, element.language, english);
}

/**
 * @param {string} source an address that the host page wrote
 * @returns {Promise<string>}
 */
async function fetchLesson(source) {
  const { href, origin } = new URL(source, document.baseURI);
  if (origin !== location.origin) {
    throw new GivenError(
      new Error(`lesson-src: expected an address of ${location.origin}, got ${origin}`),
    );
  }
  // no redirect leads elsewhere
  const response = await fetch(href, { mode: 'same-origin' });
  if (response.ok) return response.text();
  throw new Error(`${href}: expected a lesson, got ${response.status}`);
}
