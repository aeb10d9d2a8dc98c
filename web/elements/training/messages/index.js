// The texts of the training room, loaded on first use.

/** @type {Readonly<Record<string, () => Promise<import('./en.js').Words>>>} */
export const loaders = Object.freeze({
  en: async () => (await import('./en.js')).words,
  zh: async () => (await import('./zh.js')).words,
  es: async () => (await import('./es.js')).words,
});
