// Loads the words of the class page in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = import('./en/class.ts').Messages;

/** @param language as pickLanguage gave it */
export const loadClassWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/class.ts`));
