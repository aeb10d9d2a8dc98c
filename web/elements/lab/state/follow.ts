// Keeps tokens selected while the reader types, if they are recognisable.

import { sameSelection } from './state.ts';
import type { Encoding, Token } from '../answer/tokenizer.ts';
import type { Selection } from './state.ts';

type Encodings = { first: Encoding; second: Encoding | null };

export function followSelection(
  { head, query, key }: Selection,
  before: Encodings,
  after: Encodings,
): Selection {
  const crossing = before.second !== null || after.second !== null;
  return {
    head,
    query: followToken(query, before.first, after.first),
    // with a second sentence, keys are its tokens
    key: crossing
      ? followToken(key, before.second, after.second)
      : followToken(key, before.first, after.first),
  };
}

/**
 * Keeps the selection through successive texts. When the selected word is gone, the last word is
 * selected instead, until the reader selects another one.
 */
export function createFollower() {
  /** the last word, if the reader did not choose it */
  let last: Selection | null = null;

  return (selection: Selection, before: Encodings, after: Encodings): Selection => {
    const next = followSelection(selection, before, after);
    const isGone = selection.query !== null && next.query === null;
    const goesOn = last !== null && sameSelection(selection, last);
    const { head } = selection;
    last = isGone || goesOn ? { head, query: lastWord(after.first), key: null } : null;
    return last ?? next;
  };
}

/** The last token that is not punctuation; null where there is no token. */
function lastWord({ tokens }: Encoding) {
  const index = tokens.findLastIndex(({ piece }) => /[\p{L}\p{N}]/u.test(piece));
  return index >= 0 ? index : tokens.length > 0 ? tokens.length - 1 : null;
}

/** The token at the same index, or the nearest equal one; null if it is gone. */
function followToken(index: number | null, before: Encoding | null, after: Encoding | null) {
  const old = index === null ? undefined : before?.tokens[index];
  if (index === null || !old || !before || !after) return null;
  const { tokens } = after;
  // a word that is being changed is still that word
  if (tokens.length === before.tokens.length || tokens[index]?.piece === old.piece) return index;
  // another model may have a word in pieces
  const isAlike = ({ piece, start }: Token) =>
    piece === old.piece ||
    (start === old.start && (piece.startsWith(old.piece) || old.piece.startsWith(piece)));
  const alike = tokens.flatMap((token, i) => (isAlike(token) ? [i] : []));
  alike.sort((a, b) => Math.abs(a - index) - Math.abs(b - index));
  return alike[0] ?? null;
}
