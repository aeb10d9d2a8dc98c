// Loads the texts of one language: lab, training room and lessons.

import { labMessages } from './en-lab.ts';
import { PSEUDO } from './pick.ts';
import type { Messages } from './en.ts';

/**
 * @param language as pickLanguage gave it
 * @param loaders by language
 */
export async function loadWords<Words>(
  language: string,
  loaders: Readonly<Record<string, () => Words | Promise<Words>>>,
): Promise<Words> {
  if (language === PSEUDO)
    return (await import('./pseudo.ts')).pseudo(await loaders.en(), language);
  return (loaders[language] ?? loaders.en)();
}

/**
 * The lab's words. In English they come without those of the lessons and of its later parts, which are loaded with these.
 *
 * @param language as pickLanguage gave it
 */
export function loadMessages(language: string) {
  return loadWords(language, {
    en: async () =>
      language === PSEUDO ? (await import('./en.ts')).messages : ({ ...labMessages } as Messages),
    zh: async () => (await import('./zh.ts')).messages,
    es: async () => (await import('./es.ts')).messages,
  });
}
