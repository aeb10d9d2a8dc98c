// Suggests known words for an unknown one.

import type { TokenizedState, UnknownWord } from '../answer/tokenize-state.ts';

/** Number of known words offered for an unknown one. */
const OFFERED = 3;
/** Unknown words of more letters get no suggestions: no known word is nearly as long. */
const LONGEST = 64;

/**
 * The known words nearest to an unknown one: words that it may be a typo of, then words that fit in
 * its position, each by spelling.
 */
export function nearestWords(
  { model, first, second }: Pick<TokenizedState, 'model' | 'first' | 'second'>,
  { token: { piece }, index, second: isSecond }: UnknownWord,
) {
  const { tokens } = (isSecond ? second : first) ?? first;
  const wanted = piece.slice(0, LONGEST).normalize('NFC').toLowerCase();
  const slip = Math.max(1, Math.floor(wanted.length / 4));
  const pieceAt = (at: number) => tokens[at]?.piece ?? null;
  const fits = model.fits({ before: pieceAt(index - 1), after: pieceAt(index + 1) });
  return (model.words ?? [])
    .filter((word) => /\p{L}/u.test(word))
    .map((word) => {
      const distance = spellingDistance(wanted, word);
      return { word, distance, class: distance <= slip ? 0 : fits(word) ? 1 : 2 };
    })
    .sort((a, b) => a.class - b.class || a.distance - b.distance)
    .slice(0, OFFERED)
    .map(({ word }) => word);
}

/**
 * The number of letters inserted, deleted, changed or swapped with their neighbour (Damerau 1964);
 * slightly less for words with equal beginnings.
 */
function spellingDistance(a: string, b: string) {
  let [before, last] = [[0], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], before[j - 2] + 1);
      }
    }
    [before, last] = [last, row];
  }
  let shared = 0;
  while (shared < b.length && a[shared] === b[shared]) shared++;
  return last[b.length] - shared / (b.length + 1);
}
