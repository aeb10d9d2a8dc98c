// Renders the current scene and tracks whether its task is done.
// While its question is open, the scene is shortened.

import { fillText, setText } from '../shared/dom.js';
import { isLacking } from './needs.js';

/**
 * @typedef {import('./lesson.js').Frame} Frame
 * @typedef {import('./lesson.js').Place} Place
 * @typedef {import('./lesson.js').LessonOptions} LessonOptions
 */

/**
 * @param {object} parts
 * @param {ReturnType<typeof import('./scene.js').createScene>} parts.scene
 * @param {HTMLElement} parts.said
 * @param {HTMLElement} parts.back
 * @param {HTMLElement} parts.element of the lesson
 * @param {ReturnType<typeof import('./spotlight.js').createSpotlight>} parts.spotlight
 * @param {LessonOptions} options
 */
export function createShowing({ scene, said, back, element, spotlight }, options) {
  const { lessons, text, messages, course } = options;
  const progress = createProgress();
  let kept = Promise.resolve();
  return {
    forget: progress.forget,
    /** Settled when what was tried stands in the window. */
    isKept: () => kept,
    /**
     * @param {Frame} frame
     * @param {Place} place
     * @param {boolean} asked whether its question comes first
     */
    show(frame, place, asked) {
      const { lesson, index, number } = place;
      // the test has questions for scenes, which have their own words
      const words = text[lesson.id]?.scenes ?? lesson.scenes.map((_, i) => nameless(i + 1));
      const { isNew, tried, justTried } = progress.of(frame, place, asked);
      if (isNew) {
        setText(said, scene.open(words, number));
        element.scrollTop = 0;
      }
      if (lesson.isOwn) setText(back, messages.lessonAnswers);
      else if (index >= lessons.length) setText(back, messages.lessonsOpen);
      else
        setText(back, fillText(messages.lessonOf, { lesson: index + 1, lessons: lessons.length }));
      const onwards = onwardsOf(place, options);
      const lacks = isLacking(lesson, frame.offered) ? messages.lessonNeedsEnglish : '';
      const name = lesson.isOwn ? text[lesson.id].title : '';
      const shown = { frame, name, words: words[number], tried, isFirst: number === 0 };
      scene.update({ ...shown, onwards, lacks });
      if (asked) spotlight.clear();
      else spotlight.show(lesson.scenes[number].target, tried);
      if (justTried) course?.tried?.(lesson.id, number);
      if (!justTried) return;
      // the conclusion and the buttons are below
      element.scrollTop = element.scrollHeight;
      kept = spotlight.keep();
    },
  };
}

/**
 * The text of the next button; '' at the end of a lesson that is shown alone.
 * @param {Place} place
 * @param {LessonOptions} options
 */
function onwardsOf({ lesson, index, number }, { lessons, messages, oneLesson }) {
  if (number < lesson.scenes.length - 1) return messages.lessonNext;
  if (oneLesson) return '';
  if (lesson.isOwn) return messages.lessonAnswers;
  return index < lessons.length - 1 ? messages.lessonNextLesson : messages.lessonEnd;
}

/** Knows which scene is on the screen, how it began, and whether what it proposes has been done. */
function createProgress() {
  let shown = '';
  /** @type {any} the state in which the scene opened */
  let start = null;
  let tried = false;
  /** what was met since then @type {Set<unknown>} */
  let seen = new Set();
  return {
    /**
     * @param {Frame} frame
     * @param {Place} place
     * @param {boolean} asked whether its question comes first: nothing is tried yet
     */
    of(frame, { lesson, number, values }, asked) {
      const name = `${lesson.id} ${number}${asked ? ' asked' : ''}`;
      const isNew = name !== shown;
      if (isNew) {
        shown = name;
        start = frame.state;
        tried = false;
        seen = new Set();
      }
      const before = tried;
      tried ||=
        !asked && lesson.scenes[number].done({ state: frame.state, start, values, seen, frame });
      return { isNew, tried, justTried: tried && !before };
    },
    forget() {
      shown = '';
    },
  };
}

/** @param {number} number @returns {import('./lesson.js').SceneText} */
function nameless(number) {
  return { title: String(number), text: [], attempt: '' };
}
