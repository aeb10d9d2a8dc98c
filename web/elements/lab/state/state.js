// The state of the lab as one immutable, serialisable value.
// It knows nothing about drawing, computing or storage. A new setting is a new entry of FIELDS.

import { readCompare, readMix, readOff, RUN } from './heads.js';
import { editsThatStay, readEdits } from './edits.js';
import { readLesson } from './lesson.js';
import {
  isIndex,
  MOST_HEADS,
  MOST_LAYERS,
  MOST_WORDS,
  readIndex,
  SEED_LIMIT,
  TEXT_LIMIT,
  TOKEN_LIMIT,
} from './limits.js';
import { readTrail } from './trail.js';
import { FIRST_TRAINING, readTraining } from './training.js';
import { freeze, sameValue } from './values.js';

/**
 * @typedef {object} Selection
 * @property {number} head
 * @property {number | null} query index of the token that looks; null: none
 * @property {number | null} key index of the token looked at; null: none
 *
 * @typedef {import('../answer/block.js').Step} Step
 *
 * @typedef {'heads' | 'head' | 'table' | 'lines' | 'contributions' | 'steps' | 'training'} View all heads, the selected one
 *   large, its numbers, every step of the computation, heads that learn
 *
 * @typedef {object} LabState
 * @property {string} text
 * @property {string | null} second the second sentence, to which the first attends; null: self-attention
 * @property {number} heads
 * @property {number} width of a token's vector
 * @property {boolean} causal
 * @property {number} padding how many tokens at the end of the keys are padding
 * @property {boolean} scaled whether scores are divided by the root of the head's width
 * @property {number} seed of the heads' weights
 * @property {string} model where vectors and weights come from: 'untrained', or the name of a trained model
 * @property {number} layer which one of a trained model is looked into, from 0
 * @property {View} view
 * @property {Selection} selection
 * @property {Step} step the one that is open in the view of steps, where the layer has it
 * @property {boolean} allHeads whether steps show all heads or the selected one
 * @property {readonly string[]} trail the numbers followed, the last one open; see ../answer/cells.js
 * @property {import('./edits.js').Edits} edits numbers changed by hand
 * @property {readonly number[]} off heads of this layer that add nothing
 * @property {number | null} word the id of the word whose score is looked at; null: the likeliest
 * @property {import('./heads.js').Mix} mix
 * @property {import('./heads.js').Compare} compare
 * @property {number | null} solo the one head whose lines are shown; null: those of all
 * @property {boolean} numbers whether views show their numbers as a table
 * @property {import('./training.js').TrainingSettings} training
 * @property {import('./lesson.js').LessonPlace} lesson
 */

/** The widths to choose from. */
export const WIDTHS = Object.freeze([16, 32, 64, 128, 256, 512]);
/** The numbers of heads to choose from: divisors of every width. */
export const HEAD_CHOICES = Object.freeze([1, 2, 4, 8, 16]);
/** @type {readonly View[]} */
export const VIEWS = Object.freeze([
  'heads',
  'head',
  'table',
  'lines',
  'contributions',
  'steps',
  'training',
]);
/** Those of the original layer. @type {readonly Step[]} */
export const STEPS = Object.freeze([
  'embedding',
  'projection',
  'dotProducts',
  'scores',
  'masked',
  'attention',
  'heads',
  'concatenated',
  'output',
  'norm',
]);
/** Those that only some models' layers have; see ../answer/block.js. @type {readonly Step[]} */
const MORE_STEPS = Object.freeze(['inputNorm', 'headNorm', 'turned', 'sum']);
export const UNTRAINED = 'untrained';
/** The trained model that comes with the lab; see ../../models/grammar.js. */
export const GRAMMAR = 'grammar';
/** The one that reads any text, fetched when it is wanted; see ../../models/english.js. */
export const ENGLISH = 'english';
/** Sentences that it knows every word of. */
export const EXAMPLE = Object.freeze({
  text: 'The girls near this garden follow my dog because they will see it.',
  second: 'My brother likes the small bird while it must hear him.',
});
/**
 * The initial value of each field, and its parser; undefined: the value is refused.
 * @type {{ [Name in keyof LabState]: {
 *   initial: LabState[Name],
 *   read: (value: unknown, next: LabState) => LabState[Name] | undefined,
 * } }}
 */
export const FIELDS = {
  text: {
    initial: 'The animal did not cross the street because it was too tired',
    read: readText,
  },
  second: {
    initial: null,
    read: (value) => (value === null ? null : readText(value)),
  },
  heads: { initial: 4, read: oneOf(HEAD_CHOICES) },
  width: { initial: 64, read: oneOf(WIDTHS) },
  causal: { initial: false, read: readBoolean },
  padding: { initial: 0, read: (value) => readIndex(value, TOKEN_LIMIT) },
  scaled: { initial: true, read: readBoolean },
  seed: { initial: 0, read: (value) => readIndex(value, SEED_LIMIT) },
  model: {
    initial: UNTRAINED,
    read: (value) =>
      typeof value === 'string' && /^[a-z\d-]{1,40}$/.test(value) ? value : undefined,
  },
  layer: { initial: 0, read: (value) => readIndex(value, MOST_LAYERS) },
  view: { initial: 'heads', read: oneOf(VIEWS) },
  selection: { initial: { head: 0, query: 8, key: null }, read: readSelection },
  step: { initial: 'embedding', read: oneOf([...STEPS, ...MORE_STEPS]) },
  allHeads: { initial: false, read: readBoolean },
  trail: { initial: [], read: readTrail },
  edits: { initial: {}, read: readEdits },
  off: { initial: [], read: readOff },
  word: { initial: null, read: (value) => (value === null ? null : readIndex(value, MOST_WORDS)) },
  mix: { initial: null, read: readMix },
  compare: { initial: null, read: (value) => readCompare(value, readRun) },
  solo: {
    initial: null,
    read: (value) =>
      value === null ? null : readIndex(value, HEAD_CHOICES[HEAD_CHOICES.length - 1]),
  },
  numbers: { initial: false, read: readBoolean },
  training: { initial: FIRST_TRAINING, read: readTraining },
  lesson: { initial: null, read: readLesson },
};

/** The fields that decide what rows and columns stand for. */
const PLACED_BY = /** @type {const} */ (['text', 'second', 'heads', 'width', 'model', 'layer']);

/** Fields whose change gives other heads: ablations are reset. */
const OTHER_HEADS = /** @type {const} */ (['heads', 'model', 'layer']);

const NAMES = /** @type {(keyof LabState)[]} */ (Object.keys(FIELDS));

/**
 * The base of the differences in addresses and files. It must never change, or old ones would mean something else.
 * @type {LabState}
 */
export const DEFAULT_STATE = freeze(
  /** @type {LabState} */ (
    Object.fromEntries(NAMES.map((name) => [name, /** @type {unknown} */ (FIELDS[name].initial)]))
  ),
);

/** The state that shows the trained model at its best: a sentence of its own, a layer whose heads can be named. */
const TRAINED = Object.freeze({
  ...{ text: EXAMPLE.text, model: GRAMMAR, layer: 1 },
  selection: { head: 1, query: 9, key: null },
});

/** The same of the model of English. @type {Partial<LabState>} */
const READER = Object.freeze({
  ...{ text: 'The teacher opened the door because she was tired.', model: ENGLISH, layer: 3 },
  selection: { head: 0, query: 6, key: null },
});

/** The default state of a page. */
export const START_STATE = changeState(DEFAULT_STATE, TRAINED);

/**
 * The initial state of a model, when only the model was given.
 * @param {string} model
 * @returns {Partial<LabState>}
 */
export function startOf(model) {
  return { [GRAMMAR]: TRAINED, [ENGLISH]: READER }[model] ?? { model };
}

/**
 * A state with some parts changed. Impossible values are ignored: a state is always one that can
 * be shown.
 * @param {LabState} state
 * @param {Partial<LabState>} change
 * @returns {LabState}
 */
export function changeState(state, change) {
  /** @type {Record<string, unknown>} */
  const next = { ...state };
  for (const name of NAMES) {
    if (!Object.hasOwn(change, name) && name !== 'selection') continue;
    const wanted = /** @type {unknown} */ (change[name] ?? (name in change ? null : state[name]));
    if (change[name] === undefined && name !== 'selection') continue;
    const value = FIELDS[name].read(wanted, /** @type {any} */ (next));
    if (value !== undefined) next[name] = value;
  }
  const changed = /** @type {LabState} */ (next);
  // numbers that were edited, or followed, at a place that is now another
  if (!change.edits && movesPlaces(state, changed)) next.edits = editsThatStay(state, changed);
  if (!change.off && OTHER_HEADS.some((name) => state[name] !== changed[name])) {
    next.off = DEFAULT_STATE.off;
  }
  if (state.model !== changed.model)
    next.word = FIELDS.word.read(change.word ?? null, changed) ?? null;
  if (!change.trail && movesPlaces(state, changed)) next.trail = DEFAULT_STATE.trail;
  return freeze(changed);
}

/**
 * Whether rows and columns stand for something else afterwards.
 * @param {LabState} before
 * @param {LabState} after
 */
function movesPlaces(before, after) {
  return PLACED_BY.some((name) => before[name] !== after[name]);
}

/**
 * The fields in which a state differs from another.
 * @param {LabState} state
 * @param {LabState} [from]
 * @returns {Partial<LabState>}
 */
export function differenceOf(state, from = DEFAULT_STATE) {
  const changed = NAMES.filter((name) => !sameValue(state[name], from[name]));
  return Object.fromEntries(changed.map((name) => [name, state[name]]));
}

/**
 * @param {Selection} a
 * @param {Selection} b
 */
export function sameSelection(a, b) {
  return a.head === b.head && a.query === b.query && a.key === b.key;
}

/** @param {unknown} value */
function readText(value) {
  return typeof value === 'string' ? value.slice(0, TEXT_LIMIT) : undefined;
}

/** @param {unknown} value */
function readBoolean(value) {
  return typeof value === 'boolean' ? value : undefined;
}

/**
 * @template T
 * @param {readonly T[]} choices
 * @returns {(value: unknown) => T | undefined}
 */
function oneOf(choices) {
  return (value) => choices.find((choice) => choice === value);
}

/**
 * @param {unknown} value
 * @param {LabState} next
 * @returns {Selection}
 */
function readSelection(value, next) {
  const { head, query, key } = /** @type {Partial<Selection>} */ (Object(value));
  return {
    // a trained model has as many heads as it has
    head: isIndex(head) && head < (next.model === UNTRAINED ? next.heads : MOST_HEADS) ? head : 0,
    query: readIndex(query, TOKEN_LIMIT) ?? null,
    key: readIndex(key, TOKEN_LIMIT) ?? null,
  };
}

/**
 * The differences of another run from the state: only valid ones.
 * @param {object} run
 */
function readRun(run) {
  const said = /** @type {Record<string, unknown>} */ (run);
  const names = RUN.filter((name) => Object.hasOwn(said, name));
  const parts = Object.fromEntries(names.map((name) => [name, said[name]]));
  return differenceOf(changeState(DEFAULT_STATE, parts));
}
