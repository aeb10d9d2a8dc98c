// Loads the words of the lab in one language.

import { labMessages } from './en/lab-first.ts';
import { loadGroup } from './load.ts';
import type { Messages } from './en/lab.ts';
import type { Loaded } from './load.ts';

/**
 * With the words of the page and of its lessons.
 *
 * @param language as pickLanguage gave it
 */
export const loadLabWords = (language: string): Promise<Messages> =>
  loadGroup(language, (known): Loaded<Messages> => import(`./${known}/lab.ts`));

/** The first words: in English without the words of the lab's later parts and of its lessons, which load their own. */
export const loadFirstLabWords = async (language: string): Promise<Messages> =>
  language === 'en' ? ({ ...labMessages } as Messages) : loadLabWords(language);
