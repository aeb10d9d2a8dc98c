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
  return h(
    'div',
    { class: 'lesson-contents' },
    h('h2', { class: 'lesson-title' }, messages.lessonsTitle),
    h('p', null, messages.lessonsAbout),
    h(
      'ol',
      null,
      ...lessons.map(({ id }) =>
        h(
          'li',
          null,
          h(
            'button',
            { type: 'button', onclick: () => choose(id) },
            h('b', null, text[id].title),
            h('span', null, text[id].about),
          ),
        ),
      ),
    ),
    recap,
  );
}
