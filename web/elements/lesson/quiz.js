// Which scenes a question stands before, and what the learner has answered. What asks is loaded with the first lesson that is
// opened; where it cannot be loaded, scenes are shown without.

import { h, setAttribute } from '../shared/dom.js';
import { pickLanguage } from '../messages/pick.js';
import { withoutFiller } from './filler.js';

/**
 * @typedef {import('./lesson.js').Place} Place
 * @typedef {import('./questions/asking.js').Answered} Answered
 * @typedef {import('./questions/record.js').CourseRecord} CourseRecord
 *
 * @typedef {object} Course what is known of a learner from an earlier visit, and whom to tell of answers
 * @property {string} [kept] a record as text
 * @property {(record: CourseRecord, answered: Answered | null) => void} [note] null: skipped
 */

/**
 * @param {import('../lab/lab.js').Lab} lab
 * @param {import('./lesson.js').LessonOptions} options
 * @param {{ changed: (closed?: boolean) => void, onwards: () => void }} events
 */
export function createQuiz(lab, { messages, stateOfScene, lessons, course }, events) {
  /** @type {Awaited<ReturnType<typeof load>> | null} */
  let room = null;
  let state = 'idle';
  /** the place that was gone to by way of the lesson; one that was asked for by name is shown at once */
  let approached = '';
  const element = h('div', { class: 'lesson-quiz', hidden: true });
  const cover = h('div', { class: 'lesson-cover', hidden: true });

  async function load() {
    const [{ createAsking }, records, data] = await Promise.all([
      import('./questions/asking.js'),
      import('./questions/record.js'),
      import('../../lessons/questions/index.js'),
    ]);
    let record = records.readRecord(course?.kept) ?? records.newRecord();
    const language = pickLanguage([messages.locale]);
    const asking = await createAsking(lab, language, baseOf, {
      ...events,
      record: () => record,
      note(next, answered) {
        record = next;
        course?.note?.(next, answered);
      },
    });

    /**
     * The scene's own state with the sentence that is there; in the test, that of the lesson that a question comes from.
     * @param {import('../../lessons/questions/index.js').Slot} slot
     * @param {import('../../lessons/questions/index.js').Question} question
     */
    function baseOf(slot, question) {
      const now = lab.getState();
      const isTest = slot.lesson === data.TEST;
      const home = isTest ? (data.slots.find(({ asks }) => asks === question.id) ?? slot) : slot;
      const lesson = lessons.find(({ id }) => id === home.lesson) ?? lessons[0];
      const base = stateOfScene(lesson, home.scene);
      const text = withoutFiller(isTest ? base.text : now.text);
      return { ...base, text, padding: 0, lesson: now.lesson };
    }
    return asking;
  }

  async function want() {
    state = 'loading';
    try {
      room = await load();
      element.append(room.element);
      cover.append(room.cover);
    } catch {
      state = 'failed';
    }
    events.changed();
  }

  /** @param {Place} place */
  function slotOf({ lesson, number }) {
    const { asks } = lesson.scenes[number];
    if (asks === undefined) return null;
    return { name: `${lesson.id}.${number}`, lesson: lesson.id, scene: number, asks };
  }

  return {
    element,
    cover,
    /**
     * Shows the question of a place, if there is one that has not been answered.
     * @param {import('../lab/frame.js').Frame} frame
     * @param {Place | null} place
     * @returns {{ shows: readonly string[], covered: boolean } | null} what is seen of the lab; null: the scene is shown
     */
    update(frame, place) {
      if (place && state === 'idle') void want();
      const slot = place && state !== 'failed' ? slotOf(place) : null;
      const open =
        slot !== null && slot.name === approached && (room === null || room.isOpen(slot));
      if (open) room?.update(frame, slot);
      else if (!place) room?.forget();
      const covered = open && (room === null || room.isCovered());
      element.hidden = !open;
      cover.hidden = !covered;
      setAttribute(lab.element, 'data-asked', open ? (covered ? 'covered' : '') : null);
      return open ? { shows: room?.shows() ?? [], covered } : null;
    },
    /**
     * Gives the lab back before another place is gone to.
     * @param {string} id of the lesson
     * @param {number} number of the scene
     * @param {boolean} asks whether its question comes first
     */
    leave(id, number, asks) {
      room?.leave();
      approached = asks ? `${id}.${number}` : '';
    },
    dispose() {
      setAttribute(lab.element, 'data-asked', null);
      room?.dispose();
    },
  };
}
