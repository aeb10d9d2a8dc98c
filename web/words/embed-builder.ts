// Loads the words of the Embed dialog in one language.

import { loadGroup } from './load.ts';
import type { Loaded } from './load.ts';

type Words = import('./en/embed-builder.ts').Messages;

/** @param language as pickLanguage gave it */
export const loadEmbedBuilderWords = (language: string): Promise<Words> =>
  loadGroup(language, (known): Loaded<Words> => import(`./${known}/embed-builder.ts`));
