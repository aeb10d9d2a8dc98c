// Lazy entry point of the lessons beside an embedded lab.

import { mountLessons as mount } from '../lesson/lesson.ts';
import { messages as everything } from '../messages/en.ts';
import { loadWords } from '../messages/load.ts';
import { closing, lessons as builtIn, stateOfScene } from '../../lessons/lessons.ts';
import { text as textEn } from '../../lessons/text/en.ts';
import type { Lab } from '../lab/lab.ts';
import type { Messages } from '../messages/en.ts';
import type { LessonOptions } from '../lesson/lesson.ts';
import type { OwnLesson } from '../lesson/own/read.ts';

const texts = {
  en: () => textEn,
  zh: async () => (await import('../../lessons/text/zh.ts')).text,
  es: async () => (await import('../../lessons/text/es.ts')).text,
};

/** @param own a teacher's lesson instead of all others */
export async function mountLessons(
  lab: Lab,
  language: string,
  messages: Messages,
  how: Pick<LessonOptions, 'alone' | 'oneLesson' | 'course' | 'locked'>,
  own: OwnLesson | null = null,
) {
  const text = own?.text ?? (await loadWords(language, texts));
  const lessons = own ? [own.lesson] : builtIn;
  // the lab's own English comes without the words of the lessons
  const english = await loadWords(language, { en: () => everything });
  const words = { ...english, ...messages };
  return mount(lab, { lessons, text, stateOfScene, messages: words, asked: own?.asked, ...how });
}

/** How many scenes a lesson has; 0: there is no such lesson. */
export function scenesOf(id: string) {
  return [...builtIn, closing].find((lesson) => lesson.id === id)?.scenes.length ?? 0;
}
