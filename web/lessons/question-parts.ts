// Common parts of several questions: sentences of the learner, and numbers of the engine's answers.

import { SENTENCE } from './scene-parts.ts';
import type { Tensor } from './questions.ts';
import type { State } from './lessons.ts';

/**
 * Fewest and most words: fewer give too little to ask about, and more do not fit beside the
 * question.
 */
const FEWEST = 4;
const MOST = 12;

/**
 * The scene's state with the learner's own sentence, or the beginning of another where that one
 * does not fit. A trained model would not know the words, and has widths and heads of its own.
 *
 * @param words words of its sentence
 * @param count most words of the sentence
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

/** One row at every position. */
export function repeated(row: readonly number[], count: number) {
  const data = Float32Array.from({ length: count * row.length }, (_, at) => row[at % row.length]);
  return { data, shape: [1, count, row.length] };
}

/** A unit row: 1 at one index, 0 at all others. */
export const unit = (width: number, at: number) =>
  Array.from({ length: width }, (_, i) => Number(i === at));
