// Tokens on the screen: the input's, and those the model wrote.

import type { Side } from '../../elements/model-view/read-model.ts';
import type { Shown } from './session.ts';
import type { Reading } from './worker-messages.ts';

/** the tokens that the model has read */
export interface Read {
  reading: Reading;
  /** names of the text's tokens */
  names: string[];
  /** names of the decoder's initial tokens */
  targets: string[];
}

/** The number of given tokens. */
export function given({ names, targets }: Read) {
  return targets.length > 0 ? targets.length : names.length;
}

/** The index of the decoder's last token. */
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

/** A side of a map, with the words and sentences of the text where they are known. */
export function sideOf({ reading, names }: Read, tokens: readonly string[]): Side {
  const isText = names.every((name, i) => name === tokens[i]);
  const more = Array.from({ length: tokens.length - names.length }, () => -1);
  const words = isText && reading.words ? [...reading.words, ...more] : null;
  return { tokens, words, segments: isText ? reading.sentences : null };
}
