// Tokens on the screen: the given ones, and those the model wrote.

import type { Side } from '../../elements/model-view/read-model.ts';
import type { Shown } from './session.ts';
import type { Reading } from './connection.ts';

/** the tokens that the model has read */
export interface Read {
  reading: Reading;
  /** of the tokens of the text */
  names: string[];
  /** of those that the decoder of two began with */
  targets: string[];
}

/** How many the decoder was given. */
export function given({ names, targets }: Read) {
  return targets.length > 0 ? targets.length : names.length;
}

/** The place of the last token of the decoder. */
export function last(read: Read, { written }: Shown) {
  return given(read) + written.length - 1;
}

/** The labels of a map's rows and columns, and the decoder's tokens. */
export function axesOf({ names, targets }: Read, { kind, written }: Shown) {
  const more = written.map(({ name }) => name);
  const decoder = [...(targets.length > 0 ? targets : names), ...more];
  return {
    decoder,
    rows: kind === 'encoder' ? names : decoder,
    columns: kind === 'self' ? decoder : names,
  };
}

/** A side of a map, with what is known of the words and sentences of the text. */
export function sideOf({ reading, names }: Read, tokens: readonly string[]): Side {
  const isText = names.every((name, i) => name === tokens[i]);
  const more = Array.from({ length: tokens.length - names.length }, () => -1);
  const words = isText && reading.words ? [...reading.words, ...more] : null;
  return { tokens, words, segments: isText ? reading.sentences : null };
}
