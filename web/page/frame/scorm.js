// Reports a learner's progress to a learning platform, where there is one: SCORM 1.2, section 3 of its run-time
// environment. Without one it does nothing.

import { deflateSync } from 'fflate';
import { decodeAddress, packedAddress } from '../../elements/lab/state/address.js';
import { differenceOf, START_STATE } from '../../elements/lab/state/state.js';
import { findLms } from './lms.js';

/**
 * @typedef {import('../../elements/lab/state/state.js').LabState} LabState
 *
 * @typedef {object} Session
 * @property {boolean} begun whether there is a platform that listens
 * @property {Partial<LabState>} state where the learner was the last time
 * @property {(state: LabState) => void} note
 */

/** What the standard lets a platform keep of a learner's place. */
const MOST_DATA = 4096;
/** A platform sends what it was told to its server; letters typed in a row go there once. */
const PAUSE = 1000;

/** @type {Session} */
const NONE = Object.freeze({ begun: false, state: {}, note() {} });

/**
 * Looks for a platform and begins a session.
 *
 * @param {string | null} assigned the lesson that is to be done; null: any, or without one, anything
 * @param {(id: string) => number} scenesOf how many scenes a lesson has; 0: there is no such lesson
 * @returns {Promise<Session>}
 */
export async function reportToLms(assigned, scenesOf) {
  const lms = findLms();
  if (!lms || ['', 'false'].includes(lms.call('LMSInitialize', ''))) return NONE;
  const lessonToDo = assigned !== null && scenesOf(assigned) > 0 ? assigned : null;
  const began = Date.now();
  const status = lms.call('LMSGetValue', 'cmi.core.lesson_status');
  let completed = status === 'completed' || status === 'passed';
  if (!completed && status !== 'incomplete') set('cmi.core.lesson_status', 'incomplete');
  /** @type {LabState | null} */
  let opened = null;
  let place = '';
  let timer = 0;
  let finished = false;

  /** @param {string} name @param {string} value */
  function set(name, value) {
    lms?.call('LMSSetValue', name, value);
  }

  function commit() {
    clearTimeout(timer);
    lms?.call('LMSCommit', '');
  }

  addEventListener('pagehide', () => {
    if (finished) return;
    finished = true;
    set('cmi.core.session_time', clock(Date.now() - began));
    set('cmi.core.exit', completed ? '' : 'suspend');
    commit();
    lms.call('LMSFinish', '');
  });

  return {
    begun: true,
    state: await placeIn(lms.call('LMSGetValue', 'cmi.suspend_data')),
    /**
     * A lesson is completed when its last scene is reached; without one, when the learner has changed something. All is
     * told at once: the learner may leave at any moment.
     */
    note(now) {
      if (finished) return;
      opened ??= now;
      const { lesson } = now;
      const data = dataOf(now);
      if (data !== null) set('cmi.suspend_data', data);
      const before = place;
      place = lesson ? `${lesson.id}.${lesson.scene + 1}` : '';
      set('cmi.core.lesson_location', place);
      const wanted = lessonToDo === null || lesson?.id === lessonToDo;
      const done = lesson
        ? wanted && lesson.scene === scenesOf(lesson.id) - 1
        : lessonToDo === null && now !== opened && !opened.lesson;
      if (done && !completed) {
        completed = true;
        set('cmi.core.lesson_status', 'completed');
        commit();
      } else if (place !== before) {
        commit();
      } else {
        clearTimeout(timer);
        timer = window.setTimeout(commit, PAUSE);
      }
    },
  };
}

/** @param {string} kept @returns {Promise<Partial<LabState>>} */
async function placeIn(kept) {
  const { state } = await decodeAddress(kept);
  return state === START_STATE ? {} : state; // the stored location is not valid
}

/**
 * A state as a platform keeps it: at once, as there may be no later. Where it is too long, without its texts and edits.
 *
 * @param {LabState} state
 */
function dataOf(state) {
  const { text: _text, second: _second, edits: _edits, ...rest } = differenceOf(state);
  for (const part of [differenceOf(state), rest]) {
    const data = packedAddress(part, deflateSync);
    if (data.length <= MOST_DATA) return data;
  }
  return null;
}

/** A duration as HHHH:MM:SS.SS. @param {number} milliseconds */
function clock(milliseconds) {
  const seconds = milliseconds / 1000;
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = (seconds % 60).toFixed(2).padStart(5, '0');
  return `${String(hours).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${rest}`;
}
