// Search options that the build's index and the manual's pages share.

/**
 * @typedef {object} Section the text below a heading
 * @property {string} id where it is: the page's path and the heading's anchor
 * @property {string} title
 * @property {string} page the page's title
 * @property {string} text
 * @property {string} start of the text, to be shown
 */

/** @type {import('minisearch').Options<Section>} */
export const OPTIONS = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'start'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};
