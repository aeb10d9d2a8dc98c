// Loads the words of the answers in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

export type AnswerWords = typeof import('./en/answers.ts').words;

/** @param language as pickLanguage gave it */
export const loadAnswerWords = (language: string): Promise<AnswerWords> =>
  loadGroup(language, (known): Loaded<AnswerWords> => import(`./${known}/answers.ts`));
