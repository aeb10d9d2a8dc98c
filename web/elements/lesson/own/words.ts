// Finds quoted words of a sentence: "it", or "the"#2.

import { wordTokenizer } from '../../lab/answer/tokenizer.ts';
import { ENGLISH } from '../../lab/state/state.ts';

/** nth: from 1 */
export type Quoted = { word: string; nth: number };

/** How models read that do not read word by word, once they are loaded. */
const tokenizers: Map<string, typeof wordTokenizer> = new Map();
export const knowPieces = (model: string, tokenizer: typeof wordTokenizer) =>
  tokenizers.set(model, tokenizer);
/** Whether it is known how a model reads; where it is not, no word of a sentence can be missed. */
export const arePiecesKnown = (model: string) => model !== ENGLISH || tokenizers.has(model);

/** Spaces are those within a line: with the ends of lines, time would grow with the square of a text's empty lines. */
const ASKS = /^[ \t]*model[ \t]*[:：][ \t\u3000]*english[ \t]*$/im;
/** @param text of a lesson */
export const isAboutEnglish = (text: string) => ASKS.test(text);

const QUOTED = /["“”„«»「」『』]([^"“”„«»「」『』]{1,80})["“”„«»「」『』](?:\s*#\s*(\d{1,3}))?/g;
/** Stands for a quoted word; no text can hold it. */
const MARK = '\u0001';

/**
 * A text with its quoted words taken out.
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
 * @param model that reads it
 * @returns none where it is not known how the model reads
 */
export const piecesOf = (text: string, model: string = ''): string[] =>
  arePiecesKnown(model)
    ? (tokenizers.get(model) ?? wordTokenizer).encode(text).tokens.map(({ piece }) => piece)
    : [];

/** @returns -1: it is not there */
export function placeOf(pieces: readonly string[], { word, nth }: Quoted): number {
  const places = (is: (piece: string) => boolean) =>
    pieces.flatMap((piece, at) => (is(piece) ? [at] : []));
  const same = places((piece) => piece === word);
  const low = word.toLowerCase();
  return (same.length > 0 ? same : places((piece) => piece.toLowerCase() === low))[nth - 1] ?? -1;
}
