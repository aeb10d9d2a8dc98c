// Finds quoted words of a sentence: "it", or "the"#2.

import { wordTokenizer } from '../../lab/answer/tokenizer.js';
import { ENGLISH } from '../../lab/state/state.js';

/**
 * @typedef {{ word: string, nth: number }} Quoted nth: from 1
 */

/** How models read that do not read word by word, once they are loaded. @type {Map<string, typeof wordTokenizer>} */
const tokenizers = new Map();
/** @param {string} model @param {typeof wordTokenizer} tokenizer */
export const knowPieces = (model, tokenizer) => tokenizers.set(model, tokenizer);
/** Whether it is known how a model reads; where it is not, no word of a sentence can be missed. @param {string} model */
export const arePiecesKnown = (model) => model !== ENGLISH || tokenizers.has(model);

/** Spaces are those within a line: with the ends of lines, time would grow with the square of a text's empty lines. */
const ASKS = /^[ \t]*model[ \t]*[:：][ \t\u3000]*english[ \t]*$/im;
/** @param {string} text of a lesson */
export const isAboutEnglish = (text) => ASKS.test(text);

const QUOTED = /["“”„«»「」『』]([^"“”„«»「」『』]{1,80})["“”„«»「」『』](?:\s*#\s*(\d{1,3}))?/g;
/** Stands for a quoted word; no text can hold it. */
const MARK = '\u0001';

/**
 * A text with its quoted words taken out.
 * @param {string} text
 * @returns {{ plain: string, quoted: readonly Quoted[] }} plain: in lower case, with MARK for each
 */
export function takeQuoted(text) {
  /** @type {Quoted[]} */
  const quoted = [];
  const plain = text.replace(QUOTED, (_, word, nth) => {
    quoted.push({ word: word.trim(), nth: Number(nth ?? 1) });
    return MARK;
  });
  return { plain: plain.toLowerCase().replace(/\s+/g, ' ').trim(), quoted };
}

/** @param {string} text @param {string} [model] that reads it @returns {string[]} none where it is not known how the model reads */
export const piecesOf = (text, model = '') =>
  arePiecesKnown(model)
    ? (tokenizers.get(model) ?? wordTokenizer).encode(text).tokens.map(({ piece }) => piece)
    : [];

/**
 * @param {readonly string[]} pieces
 * @param {Quoted} quoted
 * @returns {number} -1: it is not there
 */
export function placeOf(pieces, { word, nth }) {
  const places = (/** @type {(piece: string) => boolean} */ is) =>
    pieces.flatMap((piece, at) => (is(piece) ? [at] : []));
  const same = places((piece) => piece === word);
  const low = word.toLowerCase();
  return (same.length > 0 ? same : places((piece) => piece.toLowerCase() === low))[nth - 1] ?? -1;
}
