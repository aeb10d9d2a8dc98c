// The author's draft in this browser's storage.
// A lesson that comes by a link does not replace it: when that lesson is changed, the author's own
// draft stays beside it.

import { store, stored } from '../../elements/shared/storage.ts';

const DRAFT = 'headwise-lesson-draft';
const OWN = 'headwise-lesson-draft-own';

export function createDraft() {
  /** what came by a link, as long as it has not been changed */
  let linked: string | null = null;

  const last = () => stored(DRAFT);

  function setAside(other: string) {
    linked = null;
    const own = last();
    if (own !== null && own !== other) store(OWN, own);
    // the next time the draft is shown
    history.replaceState(null, '', location.pathname + location.search);
  }

  return {
    last,
    /** The author's, where another text is in the field. */
    other: () => (linked === null ? stored(OWN) : last()),
    link(text: string) {
      linked = text;
    },
    /** @returns false where the browser keeps nothing */
    keep(text: string): boolean {
      if (linked !== null) setAside(linked);
      return store(DRAFT, text);
    },
  };
}
