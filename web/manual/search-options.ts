// Search options of the build's index and of the manual's pages.

import type { Options } from 'minisearch';

/** the text below a heading */
export interface Section {
  /** its address: the page's path and the heading's anchor */
  id: string;
  title: string;
  /** the page's title */
  page: string;
  text: string;
  /** the beginning of the text, for the list of results */
  start: string;
}

export const OPTIONS: Options<Section> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'start'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};
