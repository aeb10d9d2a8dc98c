// Loads the words of the lessons in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = typeof import('./en/lessons.ts').words;

/** @param language as pickLanguage gave it */
export const loadLessonWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/lessons.ts`));
