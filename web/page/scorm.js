// Tells a learning platform how far a learner has come, where there is one: SCORM 1.2, section 3 of its run-time
// environment. Without one it does nothing.

import { decodeAddress, encodeAddress } from '../elements/lab/address.js';

/**
 * @typedef {import('../elements/lab/state.js').LabState} LabState
 *
 * @typedef {object} Api the platform's, found in a window around this one
 * @property {(empty: '') => string} LMSInitialize
 * @property {(name: string) => string} LMSGetValue
 * @property {(name: string, value: string) => string} LMSSetValue
 * @property {(empty: '') => string} LMSCommit
 * @property {(empty: '') => string} LMSFinish
 */

/** Windows around this one that are looked into, as the standard has it. */
const MOST_WINDOWS = 7;
/** What the standard lets a platform keep of a learner's place. */
const MOST_DATA = 4096;
const PAUSE = 1000;

/** Looks for a platform and begins a session. */
export async function reportToLms() {
  const api = findApi();
  if (!api || api.LMSInitialize('') === 'false') {
    /** @type {{ state: Partial<LabState>, note: (state: LabState, scenesOf: (id: string) => number) => void }} */
    const nobody = { state: {}, note() {} };
    return nobody;
  }
  const began = Date.now();
  const before = api.LMSGetValue('cmi.core.lesson_status');
  let completed = before === 'completed' || before === 'passed';
  if (!completed && before !== 'incomplete') set('cmi.core.lesson_status', 'incomplete');
  const kept = api.LMSGetValue('cmi.suspend_data');
  /** @type {Partial<LabState>} */
  const state = kept ? (await decodeAddress(kept)).state : {};
  /** @type {LabState | null} */
  let newest = null;
  /** @type {LabState | null} */
  let opened = null;
  let timer = 0;
  let finished = false;

  /** @param {string} name @param {string} value */
  function set(name, value) {
    api?.LMSSetValue(name, value);
  }

  async function keep() {
    if (!newest || finished) return;
    const { hash, complete } = await encodeAddress(newest);
    if (finished) return;
    if (complete && hash.length <= MOST_DATA) set('cmi.suspend_data', hash);
    set(
      'cmi.core.lesson_location',
      newest.lesson ? `${newest.lesson.id}.${newest.lesson.scene + 1}` : '',
    );
    api?.LMSCommit('');
  }

  addEventListener('pagehide', () => {
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    set('cmi.core.session_time', clock(Date.now() - began));
    set('cmi.core.exit', completed ? '' : 'suspend');
    api.LMSCommit('');
    api.LMSFinish('');
  });

  return {
    /** where the learner was the last time */
    state,
    /**
     * A lesson is completed when its last scene is reached; without one, when the learner has changed something.
     *
     * @param {LabState} now
     * @param {(id: string) => number} scenesOf how many scenes a lesson has
     */
    note(now, scenesOf) {
      newest = now;
      opened ??= now;
      const { lesson } = now;
      const done = lesson
        ? lesson.scene >= scenesOf(lesson.id) - 1
        : now !== opened && !opened.lesson;
      if (done && !completed) {
        completed = true;
        set('cmi.core.lesson_status', 'completed');
        api.LMSCommit('');
      }
      clearTimeout(timer);
      timer = window.setTimeout(keep, PAUSE);
    },
  };
}

/** @returns {Api | null} */
function findApi() {
  for (const start of [window, window.opener]) {
    let at = start;
    for (let i = 0; at && i < MOST_WINDOWS; i++) {
      try {
        if (at.API) return at.API;
        if (at.parent === at) break;
        at = at.parent;
      } catch {
        break; // a window of another origin
      }
    }
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
