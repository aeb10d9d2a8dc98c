// Search options that the build's index and the manual's pages share.

import type { Options } from 'minisearch';

/** the text below a heading */
export interface Section {
  /** where it is: the page's path and the heading's anchor */
  id: string;
  title: string;
  /** the page's title */
  page: string;
  text: string;
  /** of the text, to be shown */
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
