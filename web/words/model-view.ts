// Loads the words of the board of a model's heads in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = import('./en/model-view.ts').Messages;

/** @param language as pickLanguage gave it */
export const loadModelViewWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/model-view.ts`));
