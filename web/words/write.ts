// Loads the words of the write page in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = import('./en/write.ts').Messages;

/** @param language as pickLanguage gave it */
export const loadWriteWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/write.ts`));
