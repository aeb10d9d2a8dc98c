// Loads the words of the questions in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = import('./en/questions.ts').QuestionWords;

/** @param language as pickLanguage gave it */
export const loadQuestionWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/questions.ts`));
