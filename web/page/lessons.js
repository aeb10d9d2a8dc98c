// Mounts the lessons beside the page's lab, with button and titles.

import { h } from '../elements/shared/dom.js';
import { mountLessons } from '../elements/lesson/lesson.js';
import { wordsOf } from '../elements/messages/words.js';
import { lessons, stateOfScene, texts } from '../lessons/index.js';

/**
 * @param {import('../elements/lab/lab.js').Lab} lab
 * @param {string} language
 * @param {import('../elements/messages/en.js').Messages} messages
 */
export function startLessons(lab, language, messages) {
  const text = wordsOf(language, texts);
  const player = mountLessons(lab, { lessons, text, stateOfScene, messages });
  const button = h('button', { type: 'button', onclick: player.toggle }, messages.lessonsOpen);
  return { ...player, button };
}

/**
 * The titles of the lessons and their scenes.
 * @param {string} language
 */
export function lessonNames(language) {
  const text = wordsOf(language, texts);
  return lessons.map(({ id, needs }) => ({
    ...{ id, needs },
    title: text[id].title,
    scenes: text[id].scenes.map(({ title }) => title),
  }));
}
