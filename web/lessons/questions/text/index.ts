// The words of the questions, in the languages there are; each is loaded when it is needed.

export const questionTexts: Readonly<Record<string, () => Promise<typeof import('./en.ts')>>> =
  Object.freeze({
    en: () => import('./en.ts'),
    zh: () => import('./zh.ts'),
    es: () => import('./es.ts'),
  });
