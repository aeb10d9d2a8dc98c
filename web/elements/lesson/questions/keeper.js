// Keeps what a learner has answered: with the learning platform where there is one, else in this browser, so that it is there the
// next time and in every lab of the site; where the browser keeps nothing, for as long as the page is open.

import { fitted, newRecord, readRecord, writeRecord } from './record.js';

/** @typedef {import('./record.js').CourseRecord} CourseRecord */

const NAME = 'headwise-answers';

/**
 * @param {import('../quiz.js').Course} course
 * @param {ReadonlySet<string>} locked controls that the learner cannot use
 */
export function createKeeper(course, locked) {
  const hasPlatform = Boolean(course.note);
  let text = hasPlatform ? (course.kept ?? null) : stored();
  let isKept = true;
  let record = readRecord(text) ?? newRecord();

  /** @param {CourseRecord} next */
  function keep(next) {
    record = next;
    text = writeRecord(next);
    isKept = hasPlatform || store(text);
  }

  return {
    /** Whether it is there the next time. */
    isKept: () => isKept,
    /** What is known now; another page of the site may have added to it. */
    record() {
      const now = hasPlatform || !isKept ? text : stored();
      if (now !== text) {
        record = readRecord(now) ?? newRecord();
        text = now;
      }
      return fitted(record, locked);
    },
    keep,
    /** Forgets all answers; another learner begins. */
    startOver: () => keep(newRecord()),
  };
}

function stored() {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null; // a page in a sandboxed frame has no storage
  }
}

/** @param {string} text @returns {boolean} false where it is not kept */
function store(text) {
  try {
    localStorage.setItem(NAME, text);
    return localStorage.getItem(NAME) === text;
  } catch {
    return false;
  }
}
