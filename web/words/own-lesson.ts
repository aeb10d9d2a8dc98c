// Loads the words of the errors in a teacher's lesson in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = import('./en/own-lesson.ts').Messages;

/** @param language as pickLanguage gave it */
export const loadOwnLessonWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/own-lesson.ts`));
