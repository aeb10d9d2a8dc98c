// Stores a learner's answers: in the learning platform or this browser.
// In this browser they persist for every lab of the site; without storage, they last as long as the
// page is open.

import { store, stored } from '../../../ui/storage.ts';
import {
  catalogueMark,
  earlierMark,
  fitted,
  newRecord,
  readRecord,
  writeRecord,
} from './record.ts';
import type { Course } from '../question-placement.ts';
import type { Catalogue, CourseRecord } from './record.ts';

/**
 * A teacher's lesson and another version of headwise have other questions: their answers are stored
 * under names of their own.
 */
const NAME = 'headwise-answers-';

/**
 * @param locked controls that the learner cannot use, and missing models
 * @param alone the lesson that is embedded alone
 */
export function createAnswerStore(
  course: Course,
  locked: ReadonlySet<string>,
  all?: Catalogue,
  alone?: string,
) {
  const hasPlatform = Boolean(course.note);
  const name = NAME + catalogueMark(all);
  let text = hasPlatform ? (course.kept ?? null) : stored(name);
  if (!hasPlatform && !all) text ??= stored(NAME + earlierMark());
  let isKept = true;
  let record = readRecord(text, all) ?? newRecord();

  function keep(next: CourseRecord) {
    record = next;
    text = writeRecord(next, all);
    isKept = hasPlatform || store(name, text);
  }

  return {
    /** Whether answers persist after the page closes. */
    isKept: () => isKept,
    /** The present record; another page of the site may have added to it. */
    record() {
      const now = hasPlatform || !isKept ? text : stored(name);
      if (now !== text) {
        // a text that is no record changes nothing
        record = readRecord(now, all) ?? record;
        text = now;
      }
      return fitted(record, locked, all, alone);
    },
    keep,
    /** Deletes all answers for another learner. */
    startOver: () => keep(newRecord()),
  };
}
