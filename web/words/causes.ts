// Loads the words of the view of causes in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = import('./en/causes.ts').Messages;

/** @param language as pickLanguage gave it */
export const loadCausesWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/causes.ts`));
