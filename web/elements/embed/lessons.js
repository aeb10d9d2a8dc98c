// Lazy entry point of the lessons beside an embedded lab.

import { mountLessons as mount } from '../lesson/lesson.js';
import { messages as everything } from '../messages/en.js';
import { loadWords } from '../messages/load.js';
import { closing, lessons as builtIn, stateOfScene } from '../../lessons/lessons.js';
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
 * @param {Pick<import('../lesson/lesson.js').LessonOptions, 'alone' | 'oneLesson' | 'course' | 'locked'>} how
 * @param {import('../lesson/own/read.js').OwnLesson | null} [own] a teacher's lesson instead of all others
 */
export async function mountLessons(lab, language, messages, how, own = null) {
  const text = own?.text ?? (await loadWords(language, texts));
  const lessons = own ? [own.lesson] : builtIn;
  // the lab's own English comes without the words of the lessons
  const english = await loadWords(language, { en: () => everything });
  const words = { ...english, ...messages };
  return mount(lab, { lessons, text, stateOfScene, messages: words, asked: own?.asked, ...how });
}

/** How many scenes a lesson has; 0: there is no such lesson. @param {string} id */
export function scenesOf(id) {
  return [...builtIn, closing].find((lesson) => lesson.id === id)?.scenes.length ?? 0;
}
