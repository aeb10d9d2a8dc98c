// The author's draft in this browser's storage.
// A lesson from a link does not replace it: when that lesson is changed, the author's own draft is
// stored beside it.

import { store, stored } from '../../ui/storage.ts';

const DRAFT = 'headwise-lesson-draft';
const OWN = 'headwise-lesson-draft-own';

export function createDraft() {
  /** the lesson from a link, as long as it is unchanged */
  let linked: string | null = null;

  const last = () => stored(DRAFT);

  function setAside(other: string) {
    linked = null;
    const own = last();
    if (own !== null && own !== other) store(OWN, own);
    // the next visit shows the draft
    history.replaceState(null, '', location.pathname + location.search);
  }

  return {
    last,
    /** The author's draft, where the field has another text. */
    other: () => (linked === null ? stored(OWN) : last()),
    link(text: string) {
      linked = text;
    },
    /** @returns false where the browser has no storage */
    keep(text: string): boolean {
      if (linked !== null) setAside(linked);
      return store(DRAFT, text);
    },
  };
}
