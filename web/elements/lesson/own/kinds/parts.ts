// Common parts of the question kinds of a teacher's lesson.
// A kind turns its lines into random draws and a query to the engine. Answers are computed; only
// options and orders of the author's own come from the text.

import { readQuantity } from '../quantities.ts';
import { columnsOf, headsOf, wordPlaces } from '../settings.ts';
import { arePiecesKnown, piecesOf, placeOf } from '../words.ts';
import type { Answer, Kind, Question } from '../../../../lessons/questions.ts';
import type { Quoted } from '../words.ts';
import type { Random } from '../../../../lessons/random.ts';

export type { Answer, Question };

type State = Record<string, any>;

/** a line of a question */
export interface Entry {
  line: number;
  key: string;
  value: string;
  feedback?: string;
}

export interface Given {
  /** text of the kind's own line */
  about: string;
  /** number of that line */
  line: number;
  /** the lines below: right, wrong, option, item */
  entries: readonly Entry[];
  /** state of the scene */
  state: State;
  tolerance: number | null;
  /** reports a problem */
  wrong: (line: number, code: string, places?: Record<string, string | number>) => null;
}

export interface Made {
  kind: Kind;
  /** keys of options, or of wrong answers */
  keys: readonly string[];
  /** texts of the options */
  options?: Record<string, string>;
  /** random values besides the state */
  draws?: (state: State, random: Random) => object;
  solve: Question['solve'];
  reached?: Question['reached'];
  needs?: Question['needs'];
}

export const FEWEST = 2;
export const MOST = 8;
/** The keys of answers, in the order of their lines. */
export const LETTERS = 'abcdefgh';
/** Placeholder of a quoted word. */
export const W = '\u0001';
/** Least difference between the largest number and the second that makes an answer clear. */
export const CLEAR = 0.005;

export const askedOf = (answer: Answer) => {
  const { queries, keys } = (answer as any).question;
  const pieces = (list: readonly { piece: string }[]) => list.map(({ piece }) => piece);
  return { answer, rows: pieces(queries), columns: pieces(keys ?? queries) };
};

/**
 * The quantity of a phrase, if the scene has it; null: the phrase has a problem, which is reported.
 */
export function quantityIn(text: string, line: number, given: Given) {
  const quantity = readQuantity(text);
  if (!quantity) return given.wrong(line, 'quantity', { got: text });
  return isThere(quantity, line, given) ? quantity : null;
}

export function isThere(
  { head, words }: { head: number; words: readonly Quoted[] },
  line: number,
  { state, wrong }: Given,
) {
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

export const only = (entries: readonly Entry[], key: string) =>
  entries.filter((entry) => entry.key === key);

export function areDifferent(entries: readonly Entry[], wrong: Given['wrong']) {
  const twice = entries.find(({ value }, i) => entries.findIndex((one) => one.value === value) < i);
  if (twice) wrong(twice.line, 'sameAnswer', { got: twice.value });
  return !twice;
}

/** Whether there is a key for each of the author's wrong answers. */
export function areFew(entries: readonly Entry[], line: number, wrong: Given['wrong']) {
  const { length: count } = only(entries, 'wrong');
  return count <= MOST || wrong(line, 'wrongs', { from: 0, to: MOST, count });
}

/** @returns its index, and whether it is clear */
export function largestOf(numbers: readonly number[]): [number, boolean] {
  const [first, second] = [...numbers].sort((a, b) => b - a);
  return [numbers.indexOf(first), second === undefined || first - second > CLEAR];
}
