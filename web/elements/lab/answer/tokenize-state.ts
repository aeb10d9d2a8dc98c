// Tokenizes the sentences of a state with its model.
// If the model does not know a word, the untrained source tokenizes the sentences: no word is
// silently replaced. A last word that may still become a known one is left out until it is.

import { untrained } from './source.ts';
import type { Source } from './source.ts';
import type { Encoding, Token } from './tokenizer.ts';

export interface TokenizedState {
  /** the model that the state names */
  model: Source;
  /**
   * the source that computes: the model, or the untrained source if the model does not know all
   * words
   */
  source: Source;
  first: Encoding;
  second: Encoding | null;
  /** words that the model does not know */
  unknown: readonly UnknownWord[];
}

export type UnknownWord = { token: Token; index: number; second: boolean };

export function tokenizeState(
  sources: readonly Source[],
  { text, second, model: name }: { text: string; second: string | null; model: string },
): TokenizedState {
  const model = sources.find((source) => source.name === name) ?? untrained;
  const read = encode(model, text, second);
  const unknown = [
    ...unknownIn(read.first.tokens, false),
    ...unknownIn(read.second?.tokens ?? [], true),
  ];
  if (unknown.length === 0) return { model, source: model, ...read, unknown };
  return { model, source: untrained, ...encode(untrained, text, second), unknown };
}

function encode(source: Source, text: string, second: string | null) {
  const { tokenizer, limit } = source;
  return {
    first: withoutBegunWord(source, tokenizer.encode(text, { limit }), text),
    second: second === null ? null : tokenizer.encode(second, { limit }),
  };
}

/** Leaves out a last word of which more letters would make a word that the model knows. */
function withoutBegunWord({ words }: Source, encoding: Encoding, text: string): Encoding {
  const { tokens } = encoding;
  const last = tokens.at(-1);
  if (!words || tokens.length < 2 || !last || last.id >= 0 || last.end < text.length) {
    return encoding;
  }
  const begun = last.piece.toLowerCase();
  const isBegun = words.some((word) => word.startsWith(begun));
  return isBegun ? { tokens: tokens.slice(0, -1), truncated: false } : encoding;
}

function unknownIn(tokens: readonly Token[], second: boolean): UnknownWord[] {
  return tokens.flatMap((token, index) => (token.id < 0 ? [{ token, index, second }] : []));
}

/**
 * A text with one word replaced; the new word begins with a capital if the old one did.
 *
 * @param token token of the old word
 */
export function replaceWord(text: string, { piece, start, end }: Token, word: string) {
  const [letter] = piece;
  const capital = letter !== letter.toLowerCase();
  const written = capital ? word[0].toUpperCase() + word.slice(1) : word;
  return text.slice(0, start) + written + text.slice(end);
}
