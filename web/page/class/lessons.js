// Finds teachers' own lessons in the input: texts, pages and links.
// Their questions decode the result codes of these lessons. All input is hostile until it is
// checked.

import { unpackLesson } from '../../elements/lesson/own/link.js';
import { MOST_BYTES } from '../../elements/lesson/own/lines.js';
import { readOwnLesson } from '../../elements/lesson/own/read.js';
import { findCodes } from './read.js';

/**
 * @typedef {import('./read.js').Given} Given
 * @typedef {import('../../elements/lesson/own/read.js').OwnLesson} OwnLesson
 */

/** Of lessons, and of different links that are unpacked. */
export const MOST_LESSONS = 100;
const LINK = /#lesson=[\w-]+/g;
/** Letters of an address before its '#'. */
const MOST_ADDRESS = 300;
const SCENE = /^[ \t]*##/m;
/** A code with one of these has a sum that is right. @type {readonly string[]} */
const WHOLE = ['own-lesson', 'other-page'];

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
    if (!own || name === undefined) return false;
    // the first one stays: a learner's text that is made to have its fingerprint does not take its place
    if (!found.has(name) && found.size < MOST_LESSONS) found.set(name, own);
    return found.has(name);
  }

  /** @type {Map<string, boolean>} */
  const links = new Map();
  /** @param {string} link */
  async function leads(link) {
    const known = links.get(link);
    if (known !== undefined || links.size >= MOST_LESSONS) return known ?? false;
    const lesson = await unpackLesson(link).catch(() => null);
    const isLesson = lesson !== null && take(lesson);
    links.set(link, isLesson);
    return isLesson;
  }

  const rest = [];
  for (const one of given) {
    const { length } = one.text;
    const isText = length <= MOST_BYTES && SCENE.test(one.text) && !hasCode(one.text);
    if (isText && take(one.text)) continue;
    rest.push({ ...one, text: await withoutLinks(one.text, leads) });
  }
  return { owns: [...found.values()], rest };
}

/** Whether there is a whole code in a text, which is a list of results then. @param {string} text */
function hasCode(text) {
  const { entries, refused } = findCodes(text);
  return entries.length > 0 || refused.some(({ reason }) => WHOLE.includes(reason));
}

/**
 * @param {string} text
 * @param {(link: string) => Promise<boolean>} leads whether a link leads to a lesson
 */
async function withoutLinks(text, leads) {
  const kept = [];
  let end = 0;
  for (const { 0: link, index } of text.matchAll(LINK)) {
    if (!(await leads(link))) continue;
    const before = text.slice(Math.max(end, index - MOST_ADDRESS), index);
    const [address] = before.split(/[\s"'<>]/).slice(-1);
    kept.push(text.slice(end, index - address.length));
    end = index + link.length;
  }
  return [...kept, text.slice(end)].join('');
}
