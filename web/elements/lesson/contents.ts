// The list of lessons.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { isLacking } from './needs.ts';
import type { Lesson, LessonOptions } from './lesson.ts';
import type { Child } from '../../ui/template.ts';

/** Minutes that a scene takes: its words read, its task done, its question answered. */
const PER_SCENE = 2.2;

interface Contents {
  isOpen: boolean;
  /** whether all questions of a lesson have an answer, by its id */
  isDone: (id: string) => boolean;
  /** the models that can be chosen */
  offered: readonly string[];
  choose: (id: string) => void;
  /** summary of the learner's answers */
  recap: Child;
}

export function contents(
  { lessons, text, messages }: LessonOptions,
  { isOpen, isDone, offered, choose, recap }: Contents,
) {
  const timeOf = ({ id, scenes }: Lesson) => {
    const minutes = Math.round(PER_SCENE * scenes.length);
    const time = sayText(messages.lessonMinutes, { minutes });
    return isDone(id) ? `${time} ${messages.lessonDone}` : time;
  };
  const entry = (lesson: Lesson) => html`<li>
    <button type="button" @click=${() => choose(lesson.id)}>
      <b>${text[lesson.id].title}${' '}<span hidden=${lesson.isOwn}>${timeOf(lesson)}</span></b>
      <span>${text[lesson.id].about}</span>
      <span hidden=${!isLacking(lesson, offered)}>${messages.lessonNeedsEnglish}</span>
    </button>
  </li>`;
  const list = (further: boolean) => {
    const listed = lessons.filter((lesson) => Boolean(lesson.further) === further);
    const start = listed[0] ? lessons.indexOf(listed[0]) + 1 : 1;
    return html`<ol start=${start}>${listed.map(entry)}</ol>`;
  };
  const heading = html`
    <h2 class="lesson-title">${messages.lessonsTitle}</h2>
    <p>${messages.lessonsAbout}</p>
  `;
  const isOwn = lessons[0]?.isOwn;
  const hasFurther = lessons.some(({ further }) => further);
  return html`<div class="lesson-contents" hidden=${!isOpen}>
    ${!isOwn && heading}
    ${list(false)}
    ${hasFurther && [html`<h3>${messages.lessonsFurther}</h3>`, list(true)]}
    <div class="lesson-recap">${recap}</div>
  </div>`;
}
