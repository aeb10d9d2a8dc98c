// Parts of several questions: sentences of the learner, and numbers of answers.
// The numbers are the engine's.

import { SENTENCE } from '../scenes/parts.ts';
import type { Tensor } from './index.ts';
import type { State } from '../lessons.ts';

/** With fewer words there is too little to ask about; more do not fit beside the question. */
const FEWEST = 4;
const MOST = 12;

/**
 * The scene's state with the learner's own sentence, or the beginning of another where that one does not fit. A trained model
 * would not know the words, and has widths and heads of its own.
 *
 * @param words of its sentence
 * @param count how many words the sentence is to have at most
 */
export function spoken(
  base: State,
  words: readonly string[],
  count: number = MOST,
): { state: State; count: number; pieces: readonly string[] } {
  const plain = { ...base, model: 'untrained', layer: 0 };
  if (words.length >= FEWEST && words.length <= count) {
    return { state: plain, count: words.length, pieces: words };
  }
  const pieces = SENTENCE.split(' ').slice(0, count);
  return { state: { ...plain, text: pieces.join(' ') }, count: pieces.length, pieces };
}

/** @param tensor (heads, rows, columns) */
export function valueAt(
  { data, shape: [, rows, columns] }: Tensor,
  head: number,
  row: number,
  column: number,
) {
  return data[(head * rows + row) * columns + column];
}

/** @param tensor (heads, rows, columns) */
export function rowOf(
  { data, shape: [, rows, columns] }: Tensor,
  head: number,
  row: number,
): number[] {
  const from = (head * rows + row) * columns;
  return [...data.slice(from, from + columns)];
}

/**
 * The numbers of one head.
 *
 * @param tensor (heads, rows, columns)
 */
export function headOf({ data, shape: [, rows, columns] }: Tensor, head: number) {
  return data.slice(head * rows * columns, (head + 1) * rows * columns);
}
