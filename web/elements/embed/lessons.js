// The lessons beside an embedded lab, loaded when one is asked for.

import { mountLessons as mount } from '../lesson/lesson.js';
import { messages as everything } from '../messages/en.js';
import { loadWords } from '../messages/load.js';
import { closing, lessons, stateOfScene } from '../../lessons/lessons.js';
import { text as textEn } from '../../lessons/text/en.js';

const texts = {
  en: () => textEn,
  zh: async () => (await import('../../lessons/text/zh.js')).text,
  es: async () => (await import('../../lessons/text/es.js')).text,
};

/**
 * @param {import('../lab/lab.js').Lab} lab
 * @param {string} language
 * @param {import('../messages/en.js').Messages} messages
 * @param {Pick<import('../lesson/lesson.js').LessonOptions, 'oneLesson' | 'course' | 'locked'>} how
 */
export async function mountLessons(lab, language, messages, how) {
  const text = await loadWords(language, texts);
  // the lab's own English comes without the words of the lessons
  const english = await loadWords(language, { en: () => everything });
  const words = { ...english, ...messages };
  return mount(lab, { lessons, text, stateOfScene, messages: words, ...how });
}

/** How many scenes a lesson has; 0: there is no such lesson. @param {string} id */
export function scenesOf(id) {
  return [...lessons, closing].find((lesson) => lesson.id === id)?.scenes.length ?? 0;
}
