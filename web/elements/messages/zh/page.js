// What the page around the lab says, in simplified Chinese.

/** @type {Record<keyof typeof import('../en/page.js').page, string>} */
export const page = Object.freeze({
  pageTitle: 'headwise：多头注意力，一个头一个头地看',
  pageAbout: '多头注意力',
  pageMore: '，一个头一个头地看。这里的每个数都在你输入时现场算出。',
  languageLabel: '语言',
  modelOpen: '打开模型',
  embedOpen: '嵌入',
});
