// Loads a teacher's own lesson for an embedded lab.
// Its text is in the page, or at an address of the page's own origin.

import { learnPieces } from '../lesson/own/english.ts';
import { OWN, readOwnLesson } from '../lesson/own/read.ts';
import { noScene, sayAll } from '../lesson/own/say.ts';
import { loadOwnLessonWords } from '../../words/own-lesson.ts';
import { pickLanguage } from '../../words/languages.ts';
import { GivenError, messageOf } from '../../ui/errors.ts';
import type { OwnLesson } from '../lesson/own/read.ts';

type Place = Parameters<typeof learnPieces>[1];

/** Milliseconds that a lesson waits for its model; then it is parsed without it. */
const PATIENCE = 4000;

/**
 * @param language language of the problems
 * @param english address of the English model
 * @throws {GivenError} a line for each problem
 */
export async function ownLesson(
  text: string,
  language: string,
  english: Place,
): Promise<OwnLesson> {
  await Promise.race([
    learnPieces(text, english),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)),
  ]);
  const { own, problems, count } = readOwnLesson(text);
  if (own) return own;
  const messages = await loadOwnLessonWords(pickLanguage([language]));
  throw new GivenError(new Error(`${messages.notOne}\n${sayAll(problems, count, messages)}`));
}

/**
 * The lesson of an element: a script inside the tag, which is only text, or else the address in `lesson-src`.
 */
export async function lessonIn(
  element: HTMLElement & { readonly language: string; report: (message: string) => void },
  english: Place,
) {
  const named = element.getAttribute('lesson');
  if (named !== null && named.split('.')[0] !== OWN) {
    const expected = `expected ${OWN}, or a scene of it such as ${OWN}.2, with a lesson of your own`;
    throw new GivenError(new TypeError(`lesson: ${expected}, got ${named}`));
  }
  const inside = element.querySelector('script[data-lesson]')?.textContent;
  const text = inside ?? (await fetchLesson(element.getAttribute('lesson-src') ?? ''));
  const own = await ownLesson(text, element.language, english);
  const scene = Number(named?.split('.')[1] ?? 1);
  if (!(scene >= 1 && scene <= own.lesson.scenes.length)) element.report(noScene(String(named)));
  return own;
}

/** @param source an address that the host page wrote */
async function fetchLesson(source: string): Promise<string> {
  const { href, origin } = new URL(source, document.baseURI);
  if (origin !== location.origin) {
    throw new GivenError(
      new Error(`lesson-src: expected an address of ${location.origin}, got ${origin}`),
    );
  }
  // no redirect leads elsewhere
  const response = await fetch(href, { mode: 'same-origin' }).catch(messageOf);
  if (response instanceof Response && response.ok) return response.text();
  const got = response instanceof Response ? response.status : response;
  throw Object.assign(new Error(`${href}: expected a lesson, got ${got}`), { code: 'fetch' });
}
