// Shared parts of the question kinds of a teacher's lesson.
// A kind turns its lines into what is drawn by lot and a query to the engine. Answers are computed;
// only options and orders of the author's own come from the text.

import { readQuantity } from '../quantities.js';
import { columnsOf, headsOf, wordPlaces } from '../settings.js';
import { arePiecesKnown, piecesOf, placeOf } from '../words.js';

/**
 * @typedef {import('../../../../lessons/questions/index.js').Question} Question
 * @typedef {import('../../../../lessons/questions/index.js').Answer} Answer
 * @typedef {import('../quantities.js').Quantity} Quantity
 * @typedef {import('../words.js').Quoted} Quoted
 * @typedef {Record<string, any>} State
 *
 * @typedef {object} Entry a line of a question
 * @property {number} line
 * @property {string} key
 * @property {string} value
 * @property {string} [feedback]
 *
 * @typedef {object} Given
 * @property {string} about what the kind's own line says
 * @property {number} line of it
 * @property {readonly Entry[]} entries the lines below: right, wrong, option, item
 * @property {State} state of the scene
 * @property {number | null} tolerance
 * @property {(line: number, code: string, places?: Record<string, string | number>) => null} wrong reports a problem
 *
 * @typedef {object} Made
 * @property {import('../../../../lessons/questions/index.js').Kind} kind
 * @property {readonly string[]} keys of options, or of wrong answers
 * @property {Record<string, string>} [options] what they say
 * @property {(state: State, random: import('../../../../lessons/questions/random.js').Random) => object} [draws] besides the state
 * @property {Question['solve']} solve
 * @property {Question['reached']} [reached]
 * @property {Question['needs']} [needs]
 */

export const FEWEST = 2;
export const MOST = 8;
/** The keys of answers, in the order of their lines. */
export const LETTERS = 'abcdefgh';
/** Stands for a quoted word. */
export const W = '\u0001';
/** By how much the largest number has to be larger than the second, to be clear. */
export const CLEAR = 0.005;

/** @param {Answer} answer */
export const askedOf = (answer) => {
  const { queries, keys } = /** @type {any} */ (answer).question;
  const pieces = (/** @type {readonly { piece: string }[]} */ list) =>
    list.map(({ piece }) => piece);
  return { answer, rows: pieces(queries), columns: pieces(keys ?? queries) };
};

/**
 * A phrase as a quantity that the scene has; null: it is none, which is reported.
 * @param {string} text
 * @param {number} line
 * @param {Given} given
 */
export function quantityIn(text, line, given) {
  const quantity = readQuantity(text);
  if (!quantity) return given.wrong(line, 'quantity', { got: text });
  return isThere(quantity, line, given) ? quantity : null;
}

/**
 * @param {{ head: number, words: readonly Quoted[] }} quantity
 * @param {number} line
 * @param {Given} given
 */
export function isThere({ head, words }, line, { state, wrong }) {
  const heads = headsOf(state);
  let isFine = head >= 0 && head < heads;
  if (!isFine) wrong(line, 'noHead', { head: head + 1, heads });
  const sides = [piecesOf(state.text, state.model), columnsOf(state)];
  for (const [i, word] of words.entries()) {
    if (placeOf(sides[i], word) >= 0 || !arePiecesKnown(state.model)) continue;
    wrong(line, 'noWord', wordPlaces(word, sides[i]));
    isFine = false;
  }
  return isFine;
}

/** @param {readonly Entry[]} entries @param {string} key */
export const only = (entries, key) => entries.filter((entry) => entry.key === key);

/** @param {readonly Entry[]} entries @param {Given['wrong']} wrong */
export function areDifferent(entries, wrong) {
  const twice = entries.find(({ value }, i) => entries.findIndex((one) => one.value === value) < i);
  if (twice) wrong(twice.line, 'sameAnswer', { got: twice.value });
  return !twice;
}

/**
 * Whether there is a key for each wrong answer that an author foresees.
 * @param {readonly Entry[]} entries
 * @param {number} line
 * @param {Given['wrong']} wrong
 */
export function areFew(entries, line, wrong) {
  const { length: count } = only(entries, 'wrong');
  return count <= MOST || wrong(line, 'wrongs', { from: 0, to: MOST, count });
}

/** @param {readonly number[]} numbers @returns {[number, boolean]} where it is, and whether it is clear */
export function largestOf(numbers) {
  const [first, second] = [...numbers].sort((a, b) => b - a);
  return [numbers.indexOf(first), second === undefined || first - second > CLEAR];
}
