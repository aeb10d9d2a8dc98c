// The list of lessons.

import { h } from '../../ui/dom.ts';
import { isLacking } from './needs.ts';
import type { Lesson, LessonText } from './lesson.ts';
import type { Messages } from '../../words/en/lab.ts';

/** @param recap summary of the learner's answers */
export function createContents(
  lessons: readonly Lesson[],
  text: Readonly<Record<string, LessonText>>,
  messages: Messages,
  choose: (id: string) => void,
  recap: HTMLElement,
) {
  const lacks = new Map(
    lessons.map((lesson) => [lesson, h('span', { hidden: true }, messages.lessonNeedsEnglish)]),
  );
  const list = (further: boolean) => {
    const shown = lessons.filter((lesson) => Boolean(lesson.further) === further);
    const start = shown[0] ? lessons.indexOf(shown[0]) + 1 : 1;
    return h('ol', { start }, ...shown.map(entry));
  };
  const entry = (lesson: Lesson) =>
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
    /** @param offered the models that can be chosen */
    update(visible: boolean, offered: readonly string[]) {
      element.hidden = !visible;
      for (const [lesson, note] of lacks) note.hidden = !isLacking(lesson, offered);
    },
  };
}
