// Tokens on the screen: the input's, and those the model wrote.

import type { Side } from '../../elements/model-view/read-model.ts';
import type { Kind, Reading } from './worker-messages.ts';

/** A token that the model wrote. */
export interface Written {
  id: number;
  name: string;
}

/** A text as the model has read it. */
export interface Read {
  reading: Reading;
  /** names of the text's tokens */
  names: readonly string[];
  /** names of the decoder's initial tokens */
  targets: readonly string[];
  /** tokens that the model wrote after them */
  written: readonly Written[];
}

/**
 * The name of each token: its text in the input, or its own name.
 *
 * @param texts one, or two
 */
export function namesOf(
  { ids, tokens, spans, sentences }: Reading,
  texts: readonly (string | undefined)[],
): string[] {
  return ids.map((id, i) => {
    const [start, end] = spans?.[i] ?? [0, 0];
    const own = texts[sentences?.[i] ?? 0]?.slice(start, end).trim();
    return own || tokens?.[i] || String(id);
  });
}

/** The initially chosen token: a mask, otherwise the last token. */
export function placeOf({ ids, tokens }: Reading) {
  const masked = tokens?.findIndex((token) => /^(\[MASK\]|<mask>)$/.test(token)) ?? -1;
  return masked >= 0 ? masked : ids.length - 1;
}

/** A token with its spaces and line breaks visible. */
export function visible(name: string) {
  const text = name.replaceAll('\n', '⏎').replaceAll('\t', '⇥');
  return text.trim() === '' ? text.replaceAll(' ', '␣') : text.trim();
}

/** The number of given tokens. */
export function given({ names, targets }: Read) {
  return targets.length > 0 ? targets.length : names.length;
}

/** The index of the decoder's last token. */
export function last(read: Read) {
  return given(read) + read.written.length - 1;
}

/** The labels of a map's rows and columns, and the decoder's tokens. */
export function axesOf({ names, targets, written }: Read, kind: Kind) {
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
