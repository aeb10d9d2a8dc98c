// The words of the page in every language, by their tags.

import { languages } from '../../../web/words/languages.ts';
import { loadLessonWords } from '../../../web/words/lessons.ts';
import { loadQuestionWords } from '../../../web/words/questions.ts';

/**
 * @template Words
 * @param {(language: string) => Promise<Words>} load
 * @returns {Promise<Readonly<Record<string, Words>>>}
 */
export async function inEveryLanguage(load) {
  const tags = Object.keys(languages);
  const all = await Promise.all(tags.map(load));
  return Object.fromEntries(tags.map((tag, at) => [tag, all[at]]));
}

export const texts = await inEveryLanguage(loadLessonWords);
export const questionTexts = await inEveryLanguage(loadQuestionWords);
