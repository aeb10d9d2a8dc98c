// The list of lessons.

import { h } from '../shared/dom.js';

/**
 * @param {readonly import('./lesson.js').Lesson[]} lessons
 * @param {Readonly<Record<string, import('./lesson.js').LessonText>>} text
 * @param {import('../messages/en.js').Messages} messages
 * @param {(id: string) => void} choose
 * @param {HTMLElement} recap what was answered
 */
export function createContents(lessons, text, messages, choose, recap) {
  /** @param {boolean} further */
  const list = (further) => {
    const shown = lessons.filter((lesson) => Boolean(lesson.further) === further);
    const start = shown[0] ? lessons.indexOf(shown[0]) + 1 : 1;
    return h('ol', { start }, ...shown.map(entry));
  };
  /** @param {import('./lesson.js').Lesson} lesson */
  const entry = ({ id }) =>
    h(
      'li',
      null,
      h(
        'button',
        { type: 'button', onclick: () => choose(id) },
        h('b', null, text[id].title),
        h('span', null, text[id].about),
      ),
    );
  return h(
    'div',
    { class: 'lesson-contents' },
    h('h2', { class: 'lesson-title' }, messages.lessonsTitle),
    h('p', null, messages.lessonsAbout),
    list(false),
    h('h3', null, messages.lessonsFurther),
    list(true),
    recap,
  );
}
