// The words of the questions, in the languages there are; each is loaded when it is needed.

/** @type {Readonly<Record<string, () => Promise<typeof import('./en.js')>>>} */
export const questionTexts = Object.freeze({
  en: () => import('./en.js'),
  zh: () => import('./zh.js'),
  es: () => import('./es.js'),
});
