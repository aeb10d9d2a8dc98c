// The lessons of teachers' own among what was given: their texts, pages that carry one, and links to them. Their questions are what
// result codes of theirs are read by. All of it is hostile until it is checked.

import { unpackLesson } from '../../elements/lesson/own/link.js';
import { MOST_BYTES } from '../../elements/lesson/own/lines.js';
import { readOwnLesson } from '../../elements/lesson/own/read.js';

/**
 * @typedef {import('./read.js').Given} Given
 * @typedef {import('../../elements/lesson/own/read.js').OwnLesson} OwnLesson
 */

export const MOST_LESSONS = 100;
const LINK = /#lesson=[\w-]+/g;
/** Letters of an address before its '#'. */
const MOST_ADDRESS = 300;
const SCENE = /^\s*##/m;
const CODE = /\bHW-\w{4}/i;

/**
 * @param {readonly Given[]} given
 * @returns {Promise<{ owns: OwnLesson[], rest: Given[] }>} owns: each once; rest: what is not a lesson, without the links that are
 */
export async function ownLessonsIn(given) {
  /** @type {Map<string, OwnLesson>} by their fingerprints */
  const found = new Map();
  /** @param {string} text */
  function take(text) {
    const { own } = readOwnLesson(text);
    const name = own?.asked.catalogue.name;
    if (!own || name === undefined || (found.size >= MOST_LESSONS && !found.has(name)))
      return false;
    found.set(name, own);
    return true;
  }

  const rest = [];
  for (const one of given) {
    const { length } = one.text;
    const isText = length <= MOST_BYTES && SCENE.test(one.text) && !CODE.test(one.text);
    if (isText && take(one.text)) continue;
    rest.push({ ...one, text: await withoutLinks(one.text, take) });
  }
  return { owns: [...found.values()], rest };
}

/**
 * @param {string} text
 * @param {(lesson: string) => boolean} take whether it is a lesson
 */
async function withoutLinks(text, take) {
  const kept = [];
  let end = 0;
  for (const { 0: link, index } of [...text.matchAll(LINK)].slice(0, MOST_LESSONS)) {
    const lesson = await unpackLesson(link).catch(() => null);
    if (lesson === null || !take(lesson)) continue;
    const before = text.slice(Math.max(end, index - MOST_ADDRESS), index);
    const address = /[^\s"'<>]*$/.exec(before)?.[0] ?? '';
    kept.push(text.slice(end, index - address.length));
    end = index + link.length;
  }
  return [...kept, text.slice(end)].join('');
}
