// What the page around the lab says, in English.

export const page = Object.freeze({
  pageTitle: 'headwise: multi-head attention, head by head',
  pageAbout: 'Multi-head attention',
  pageMore: ', head by head. Every number here is computed as you type.',
  languageLabel: 'Language',
  modelOpen: 'Open a model',
  embedOpen: 'Embed',
});
