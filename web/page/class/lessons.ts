// Finds teachers' own lessons in the input: texts, pages and links.
// Their questions decode the result codes of these lessons. All input is hostile until it is
// checked.

import { unpackLesson } from '../../elements/lesson/own/link.ts';
import { MOST_BYTES } from '../../elements/lesson/own/lines.ts';
import { readOwnLesson } from '../../elements/lesson/own/read.ts';
import { findCodes } from './read.ts';
import type { Given } from './read.ts';
import type { OwnLesson } from '../../elements/lesson/own/read.ts';

export type { OwnLesson };

/** Most lessons, and most different links that are unpacked. */
export const MOST_LESSONS = 100;
const LINK = /#lesson=[\w-]+/g;
/** Characters of an address before its '#'. */
const MOST_ADDRESS = 300;
const SCENE = /^[ \t]*##/m;
/** Results for a code with a correct checksum. */
const WHOLE: readonly string[] = ['own-lesson', 'other-page'];

/** @returns owns: each lesson once; rest: the other texts, without links to lessons */
export async function ownLessonsIn(
  given: readonly Given[],
): Promise<{ owns: OwnLesson[]; rest: Given[] }> {
  /** lessons by their fingerprints */
  const found: Map<string, OwnLesson> = new Map();
  function take(text: string) {
    const { own } = readOwnLesson(text);
    const name = own?.asked.catalogue.name;
    if (!own || name === undefined) return false;
    // the first one counts: a learner's text with a forged fingerprint cannot replace it
    if (!found.has(name) && found.size < MOST_LESSONS) found.set(name, own);
    return found.has(name);
  }

  const links: Map<string, boolean> = new Map();
  async function leads(link: string) {
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

/** Whether a text contains a whole code, and so is a list of results. */
function hasCode(text: string) {
  const { entries, refused } = findCodes(text);
  return entries.length > 0 || refused.some(({ reason }) => WHOLE.includes(reason));
}

/** @param leads whether a link leads to a lesson */
async function withoutLinks(text: string, leads: (link: string) => Promise<boolean>) {
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
