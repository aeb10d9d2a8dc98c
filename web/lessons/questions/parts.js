// Parts of several questions: sentences of the learner, and numbers of answers.
// The numbers are the engine's.

/**
 * @typedef {import('./index.js').Tensor} Tensor
 * @typedef {import('../lessons.js').State} State
 */

import { SENTENCE } from '../scenes/parts.js';

/** With fewer words there is too little to ask about; more do not fit beside the question. */
const FEWEST = 4;
const MOST = 12;

/**
 * The scene's state with the learner's own sentence, or the beginning of another where that one does not fit. A trained model
 * would not know the words, and has widths and heads of its own.
 *
 * @param {State} base
 * @param {readonly string[]} words of its sentence
 * @param {number} [count] how many words the sentence is to have at most
 * @returns {{ state: State, count: number, pieces: readonly string[] }}
 */
export function spoken(base, words, count = MOST) {
  const plain = { ...base, model: 'untrained', layer: 0 };
  if (words.length >= FEWEST && words.length <= count) {
    return { state: plain, count: words.length, pieces: words };
  }
  const pieces = SENTENCE.split(' ').slice(0, count);
  return { state: { ...plain, text: pieces.join(' ') }, count: pieces.length, pieces };
}

/**
 * @param {Tensor} tensor (heads, rows, columns)
 * @param {number} head
 * @param {number} row
 * @param {number} column
 */
export function valueAt({ data, shape: [, rows, columns] }, head, row, column) {
  return data[(head * rows + row) * columns + column];
}

/**
 * @param {Tensor} tensor (heads, rows, columns)
 * @param {number} head
 * @param {number} row
 * @returns {number[]}
 */
export function rowOf({ data, shape: [, rows, columns] }, head, row) {
  const from = (head * rows + row) * columns;
  return [...data.slice(from, from + columns)];
}

/**
 * The numbers of one head.
 * @param {Tensor} tensor (heads, rows, columns)
 * @param {number} head
 */
export function headOf({ data, shape: [, rows, columns] }, head) {
  return data.slice(head * rows * columns, (head + 1) * rows * columns);
}
