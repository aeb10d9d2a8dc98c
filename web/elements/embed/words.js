// The few words that an element needs before, or without, the lab and its languages.

/** @type {Readonly<Record<string, { failed: string, again: string }>>} */
const words = Object.freeze({
  en: { failed: 'The interactive part could not start', again: 'Try again' },
  es: { failed: 'La parte interactiva no ha podido iniciarse', again: 'Intentar de nuevo' },
  zh: { failed: '互动部分无法启动', again: '重试' },
});

/** @param {string} language such as zh-Hans */
export function wordsIn(language) {
  return words[language.toLowerCase().split('-')[0]] ?? words.en;
}
