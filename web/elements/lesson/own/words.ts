// Finds quoted words of a sentence: "it", or "the"#2.

import { wordTokenizer } from '../../lab/answer/tokenizer.ts';
import { ENGLISH } from '../../lab/state/state.ts';

/** nth: from 1 */
export type Quoted = { word: string; nth: number };

/** Tokenizers of models whose tokens are not words, once they are loaded. */
const tokenizers: Map<string, typeof wordTokenizer> = new Map();
export const knowPieces = (model: string, tokenizer: typeof wordTokenizer) =>
  tokenizers.set(model, tokenizer);
/** Whether a model's tokenizer is loaded; without it, no word can be reported as missing. */
export const arePiecesKnown = (model: string) => model !== ENGLISH || tokenizers.has(model);

/**
 * Spaces within a line only: with line ends, time would grow with the square of a text's empty
 * lines.
 */
const ASKS = /^[ \t]*model[ \t]*[:：][ \t\u3000]*english[ \t]*$/im;
/** @param text text of a lesson */
export const isAboutEnglish = (text: string) => ASKS.test(text);

const QUOTED = /["“”„«»「」『』]([^"“”„«»「」『』]{1,80})["“”„«»「」『』](?:\s*#\s*(\d{1,3}))?/g;
/** Placeholder of a quoted word; no text can contain it. */
const MARK = '\u0001';

/**
 * Takes the quoted words out of a text.
 *
 * @returns plain: in lower case, with MARK for each
 */
export function takeQuoted(text: string): { plain: string; quoted: readonly Quoted[] } {
  const quoted: Quoted[] = [];
  const plain = text.replace(QUOTED, (_, word, nth) => {
    quoted.push({ word: word.trim(), nth: Number(nth ?? 1) });
    return MARK;
  });
  return { plain: plain.toLowerCase().replace(/\s+/g, ' ').trim(), quoted };
}

/**
 * @param model name of the model
 * @returns empty where the model's tokenizer is not loaded
 */
export const piecesOf = (text: string, model: string = ''): string[] =>
  arePiecesKnown(model)
    ? (tokenizers.get(model) ?? wordTokenizer).encode(text).tokens.map(({ piece }) => piece)
    : [];

/** @returns -1: the sentence does not contain it */
export function placeOf(pieces: readonly string[], { word, nth }: Quoted): number {
  const places = (is: (piece: string) => boolean) =>
    pieces.flatMap((piece, at) => (is(piece) ? [at] : []));
  const same = places((piece) => piece === word);
  const low = word.toLowerCase();
  return (same.length > 0 ? same : places((piece) => piece.toLowerCase() === low))[nth - 1] ?? -1;
}
