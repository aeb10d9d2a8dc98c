// Lazy entry point of the lessons beside an embedded lab.

import { mountLessons as mount } from '../lesson/lesson.ts';
import { loadLabWords } from '../../words/lab.ts';
import { loadLessonWords } from '../../words/lessons.ts';
import { lessons as builtIn, stateOfScene, tests } from '../../lessons/lessons.ts';
import { earlierScenesOf, placeIn } from '../../lessons/moved.ts';
import type { Lab } from '../lab/lab.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { LessonOptions } from '../lesson/lesson.ts';
import type { OwnLesson } from '../lesson/own/read.ts';

/**
 * @param how alone: the lesson that is embedded alone, also by an earlier name, or a scene of it
 * @param own a teacher's lesson instead of all others
 */
export async function mountLessons(
  lab: Lab,
  language: string,
  messages: Messages,
  how: Pick<LessonOptions, 'alone' | 'oneLesson' | 'course' | 'locked'>,
  own: OwnLesson | null = null,
) {
  const text = own?.text ?? (await loadLessonWords(language));
  const lessons = own ? [own.lesson] : builtIn;
  // the lab's own English begins without the words of the lessons
  const words = { ...(await loadLabWords(language)), ...messages };
  const alone = how.alone && placeIn(how.alone).id;
  const asked = own?.asked;
  return mount(lab, { lessons, text, stateOfScene, messages: words, asked, ...how, alone });
}

/** The names of lessons, without earlier ones. */
export const lessonNames = () => [...builtIn, ...tests].map(({ id }) => id);

/** Whether a text names a lesson, also by an earlier name. */
export const isLesson = (id: string) => (earlierScenesOf(id) ?? scenesOf(id)) > 0;

/** Whether a text names a scene, such as `masks.2`, also by an earlier name. */
export function isScene(text: string) {
  const [id, scene = '1'] = text.split('.');
  return Math.trunc(Number(scene)) <= (earlierScenesOf(id) ?? scenesOf(id));
}

/** The number of scenes of a lesson; 0 for an unknown lesson. */
export function scenesOf(id: string) {
  return [...builtIn, ...tests].find((lesson) => lesson.id === id)?.scenes.length ?? 0;
}
