// Tokenises the sentences of a state with its model.
// If the model does not know a word, the untrained source reads the sentences: no word is silently
// replaced.

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
