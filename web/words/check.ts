// Loads the words of the check page in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = import('./en/check.ts').Messages;

/** @param language as pickLanguage gave it */
export const loadCheckWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/check.ts`));
