// The languages of the page: a line for each. Their words are in the folder of the same name, loaded by load.ts.

interface Language {
  /** in the language itself */
  name: string;
  direction: 'ltr' | 'rtl';
  /** An element shows these before, or without, the language's other words. */
  start: { failed: string; again: string; wrong: string; part: string };
}

/** By the tags of BCP 47, in the order of the menu. */
export const languages: Readonly<Record<string, Language>> = Object.freeze({
  en: {
    name: 'English',
    direction: 'ltr',
    start: {
      failed: 'The interactive part could not start',
      again: 'Try again',
      wrong: 'The interactive part cannot show what this page gave it',
      part: 'A part of this page could not be loaded. The page may have been updated: reload it.',
    },
  },
  zh: {
    name: '中文',
    direction: 'ltr',
    start: {
      failed: '互动部分无法启动',
      again: '重试',
      wrong: '互动部分无法显示本页提供的数据',
      part: '本页的一部分无法加载。页面可能已更新，请重新加载。',
    },
  },
  es: {
    name: 'Español',
    direction: 'ltr',
    start: {
      failed: 'La parte interactiva no ha podido iniciarse',
      again: 'Intentar de nuevo',
      wrong: 'La parte interactiva no puede mostrar lo que esta página le ha dado',
      part: 'No se ha podido cargar una parte de esta página. Puede que se haya actualizado: vuelve a cargarla.',
    },
  },
});

/** No language: English between marks, from right to left. It shows layout and texts as a translation meets them. */
export const PSEUDO = 'en-XB';

/**
 * The best available language for a reader; English if there is none.
 *
 * @param wanted tags such as navigator.languages, best first
 */
export function pickLanguage(wanted: readonly (string | null | undefined)[]): string {
  for (const tag of wanted) {
    if (!tag) continue;
    if (tag === PSEUDO) return PSEUDO;
    const language = tag.toLowerCase().split('-')[0];
    if (Object.hasOwn(languages, language)) return language;
  }
  return 'en';
}

/** @param language as pickLanguage gave it */
export const directionOf = (language: string) =>
  language === PSEUDO ? 'rtl' : languages[language].direction;

/** @param tag such as zh-Hans */
export const startWordsOf = (tag: string) => {
  const language = pickLanguage([tag]);
  return languages[language === PSEUDO ? 'en' : language].start;
};
