// The training room's settings in the state.
// The run itself is not in it: the same settings give the same run again.

import { readIndex, SEED_LIMIT, TEXT_LIMIT } from './limits.js';

/**
 * @typedef {'copy-previous' | 'induction' | 'reverse' | 'sort' | 'binary' | 'grammar' | 'text' | 'pairs'} TaskName
 *
 * @typedef {object} TrainingSettings
 * @property {TaskName} task
 * @property {number} heads in each layer, one of TRAINING_HEADS
 * @property {number | null} seed of the initial numbers; null: the task's own
 * @property {number | null} rate the learning rate; null: the task's own
 * @property {number | null} speed steps a second, one of SPEEDS; null: the task's own
 * @property {boolean} versus whether one head with as many parameters learns beside it
 * @property {number | null} to the step that it goes to by itself, as a link asks; null: none
 * @property {readonly string[]} off heads that are left out there, `layer.head`
 * @property {string} text of one's own, whose next symbol is learned as the task `text`
 * @property {string} pairs of one's own, `input -> output` in each line, learned as the task `pairs`
 * @property {import('headwise/training').TextUnit} unit that both are read as
 */

/** @type {readonly TaskName[]} */
export const TASKS = Object.freeze([
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
/** Steps a second; 0 is as fast as it goes. */
export const SPEEDS = Object.freeze([1, 5, 20, 100, 0]);

/** @type {Readonly<TrainingSettings>} */
export const FIRST_TRAINING = Object.freeze({
  task: 'induction',
  heads: 4,
  seed: null,
  rate: null,
  speed: null,
  versus: false,
  to: null,
  off: Object.freeze(/** @type {string[]} */ ([])),
  text: '',
  pairs: '',
  unit: 'letters',
});

/** No run of the room is as long. */
const MOST_STEPS = 1e5;
const HEAD = /^\d\.\d$/;

/** Beyond these a learning rate is no number that float32 can multiply by. */
const LEAST_RATE = 1e-30;
const LARGEST_RATE = 1e6;

/**
 * @param {unknown} value
 * @returns {value is number}
 */
export function isRate(value) {
  return typeof value === 'number' && value >= LEAST_RATE && value <= LARGEST_RATE;
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
export function isSeed(value) {
  return readIndex(value, SEED_LIMIT) !== undefined;
}

/**
 * @param {unknown} value some of the settings; missing or invalid ones get their initial values
 * @returns {TrainingSettings}
 */
export function readTraining(value) {
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

/** @param {unknown} value */
const isHead = (value) => typeof value === 'string' && HEAD.test(value);

/** @param {unknown} value */
function readOwn(value) {
  return typeof value === 'string' ? value.slice(0, TEXT_LIMIT) : '';
}
