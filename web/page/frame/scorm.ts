// Reports a learner's progress to a learning platform by SCORM 1.2.
// Section 3 of its run-time environment. Without a platform it does nothing.

import { deflateSync } from 'fflate';
import { decodeAddress, packedAddress, shortDifference } from '../../elements/lab/state/address.ts';
import { differenceOf, START_STATE } from '../../elements/lab/state/state.ts';
import { tests } from '../../lessons/lessons.ts';
import { presentPlace } from '../../lessons/moved.ts';
import { interactionOf } from './interactions.ts';
import { findLms } from './lms.ts';
import type { Catalogue } from '../../elements/lesson/questions/record.ts';
import type { LabState } from '../../elements/lab/state/state.ts';
import type { Course } from '../../elements/lesson/question-placement.ts';

interface Session {
  /** whether there is a platform that listens */
  begun: boolean;
  /** the learner's last state */
  state: Partial<LabState>;
  /** the learner's earlier answers, and the listener for new ones */
  course: Course;
  /** records the learner's state */
  note: (state: LabState) => void;
}

/** The standard's limit of the stored text with a learner's position, in characters. */
const MOST_DATA = 4096;
/** The answers of a learner, after the state in the stored text. */
const RECORD = /&q=([\w-]+)$/;
/** Milliseconds; a platform sends every value to its server, so typed letters are sent once. */
const PAUSE = 1000;

const isTest = (id: string | null) => tests.some((one) => one.id === id);
const NONE: Session = Object.freeze({ begun: false, state: {}, course: {}, note() {} });

/**
 * Finds a platform and begins a session.
 *
 * @param assigned the assigned lesson; null: any, or without one, anything
 * @param scenesOf number of scenes of a lesson; 0 for an unknown lesson
 * @param pass passing score out of a hundred; null: a lesson is completed when its last scene is
 * done
 * @param catalogue the questions of a teacher's lesson
 */
export async function reportToLms(
  assigned: string | null,
  scenesOf: (id: string) => number,
  pass: number | null,
  catalogue?: Catalogue,
): Promise<Session> {
  const lms = findLms();
  if (!lms) return NONE;
  // before the session begins: from then on a learner may leave. Without it the position is stored,
  // but no score
  const records = await import('../../elements/lesson/questions/record.ts').catch(() => null);
  if (['', 'false'].includes(lms.call('LMSInitialize', ''))) return NONE;
  const lessonToDo = assigned !== null && scenesOf(assigned) > 0 ? assigned : null;
  const began = Date.now();
  const data = lms.call('LMSGetValue', 'cmi.suspend_data');
  const kept = RECORD.exec(data)?.[1];
  let record = records?.readRecord(kept, catalogue) ?? null;
  let count =
    Math.max(0, Math.trunc(Number(lms.call('LMSGetValue', 'cmi.interactions._count')))) || 0;
  let status = lms.call('LMSGetValue', 'cmi.core.lesson_status');
  if (!['completed', 'passed', 'failed', 'incomplete'].includes(status)) say('incomplete');
  let opened: LabState | null = null;
  let newest: LabState | null = null;
  let place = '';
  let timer = 0;
  let finished = false;

  function set(name: string, value: string) {
    lms?.call('LMSSetValue', name, value);
  }

  function say(next: string) {
    status = next;
    set('cmi.core.lesson_status', next);
  }

  /** Completes a session without a passing score. */
  function complete() {
    if (pass !== null || isDone()) return;
    say('completed');
    commit();
  }

  /** A learner below the passing score has failed at the end: all is answered, and all was shown. */
  function judge() {
    if (!record || !records || pass === null || ['passed', 'failed'].includes(status)) return;
    const { percent, settled, asked } = records.scoreOf(record, lessonToDo, catalogue);
    const { lesson } = newest ?? {};
    const isAtEnd =
      lessonToDo === null ||
      isTest(lessonToDo) ||
      (lesson && isEnd({ lesson: lesson.id, scene: lesson.scene }));
    if (percent < pass && settled === asked && isAtEnd) say('failed');
  }

  const isEnd = endOf(lessonToDo, scenesOf);
  const isDone = () => status === 'completed' || status === 'passed';

  function commit() {
    clearTimeout(timer);
    lms?.call('LMSCommit', '');
  }

  /** Stores all data for the next visit. */
  function keep() {
    const text = (record && records?.writeRecord(record, catalogue)) ?? kept;
    const written = text ? `&q=${text}` : '';
    const place = newest ? dataOf(newest, MOST_DATA - written.length) : data.replace(RECORD, '');
    set('cmi.suspend_data', place + written);
  }

  addEventListener('pagehide', () => {
    if (finished) return;
    finished = true;
    set('cmi.core.session_time', clock(Date.now() - began));
    set('cmi.core.exit', isDone() ? '' : 'suspend');
    commit();
    lms.call('LMSFinish', '');
  });

  return {
    begun: true,
    state: await placeIn(data),
    course: {
      kept,
      /** Sends an answer, or a skip, at once, with the score of all answers. */
      note(next, answered) {
        if (finished || !records) return;
        record = next;
        if (answered) {
          for (const [name, value] of interactionOf(answered, new Date(), clock))
            set(`cmi.interactions.${count}.${name}`, value);
          count++;
        }
        const { percent, settled, asked } = records.scoreOf(next, lessonToDo, catalogue);
        set('cmi.core.score.min', '0');
        set('cmi.core.score.max', '100');
        set('cmi.core.score.raw', String(percent));
        if (pass !== null && status !== 'passed') {
          if (percent >= pass) say('passed');
          else judge();
        }
        keep();
        if (isTest(lessonToDo) && settled === asked) complete();
        else if (answered && isEnd(answered.slot)) complete();
        commit();
      },
      tried(lesson, scene) {
        if (!finished && isEnd({ lesson, scene })) complete();
      },
    },
    /**
     * Stores the learner's state at once, as the page may close. Without an assigned lesson, any
     * change completes.
     */
    note(now) {
      if (finished) return;
      opened ??= now;
      newest = now;
      const { lesson } = now;
      keep();
      const before = place;
      place = lesson ? `${lesson.id}.${lesson.scene + 1}` : '';
      set('cmi.core.lesson_location', place);
      judge();
      if (lessonToDo === null && !lesson && now !== opened && !opened.lesson) complete();
      if (place !== before) {
        commit();
      } else {
        clearTimeout(timer);
        timer = window.setTimeout(commit, PAUSE);
      }
    },
  };
}

/**
 * Whether a state is the end of the assigned lesson: it is completed when the question there is
 * answered, or the scene's task is done. A test is completed when all its questions are answered or
 * skipped.
 */
function endOf(lessonToDo: string | null, scenesOf: (id: string) => number) {
  return (at: { lesson: string; scene: number }) => {
    const { id, scene } = presentPlace({ id: at.lesson, scene: at.scene });
    return id === (lessonToDo ?? id) && !isTest(id) && scene === scenesOf(id) - 1;
  };
}

async function placeIn(kept: string): Promise<Partial<LabState>> {
  const { state } = await decodeAddress(kept);
  return state === START_STATE ? {} : state; // the stored location is not valid
}

/**
 * A state in the platform's limit, computed synchronously, as the page may close. Where it is too
 * long, without its texts, edits and training settings; where it still is, ''.
 *
 * @param most most characters
 */
function dataOf(state: LabState, most: number) {
  for (const part of [differenceOf(state), shortDifference(state)]) {
    const data = packedAddress(part, deflateSync);
    if (data.length <= most) return data;
  }
  return '';
}

/** A duration as HHHH:MM:SS.SS. */
function clock(milliseconds: number) {
  const seconds = milliseconds / 1000;
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = (seconds % 60).toFixed(2).padStart(5, '0');
  return `${String(hours).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${rest}`;
}
