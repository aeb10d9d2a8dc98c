// Mounts the lessons beside the page's lab, and gives their titles. The page loads this after its first maps.

import { mountLessons } from '../elements/lesson/lesson.ts';
import { lessons, stateOfScene } from '../lessons/lessons.ts';
import { loadLessonWords } from '../words/lessons.ts';
import type { Lab } from '../elements/lab/lab.ts';
import type { Messages } from '../words/en/lab.ts';

export async function startLessons(lab: Lab, language: string, messages: Messages) {
  const text = await loadLessonWords(language);
  return mountLessons(lab, { lessons, text, stateOfScene, messages });
}

/** The titles of the lessons and their scenes. */
export async function lessonNames(language: string) {
  const text = await loadLessonWords(language);
  return lessons.map(({ id, needs }) => ({
    id,
    needs,
    title: text[id].title,
    scenes: text[id].scenes.map(({ title }) => title),
  }));
}
