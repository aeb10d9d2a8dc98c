// The list of lessons.

import { h } from '../shared/dom.js';
import { isLacking } from './needs.js';

/**
 * @param {readonly import('./lesson.js').Lesson[]} lessons
 * @param {Readonly<Record<string, import('./lesson.js').LessonText>>} text
 * @param {import('../messages/en.js').Messages} messages
 * @param {(id: string) => void} choose
 * @param {HTMLElement} recap what was answered
 */
export function createContents(lessons, text, messages, choose, recap) {
  const lacks = new Map(
    lessons.map((lesson) => [lesson, h('span', { hidden: true }, messages.lessonNeedsEnglish)]),
  );
  /** @param {boolean} further */
  const list = (further) => {
    const shown = lessons.filter((lesson) => Boolean(lesson.further) === further);
    const start = shown[0] ? lessons.indexOf(shown[0]) + 1 : 1;
    return h('ol', { start }, ...shown.map(entry));
  };
  /** @param {import('./lesson.js').Lesson} lesson */
  const entry = (lesson) =>
    h(
      'li',
      null,
      h(
        'button',
        { type: 'button', onclick: () => choose(lesson.id) },
        h('b', null, text[lesson.id].title),
        h('span', null, text[lesson.id].about),
        lacks.get(lesson) ?? null,
      ),
    );
  const element = h(
    'div',
    { class: 'lesson-contents' },
    ...(lessons[0]?.isOwn
      ? []
      : [
          h('h2', { class: 'lesson-title' }, messages.lessonsTitle),
          h('p', null, messages.lessonsAbout),
        ]),
    list(false),
    ...(lessons.some(({ further }) => further)
      ? [h('h3', null, messages.lessonsFurther), list(true)]
      : []),
    recap,
  );
  return {
    element,
    /**
     * @param {boolean} visible
     * @param {readonly string[]} offered the models that can be chosen
     */
    update(visible, offered) {
      element.hidden = !visible;
      for (const [lesson, note] of lacks) note.hidden = !isLacking(lesson, offered);
    },
  };
}
