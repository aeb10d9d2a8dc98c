// Question kind: one of several answers.
// The author's own, one of which is marked as right; or words of the sentence, among which the
// engine finds the most attended one.

import { columnsOf, wordPlaces } from '../settings.ts';
import { selectionOf, sharesOf } from '../quantities.ts';
import { arePiecesKnown, placeOf, takeQuoted } from '../words.ts';
import {
  areDifferent,
  askedOf,
  CLEAR,
  FEWEST,
  LETTERS,
  MOST,
  only,
  quantityIn,
  W,
} from './parts.ts';
import type { Given, Made } from './parts.ts';
import type { Quantity } from '../quantities.ts';

export function chooseWritten({ entries, line, wrong }: Given): Made | null {
  const [right, others] = [only(entries, 'right'), only(entries, 'wrong')];
  const answers = entries.filter(({ key }) => key === 'right' || key === 'wrong');
  const isOne = right.length === 1;
  const areSome = others.length >= 1 && others.length < MOST;
  if (!isOne) wrong(line, 'oneRight', { count: right.length });
  if (!areSome) wrong(line, 'wrongs', { from: 1, to: MOST - 1, count: others.length });
  if (!areDifferent(answers, wrong) || !isOne || !areSome) return null;
  const keys = answers.map((_, i) => LETTERS[i]);
  const at = LETTERS[answers.indexOf(right[0])];
  return {
    kind: 'choose',
    keys,
    options: Object.fromEntries(answers.map(({ value }, i) => [LETTERS[i], value])),
    draws: (_, random) => ({ options: random.shuffle(keys) }),
    solve: async () => ({ right: at, mistakes: {} }),
  };
}

export function chooseComputed(given: Given): Made | null {
  const { about, line, wrong } = given;
  const options = wordsIn(given);
  const quantity = quantityIn(about, line, given);
  if (quantity && quantity.kind !== 'largest') return wrong(line, 'largestOnly', { got: about });
  if (!options || !quantity) return null;
  return {
    kind: 'choose',
    ...options.made,
    draws: (_, random) => ({ options: random.shuffle(options.made.keys) }),
    async solve({ compute, drawn }) {
      const asked = askedOf(await compute(drawn.state));
      const shares = options.sharesOf(asked, quantity).sort((a, b) => b.share - a.share);
      const clear = shares[0].share - shares[1].share > CLEAR;
      const [{ key: right, word }] = shares;
      const words = [quantity.words[0], word];
      const selection = selectionOf(asked, { ...quantity, words }) ?? undefined;
      return { right, clear, mistakes: {}, selection };
    },
  };
}

/** The options of a question, each a word of the sentence. */
export function wordsIn({ entries, line, state, wrong }: Given, fewest: number = FEWEST) {
  const options = only(entries, 'option');
  const { length: count } = options;
  const areSome = count >= fewest && count <= MOST;
  if (!areSome) wrong(line, 'options', { key: 'option', from: fewest, to: MOST, count });
  const columns = columnsOf(state);
  const words = options.map(({ line: at, value }) => {
    const { plain, quoted } = takeQuoted(value);
    if (plain !== W) return wrong(at, 'quotedWord', { got: value });
    const place = placeOf(columns, quoted[0]);
    const isLost = place < 0 && arePiecesKnown(state.model);
    if (isLost) return wrong(at, 'noWord', wordPlaces(quoted[0], columns));
    const [{ word, nth }] = quoted;
    // as quoted, where the tokens of the sentence are unknown
    const unread = nth > 1 ? `${word} (${nth})` : word;
    const said = place < 0 ? unread : labelOf(columns, place);
    return { quoted: quoted[0], line: at, key: '', value: said };
  });
  const known = words.filter((word) => word !== null);
  if (!areDifferent(known, wrong) || !areSome || words.includes(null)) return null;
  const keys = known.map((_, i) => LETTERS[i]);
  return {
    made: { keys, options: Object.fromEntries(keys.map((key, i) => [key, known[i].value])) },
    sharesOf(asked: ReturnType<typeof askedOf>, quantity: Quantity) {
      const shares = sharesOf(asked, quantity);
      return keys.map((key, i) => ({
        key,
        word: known[i].quoted,
        share: shares[placeOf(asked.columns, known[i].quoted)],
      }));
    },
  };
}

/** The label of a word: with its number where the sentence has it more than once. */
function labelOf(pieces: readonly string[], place: number) {
  const piece = pieces[place];
  const places = pieces.flatMap((one, at) => (one === piece ? [at] : []));
  return places.length > 1 ? `${piece} (${places.indexOf(place) + 1})` : piece;
}
