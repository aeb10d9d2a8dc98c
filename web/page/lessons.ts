// Mounts the lessons beside the page's lab, with button and titles.

import { createRoot, html } from '../ui/template.ts';
import { mountLessons } from '../elements/lesson/lesson.ts';
import { lessons, stateOfScene } from '../lessons/lessons.ts';
import { loadLessonWords } from '../words/lessons.ts';
import type { Lab } from '../elements/lab/lab.ts';
import type { Messages } from '../words/en/lab.ts';

type LessonWords = Awaited<ReturnType<typeof loadLessonWords>>;

export function startLessons(lab: Lab, text: LessonWords, messages: Messages) {
  const player = mountLessons(lab, { lessons, text, stateOfScene, messages });
  const { element: button } = createRoot(
    html`<button type="button" @click=${player.toggle}>${messages.lessonsOpen}</button>`,
  );
  return { ...player, button };
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
