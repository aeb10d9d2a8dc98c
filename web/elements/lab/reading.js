// The sentences of a state as the tokens of its model. A model that does not know some of their words leaves them to
// the untrained vectors: never a silent stand-in for a word.

import { untrained } from './source.js';

/**
 * @typedef {import('./source.js').Source} Source
 * @typedef {import('./tokenizer.js').Token} Token
 * @typedef {import('./tokenizer.js').Encoding} Encoding
 *
 * @typedef {object} Reading
 * @property {Source} model the one that the state names
 * @property {Source} source the one that computes: the same, or the untrained one if there are words it does not know
 * @property {Encoding} first
 * @property {Encoding | null} second
 * @property {readonly Unknown[]} unknown words that the model does not know
 *
 * @typedef {{ token: Token, index: number, second: boolean }} Unknown
 */

/**
 * @param {readonly Source[]} sources
 * @param {{ text: string, second: string | null, model: string }} state
 * @returns {Reading}
 */
export function readSentences(sources, { text, second, model: name }) {
  const model = sources.find((source) => source.name === name) ?? untrained;
  const read = encode(model, text, second);
  const unknown = [
    ...unknownIn(read.first.tokens, false),
    ...unknownIn(read.second?.tokens ?? [], true),
  ];
  if (unknown.length === 0) return { model, source: model, ...read, unknown };
  return { model, source: untrained, ...encode(untrained, text, second), unknown };
}

/**
 * @param {Source} source
 * @param {string} text
 * @param {string | null} second
 */
function encode({ tokenizer, limit }, text, second) {
  return {
    first: tokenizer.encode(text, { limit }),
    second: second === null ? null : tokenizer.encode(second, { limit }),
  };
}

/**
 * @param {readonly Token[]} tokens
 * @param {boolean} second
 * @returns {Unknown[]}
 */
function unknownIn(tokens, second) {
  return tokens.flatMap((token, index) => (token.id < 0 ? [{ token, index, second }] : []));
}

/** How many known words are offered for one that is not. */
const OFFERED = 3;

/**
 * The known words that come nearest to an unknown one: those that it may be a slip of, then those that can stand in
 * its place, each by their spelling.
 * @param {Reading} reading
 * @param {Unknown} unknown
 */
export function nearestWords(
  { model, first, second },
  { token: { piece }, index, second: isSecond },
) {
  const { tokens } = (isSecond ? second : first) ?? first;
  const wanted = piece.normalize('NFC').toLowerCase();
  const slip = Math.max(1, Math.floor(wanted.length / 4));
  const pieceAt = (/** @type {number} */ at) => tokens[at]?.piece ?? null;
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
 * How many letters must be put in, left out, changed or swapped with their neighbour (Damerau 1964); a part less the
 * more the beginnings agree.
 * @param {string} a
 * @param {string} b
 */
function spellingDistance(a, b) {
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

/**
 * A text with a word of it replaced, which begins with a capital if the old one did.
 * @param {string} text
 * @param {Token} token of it
 * @param {string} word
 */
export function replaceWord(text, { piece, start, end }, word) {
  const [letter] = piece;
  const capital = letter !== letter.toLowerCase();
  const written = capital ? word[0].toUpperCase() + word.slice(1) : word;
  return text.slice(0, start) + written + text.slice(end);
}
