// Puts the lessons beside the page's lab, and makes the button that shows their list.

import { h } from '../elements/lab/dom.js';
import { mountLessons } from '../elements/lesson/lesson.js';
import { PSEUDO } from '../elements/messages/index.js';
import { pseudoDeep } from '../elements/messages/pseudo.js';
import { lessons, stateOfScene, texts } from '../lessons/index.js';

/**
 * @param {import('../elements/lab/lab.js').Lab} lab
 * @param {string} language
 * @param {import('../elements/messages/en.js').Messages} messages
 */
export function startLessons(lab, language, messages) {
  const text = language === PSEUDO ? pseudoDeep(texts.en) : (texts[language] ?? texts.en);
  const player = mountLessons(lab, { lessons, text, stateOfScene, messages });
  const button = h('button', { type: 'button', onclick: player.toggle }, messages.lessonsOpen);
  return { ...player, button };
}
