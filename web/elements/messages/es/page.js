// What the page around the lab says, in Spanish.

/** @type {Record<keyof typeof import('../en/page.js').page, string>} */
export const page = Object.freeze({
  pageTitle: 'headwise: atención de varias cabezas, cabeza por cabeza',
  pageAbout: 'Atención de varias cabezas',
  pageMore: ', cabeza por cabeza. Cada número se calcula aquí mientras escribes.',
  languageLabel: 'Idioma',
  modelOpen: 'Abrir un modelo',
  embedOpen: 'Insertar',
});
