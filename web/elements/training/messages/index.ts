// The texts of the training room, loaded on first use.

import type { Words } from './en.ts';

export const loaders: Readonly<Record<string, () => Promise<Words>>> = Object.freeze({
  en: async () => (await import('./en.ts')).words,
  zh: async () => (await import('./zh.ts')).words,
  es: async () => (await import('./es.ts')).words,
});
