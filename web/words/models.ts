// Loads the words of the models page in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = import('./en/models.ts').Messages;

/** @param language as pickLanguage gave it */
export const loadModelsWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/models.ts`));
