// The lessons beside an embedded lab, loaded when one is asked for.

import { mountLessons as mount } from '../lesson/lesson.js';
import { messages as everything } from '../messages/en.js';
import { PSEUDO } from '../messages/pick.js';
import { pseudo, pseudoDeep } from '../messages/pseudo.js';
import { lessons, stateOfScene } from '../../lessons/lessons.js';
import { text as english } from '../../lessons/text/en.js';

/**
 * @param {import('../lab/lab.js').Lab} lab
 * @param {string} language
 * @param {import('../messages/en.js').Messages} messages
 * @param {boolean} oneLesson
 */
export async function mountLessons(lab, language, messages, oneLesson) {
  const text = await textIn(language);
  // the lab's own English comes without the words of the lessons
  const words = language === PSEUDO ? pseudo(everything) : { ...everything, ...messages };
  return mount(lab, { lessons, text, stateOfScene, messages: words, oneLesson });
}

/** @param {string} language */
async function textIn(language) {
  if (language === 'zh') return (await import('../../lessons/text/zh.js')).text;
  if (language === 'es') return (await import('../../lessons/text/es.js')).text;
  return language === PSEUDO ? pseudoDeep(english) : english;
}

/** How many scenes a lesson has; 0: there is no such lesson. @param {string} id */
export function scenesOf(id) {
  return lessons.find((lesson) => lesson.id === id)?.scenes.length ?? 0;
}
