// Texts that an element needs before, or without, the lab.

const words: Readonly<Record<string, { failed: string; again: string; wrong: string }>> =
  Object.freeze({
    en: {
      failed: 'The interactive part could not start',
      again: 'Try again',
      wrong: 'The interactive part cannot show what this page gave it',
    },
    es: {
      failed: 'La parte interactiva no ha podido iniciarse',
      again: 'Intentar de nuevo',
      wrong: 'La parte interactiva no puede mostrar lo que esta página le ha dado',
    },
    zh: {
      failed: '互动部分无法启动',
      again: '重试',
      wrong: '互动部分无法显示本页提供的数据',
    },
  });

/** @param language such as zh-Hans */
export function wordsIn(language: string) {
  return words[language.toLowerCase().split('-')[0]] ?? words.en;
}
