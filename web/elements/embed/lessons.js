// The lessons beside an embedded lab, loaded when one is asked for.

import { mountLessons as mount } from '../lesson/lesson.js';
import { PSEUDO } from '../messages/index.js';
import { pseudoDeep } from '../messages/pseudo.js';
import { lessons, stateOfScene, texts } from '../../lessons/index.js';

/**
 * @param {import('../lab/lab.js').Lab} lab
 * @param {string} language
 * @param {import('../messages/en.js').Messages} messages
 */
export function mountLessons(lab, language, messages) {
  const text = language === PSEUDO ? pseudoDeep(texts.en) : (texts[language] ?? texts.en);
  return mount(lab, { lessons, text, stateOfScene, messages });
}

/** How many scenes a lesson has; 0: there is no such lesson. @param {string} id */
export function scenesOf(id) {
  return lessons.find((lesson) => lesson.id === id)?.scenes.length ?? 0;
}
