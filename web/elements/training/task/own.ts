// Checks a reader's own task: a text, or pairs.
// The model learns the next symbol of a text, or the outputs of the pairs' inputs. This file
// reports contents or problems; the tasks themselves belong to headwise/training.

import { nextToken, pairs as pairsTask, splitText } from 'headwise/training';
import { TEXT_LIMIT } from '../../lab/state/limits.ts';
import type { Task } from 'headwise/training';
import type { TrainingSettings } from '../../lab/state/training.ts';

type Settings = TrainingSettings;

type Wanted = Pick<Settings, 'task' | 'text' | 'pairs' | 'unit'>;

/** facts about a valid task */
export interface Facts {
  /** number of its symbols, or of its pairs */
  count: number;
  /** number of different symbols */
  different: number;
  /** held-out symbols or pairs; 0: none */
  heldOut: number;
}

type ProblemName =
  | 'empty'
  | 'textShort'
  | 'oneSymbol'
  | 'tooDifferent'
  | 'long'
  | 'noArrow'
  | 'emptySide'
  | 'twoOutputs'
  | 'pairLong'
  | 'fewPairs'
  | 'manyPairs';

type Problem = { problem: ProblemName; places: Record<string, number> };

type Own = { make: () => Task; facts: Facts };

/** Longest sequence whose maps have readable labels. */
const LONGEST = 24;
const SHORTEST = 4;
/** Part of the data that is held out, larger than one sequence. */
const PART = 8;
export const LEAST_SYMBOLS = PART * SHORTEST + 1;
/** Each symbol has a row of its own in the model, and every saved step has a copy. */
export const MOST_DIFFERENT = 2000;
export const MOST_PAIRS = 500;
export const MOST_IN_PAIR = 40;
const ARROW = /->|=>|[\u2192\u21d2]/u;
/** Separators other than an arrow, as in lines copied from a table. */
const TABS = /\t+/;

export type OwnSettings = Settings & { task: 'text' | 'pairs' };

export const isOwn = (settings: Settings): settings is OwnSettings =>
  settings.task === 'text' || settings.task === 'pairs';

export function readOwn({ task, text, pairs, unit }: Wanted): Own | Problem {
  const given = task === 'text' ? text : pairs;
  if (given.trim() === '') return problem('empty');
  if (given.length > TEXT_LIMIT) return problem('long', { most: TEXT_LIMIT, count: given.length });
  return task === 'text' ? readText(text, unit) : readPairs(pairs, unit);
}

function readText(text: string, unit: Settings['unit']): Own | Problem {
  const symbols = splitText(text, unit);
  const different = new Set(symbols).size;
  if (different === 1) return problem('oneSymbol');
  if (symbols.length < LEAST_SYMBOLS) {
    return problem('textShort', { least: LEAST_SYMBOLS, count: symbols.length });
  }
  if (different > MOST_DIFFERENT) {
    return problem('tooDifferent', { most: MOST_DIFFERENT, count: different });
  }
  const length = Math.min(LONGEST, Math.floor((symbols.length - 1) / PART));
  return {
    make: () => nextToken(text, { unit, length }),
    facts: { count: symbols.length, different, heldOut: Math.ceil(symbols.length / PART) },
  };
}

function readPairs(text: string, unit: Settings['unit']): Own | Problem {
  /** pairs by their input */
  const known: Map<string, [string, string]> = new Map();
  const symbols = new Set();
  for (const [index, given] of text.split(/\r\n?|\n/).entries()) {
    if (given.trim() === '') continue;
    const line = index + 1;
    const sides = given.split(ARROW.test(given) ? ARROW : TABS).map((side) => side.trim());
    if (sides.length !== 2) return problem('noArrow', { line });
    const [input, output] = sides.map((side) => splitText(side, unit));
    if (input.length === 0 || output.length === 0) return problem('emptySide', { line });
    const count = input.length + output.length;
    if (count > MOST_IN_PAIR) return problem('pairLong', { line, most: MOST_IN_PAIR, count });
    const key = JSON.stringify(input);
    const before = known.get(key);
    if (before && JSON.stringify(splitText(before[1], unit)) !== JSON.stringify(output)) {
      return problem('twoOutputs', { line });
    }
    known.set(key, [sides[0], sides[1]]);
    for (const symbol of [...input, ...output]) symbols.add(symbol);
  }
  const count = known.size;
  if (count < 2) return problem('fewPairs');
  if (count > MOST_PAIRS) return problem('manyPairs', { most: MOST_PAIRS, count });
  if (symbols.size > MOST_DIFFERENT) {
    return problem('tooDifferent', { most: MOST_DIFFERENT, count: symbols.size });
  }
  return {
    make: () => pairsTask([...known.values()], { unit }),
    facts: { count, different: symbols.size, heldOut: Math.floor(count / PART) },
  };
}

const problem = (name: ProblemName, places: Record<string, number> = {}): Problem => ({
  problem: name,
  places,
});

/** Replaces invisible characters with symbols. */
export const visible = (symbol: string) => SIGNS.get(symbol) ?? symbol;
const SIGNS = new Map([
  [' ', '␣'],
  ['\n', '⏎'],
  ['\t', '⇥'],
  ['\u00a0', '␣'],
]);
