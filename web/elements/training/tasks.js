// The tasks of the training room.
// Each has the model that learns it, its training settings, and the shown sentence. Data only; the
// tasks themselves are the module's.

import {
  binary,
  copyPrevious,
  grammar,
  induction,
  reverse,
  rolesOf,
  sort,
} from 'headwise/training';
import { isOwn, readOwn, visible } from './task/own.js';

/**
 * @typedef {import('headwise/training').Task} Task
 * @typedef {import('headwise/training').TaskBatch} TaskBatch
 * @typedef {import('headwise/training').RoleInput} RoleInput
 * @typedef {import('../lab/state/training.js').TrainingSettings} Settings
 *
 * @typedef {object} Lesson how a task is learned
 * @property {(() => Task) | null} make null: it is the reader's own
 * @property {Partial<import('headwise/training').TransformerConfig>} config
 * @property {Omit<import('headwise/training').OptimizerOptions, 'seed'> & { learningRate: number }} optimizer
 * @property {number} steps that are enough
 * @property {number} speed steps a second, at first
 * @property {number} seed at first
 * @property {number} shown which of the held-out sequences is shown
 */

const SMALL = { embedDim: 64, mlpDim: 0, numLayers: 1 };
const LARGE = { embedDim: 64, mlpDim: 128, numLayers: 2 };

/** @type {Readonly<Record<string, Lesson>>} */
export const LESSONS = Object.freeze({
  'copy-previous': {
    make: () => copyPrevious(),
    config: SMALL,
    optimizer: { learningRate: 0.003 },
    steps: 150,
    speed: 20,
    seed: 1,
    shown: 0,
  },
  induction: {
    make: () => induction(),
    config: { ...SMALL, numLayers: 2 },
    optimizer: { learningRate: 0.004 },
    steps: 400,
    speed: 20,
    seed: 1,
    shown: 0,
  },
  reverse: {
    make: () => reverse(),
    config: SMALL,
    optimizer: { learningRate: 0.003 },
    steps: 300,
    speed: 20,
    seed: 1,
    shown: 0,
  },
  sort: {
    make: () => sort(),
    config: LARGE,
    optimizer: { learningRate: 0.003 },
    steps: 600,
    speed: 20,
    seed: 1,
    shown: 0,
  },
  binary: {
    make: () => binary(),
    config: SMALL,
    optimizer: { learningRate: 0.003 },
    steps: 600,
    speed: 20,
    seed: 1,
    shown: 0,
  },
  grammar: {
    // as the model that comes with headwise was trained: the same seed gives the same bits
    make: () => grammar({ batchSize: 16 }),
    config: {
      embedDim: 32,
      mlpDim: 64,
      numLayers: 2,
      norm: 'post',
      activation: 'gelu',
    },
    optimizer: {
      learningRate: 0.01,
      betas: [0.9, 0.99],
      clipNorm: 1,
      schedule: { type: 'cosine', warmUp: 50, steps: 4000, finalShare: 0.05 },
    },
    steps: 4000,
    speed: 0,
    seed: 1,
    shown: 0,
  },
  text: {
    make: null,
    config: LARGE,
    optimizer: { learningRate: 0.003 },
    steps: 200,
    speed: 20,
    seed: 1,
    shown: 0,
  },
  pairs: {
    make: null,
    config: LARGE,
    optimizer: { learningRate: 0.003 },
    steps: 200,
    speed: 20,
    seed: 1,
    shown: 0,
  },
});

/** Sequences on which heads get their names, and on which loss and accuracy are told. */
const LOOKED_AT = 16;
/** Sequences for the best score by positions alone: with fewer it is mostly luck. */
const POSITIONS_OF = 64;
const HELD_OUT = 64;
/** Of the words that must agree, how many of 100 are wrong where the grammar is tested. */
const MISTAKES = 50;

/**
 * @typedef {object} Plan all that a run follows from
 * @property {Task} task
 * @property {import('headwise/training').TransformerConfig} config
 * @property {import('headwise/training').OptimizerOptions} optimizer
 * @property {number} steps
 * @property {RoleInput} lookedAt
 * @property {TaskBatch} heldOut
 * @property {Shown} shown
 * @property {import('./task/own.js').Facts | null} facts of a task of the reader's own
 *
 * @typedef {object} Shown the sequence whose maps are shown
 * @property {Int32Array} tokens (L), without padding
 * @property {readonly string[]} words (L)
 * @property {readonly (string | null)[]} targets (L): the right symbols; null where no answer counts
 * @property {string} lang of its words; '' if they are the reader's own
 */

/**
 * @param {Settings} settings whose task can be made
 * @param {number} numHeads
 * @returns {Plan}
 */
export function planOf(settings, numHeads) {
  const { task: name, seed, rate } = settings;
  const lesson = LESSONS[name];
  const { task, lookedAt, heldOut, shown, facts } = examplesOf(settings);
  const { vocabSize, contextLen, causal } = task;
  return {
    task,
    config: {
      ...{ vocabSize, contextLen, causal, numHeads, embedDim: 64, numLayers: 1 },
      ...lesson.config,
      seed: seed ?? lesson.seed,
    },
    optimizer: { ...lesson.optimizer, ...(rate !== null && { learningRate: rate }) },
    steps: lesson.steps,
    lookedAt,
    heldOut,
    shown,
    facts,
  };
}

/** @typedef {Pick<Plan, 'task' | 'lookedAt' | 'heldOut' | 'shown' | 'facts'>} Examples */

/** @type {Map<string, Examples>} made once for each task; of the reader's own, the newest */
const examples = new Map();

/**
 * @param {Settings} settings
 * @returns {Examples}
 */
function examplesOf(settings) {
  const { task: name, text, pairs, unit } = settings;
  const key = isOwn(settings) ? JSON.stringify([name, unit, name === 'text' ? text : pairs]) : name;
  const known = examples.get(key);
  if (known) return known;
  for (const other of examples.keys()) if (other.startsWith('[')) examples.delete(other);
  const { make, shown } = LESSONS[name];
  const own = make ? null : readOwn(settings);
  if (own && 'problem' in own) throw new RangeError(`a task of one's own: ${own.problem}`);
  const task = (own?.make ?? /** @type {() => Task} */ (make))();
  const grammatical = /** @type {import('headwise/training').GrammarTask} */ (task);
  const all = name === 'grammar' ? grammatical.heldOut(HELD_OUT, MISTAKES) : task.heldOut(HELD_OUT);
  const { tokens, targets, mask } = all;
  const made = {
    task,
    lookedAt: task.heldOut(LOOKED_AT),
    heldOut: { tokens, targets, mask },
    shown: shownOf(task, all, shown, own ? '' : 'en'),
    facts: own?.facts ?? null,
  };
  examples.set(key, made);
  return made;
}

/** @type {WeakMap<Task, Readonly<Record<string, number>>>} */
const positionals = new WeakMap();
/** Whose symbols are as likely at all places. */
const EVEN = new Set(['copy-previous', 'induction', 'reverse', 'sort', 'binary']);

/**
 * The best that a head could reach which knows positions only, in each role of sentences and texts: what a few of them say
 * of that is mostly luck. Of letters drawn at random there are enough.
 *
 * @param {Task} task
 * @returns {Readonly<Record<string, number>>}
 */
export function positionalOf(task) {
  const { name, contextLen } = task;
  if (EVEN.has(name)) return {};
  let known = positionals.get(task);
  if (!known) {
    const shape = [POSITIONS_OF, 1, contextLen, contextLen];
    const data = new Float32Array(POSITIONS_OF * contextLen * contextLen);
    const [{ roles }] = rolesOf([{ data, shape }], task.heldOut(POSITIONS_OF));
    known = Object.fromEntries(roles.map(({ name: role, positional }) => [role, positional]));
    positionals.set(task, known);
  }
  return known;
}

/**
 * @param {Task} task
 * @param {TaskBatch & { lengths?: number[] }} batch
 * @param {number} index
 * @param {string} lang
 * @returns {Shown}
 */
function shownOf({ vocab, contextLen }, { tokens, targets, mask, lengths }, index, lang) {
  const from = index * contextLen;
  const to = from + (lengths?.[index] ?? contextLen);
  const own = tokens.data.slice(from, to);
  return {
    lang,
    tokens: own,
    words: Array.from(own, (token) => visible(vocab[token])),
    targets: Array.from(own, (_, i) =>
      mask.data[from + i] ? visible(vocab[targets.data[from + i]]) : null,
    ),
  };
}
