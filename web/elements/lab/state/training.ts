// The training room's settings in the state.
// The run itself is not in it: equal settings give the same run again, up to the step that is noted.

import { readIndex, SEED_LIMIT, TEXT_LIMIT } from './limits.ts';
import type { TextUnit } from 'headwise/training';

export type TaskName =
  'copy-previous' | 'induction' | 'reverse' | 'sort' | 'binary' | 'grammar' | 'text' | 'pairs';

export type TrainingSettings = {
  task: TaskName;
  /** heads in each layer, one of TRAINING_HEADS */
  heads: number;
  /** seed of the initial numbers; null: the task's own */
  seed: number | null;
  /** the learning rate; null: the task's own */
  rate: number | null;
  /** steps a second, one of SPEEDS; null: the task's own */
  speed: number | null;
  /** whether one head with as many parameters is trained beside it */
  versus: boolean;
  /** the step that the run has reached, or that a link leads to; null: it has not begun */
  to: number | null;
  /** heads that are switched off there, `layer.head` */
  off: readonly string[];
  /** the reader's text, whose next symbol the task `text` predicts */
  text: string;
  /** the reader's pairs for the task `pairs`, `input -> output` in each line */
  pairs: string;
  /** unit of both texts */
  unit: TextUnit;
};

export const TASKS: readonly TaskName[] = Object.freeze([
  'copy-previous',
  'induction',
  'reverse',
  'sort',
  'binary',
  'grammar',
  'text',
  'pairs',
]);
export const TRAINING_HEADS = Object.freeze([1, 2, 4, 8]);
/** Steps a second; 0 is as fast as possible. */
export const SPEEDS = Object.freeze([1, 5, 20, 100, 0]);

export const FIRST_TRAINING: Readonly<TrainingSettings> = Object.freeze({
  task: 'induction',
  heads: 4,
  seed: null,
  rate: null,
  speed: null,
  versus: false,
  to: null,
  off: Object.freeze([] as string[]),
  text: '',
  pairs: '',
  unit: 'letters',
});

/** More steps than an address asks for. */
export const MOST_STEPS = 1e5;
const HEAD = /^\d\.\d$/;

/** Limits of a learning rate in float32. */
const LEAST_RATE = 1e-30;
const LARGEST_RATE = 1e6;

/** The values that each setting of an address may have. */
const EXPECTED: Readonly<Record<string, string>> = Object.freeze({
  task: TASKS.join(', '),
  heads: TRAINING_HEADS.join(', '),
  seed: `0 … ${SEED_LIMIT - 1}`,
  rate: `${LEAST_RATE} … ${LARGEST_RATE}`,
  speed: SPEEDS.join(', '),
  to: `0 … ${MOST_STEPS - 1}`,
});

export function isRate(value: unknown): value is number {
  return typeof value === 'number' && value >= LEAST_RATE && value <= LARGEST_RATE;
}

export function isSeed(value: unknown): value is number {
  return readIndex(value, SEED_LIMIT) !== undefined;
}

/** a value of an address that no training has, and the values it could have */
export interface Refused {
  field: string;
  came: string;
  expected: string;
}

/** The first setting of an address that is refused; null: none. */
export function refusedIn(value: unknown): Refused | null {
  const given = Object(value);
  const read: Readonly<Record<string, unknown>> = readTraining(given);
  for (const [field, expected] of Object.entries(EXPECTED)) {
    const came: unknown = given[field];
    if (came === undefined || came === null || came === read[field]) continue;
    const text = typeof came === 'object' ? typeof came : JSON.stringify(came).slice(0, 40);
    return { field: field === 'to' ? 'step' : field, came: text, expected };
  }
  return null;
}

/** @param value some of the settings; missing or invalid ones get their initial values */
export function readTraining(value: unknown): TrainingSettings {
  const { task, heads, seed, rate, speed, versus, to, off, text, pairs, unit } = Object(value);
  return {
    task: TASKS.includes(task) ? task : FIRST_TRAINING.task,
    heads: TRAINING_HEADS.includes(heads) ? heads : FIRST_TRAINING.heads,
    seed: isSeed(seed) ? seed : null,
    rate: isRate(rate) ? rate : null,
    speed: SPEEDS.includes(speed) ? speed : null,
    versus: versus === true,
    to: readIndex(to, MOST_STEPS) ?? null,
    off: Array.isArray(off) ? off.filter(isHead).slice(0, 16) : FIRST_TRAINING.off,
    text: readOwn(text),
    pairs: readOwn(pairs),
    unit: unit === 'words' ? unit : 'letters',
  };
}

const isHead = (value: unknown) => typeof value === 'string' && HEAD.test(value);

function readOwn(value: unknown) {
  return typeof value === 'string' ? value.slice(0, TEXT_LIMIT) : '';
}
