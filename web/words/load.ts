// Loads a group of words in one language: the file of the group's name in the language's folder. Each group has a module of its
// own beside this one, so that a page carries only its groups; the bundler finds the languages by their folders, at any depth: no part of a group may have a group's name.

import { PSEUDO } from './languages.ts';

/** A module of words. */
export type Loaded<Words> = Promise<{ words: Words }>;

/**
 * @param language as pickLanguage gave it
 * @param load imports the group in a language
 */
export async function loadGroup<Words>(
  language: string,
  load: (language: string) => Loaded<Words>,
): Promise<Words> {
  if (language !== PSEUDO) return (await load(language)).words;
  const { pseudo } = await import('./pseudo.ts');
  return pseudo((await load('en')).words, language);
}
