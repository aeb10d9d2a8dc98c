// Mounts the lessons beside the page's lab, with button and titles.

import { h } from '../elements/shared/dom.ts';
import { mountLessons } from '../elements/lesson/lesson.ts';
import { wordsOf } from '../elements/messages/words.ts';
import { lessons, stateOfScene, texts } from '../lessons/index.ts';
import type { Lab } from '../elements/lab/lab.ts';
import type { Messages } from '../elements/messages/en.ts';

export function startLessons(lab: Lab, language: string, messages: Messages) {
  const text = wordsOf(language, texts);
  const player = mountLessons(lab, { lessons, text, stateOfScene, messages });
  const button = h('button', { type: 'button', onclick: player.toggle }, messages.lessonsOpen);
  return { ...player, button };
}

/** The titles of the lessons and their scenes. */
export function lessonNames(language: string) {
  const text = wordsOf(language, texts);
  return lessons.map(({ id, needs }) => ({
    ...{ id, needs },
    title: text[id].title,
    scenes: text[id].scenes.map(({ title }) => title),
  }));
}
