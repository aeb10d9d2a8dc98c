// Loads the words of the training view in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = typeof import('./en/training.ts').words;

/** @param language as pickLanguage gave it */
export const loadTrainingWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/training.ts`));
