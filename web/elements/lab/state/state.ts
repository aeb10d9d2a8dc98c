// The state of the lab as one immutable, serialisable value.
// It is independent of drawing, computing and storage. A new setting is a new entry of FIELDS.

import { MORE_STEPS, STEPS } from '../answer/layer-steps.ts';
import { readCompare, readMix, readOff, RUN } from './blends.ts';
import { editsThatStay, readEdits } from './edits.ts';
import { readLesson } from './lesson.ts';
import {
  isIndex,
  MOST_HEADS,
  MOST_LAYERS,
  MOST_WORDS,
  readIndex,
  SEED_LIMIT,
  TEXT_LIMIT,
  TOKEN_LIMIT,
} from './limits.ts';
import { readTrail } from './trail.ts';
import { FIRST_TRAINING, readTraining } from './training.ts';
import { freeze, sameValue } from './values.ts';
import type { Step } from '../answer/layer-steps.ts';
import type { Edits } from './edits.ts';
import type { Compare, Mix } from './blends.ts';
import type { TrainingSettings } from './training.ts';
import type { LessonPlace } from './lesson.ts';

export interface Selection {
  head: number;
  /** index of the query token; null: none */
  query: number | null;
  /** index of the key token; null: none */
  key: number | null;
}

/**
 * all heads, the selected one enlarged, its numbers, the lines, every step of the computation, or
 * training
 */
export type View = 'heads' | 'head' | 'table' | 'lines' | 'contributions' | 'steps' | 'training';

export type LabState = {
  text: string;
  /** the second sentence, to which the first attends; null: self-attention */
  second: string | null;
  heads: number;
  /** width of a token's vector */
  width: number;
  causal: boolean;
  /** number of padding tokens at the end of the keys */
  padding: number;
  /** whether scores are divided by the root of the head's width */
  scaled: boolean;
  /** seed of the heads' weights */
  seed: number;
  /** source of vectors and weights: 'untrained', or the name of a trained model */
  model: string;
  /** index of the open layer of a trained model */
  layer: number;
  view: View;
  selection: Selection;
  /** the open step of the view of steps, where the layer has it */
  step: Step;
  /** whether steps show all heads or the selected one */
  allHeads: boolean;
  /** the numbers followed, the last one open; see ../answer/cells.ts */
  trail: readonly string[];
  /** numbers changed by hand */
  edits: Edits;
  /** heads of this layer that are switched off */
  off: readonly number[];
  /** the id of the word whose score is explained; null: the likeliest */
  word: number | null;
  mix: Mix;
  compare: Compare;
  /** the only head with lines; null: all heads have lines */
  solo: number | null;
  /** whether views show their numbers as a table */
  numbers: boolean;
  training: TrainingSettings;
  lesson: LessonPlace;
};

/** Choices of the width. */
export const WIDTHS = Object.freeze([16, 32, 64, 128, 256, 512]);
/** Choices of the number of heads: divisors of every width. */
export const HEAD_CHOICES = Object.freeze([1, 2, 4, 8, 16]);
export const VIEWS: readonly View[] = Object.freeze([
  'heads',
  'head',
  'table',
  'lines',
  'contributions',
  'steps',
  'training',
]);
/** Steps of the original layer. */
export const UNTRAINED = 'untrained';
/** The trained model that comes with the lab; see ../../models/grammar.ts. */
export const GRAMMAR = 'grammar';
/** The model that reads any text, fetched on demand; see ../../models/english.ts. */
export const ENGLISH = 'english';
/** Sentences whose words the grammar model knows. */
export const EXAMPLE = Object.freeze({
  text: 'The horse beside those houses follows one girl and it can hear her.',
  second: 'My brother likes the small bird while it must hear him.',
});
/** The initial value of each field, and its parser; undefined: the value is refused. */
export const FIELDS: {
  [Name in keyof LabState]: {
    initial: LabState[Name];
    read: (value: unknown, next: LabState) => LabState[Name] | undefined;
  };
} = {
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

/** Fields that determine the meaning of rows and columns. */
const PLACED_BY = ['text', 'second', 'heads', 'width', 'model', 'layer'] as const;

/** Fields whose change gives other heads: ablations are reset. */
const OTHER_HEADS = ['heads', 'model', 'layer'] as const;

const NAMES = Object.keys(FIELDS) as (keyof LabState)[];

/**
 * The base of the differences in addresses and files. It must never change: existing addresses
 * depend on it.
 */
export const DEFAULT_STATE: LabState = freeze(
  Object.fromEntries(NAMES.map((name) => [name, FIELDS[name].initial as unknown])) as LabState,
);

/**
 * The initial state of the grammar model: a layer whose heads can be named, and a sentence in which
 * the model's output changes by one word with any of these heads switched off.
 */
const TRAINED = Object.freeze({
  text: EXAMPLE.text,
  model: GRAMMAR,
  layer: 1,
  selection: { head: 2, query: 5, key: null },
});

/** The initial state of the model of English. */
const READER: Partial<LabState> = Object.freeze({
  ...{ text: 'The teacher opened the door because she was tired.', model: ENGLISH, layer: 3 },
  selection: { head: 0, query: 6, key: null },
});

/** The default state of a page. */
export const START_STATE = changeState(DEFAULT_STATE, TRAINED);

/** The initial state of a model that is given without other fields. */
export function startOf(model: string): Partial<LabState> {
  return { [GRAMMAR]: TRAINED, [ENGLISH]: READER }[model] ?? { model };
}

/** A state with some fields changed. Invalid values are ignored: every state can be shown. */
export function changeState(state: LabState, change: Partial<LabState>): LabState {
  const next: Record<string, unknown> = { ...state };
  for (const name of NAMES) {
    if (!Object.hasOwn(change, name) && name !== 'selection') continue;
    const wanted = (change[name] ?? (name in change ? null : state[name])) as unknown;
    if (change[name] === undefined && name !== 'selection') continue;
    const value = FIELDS[name].read(wanted, next as any);
    if (value !== undefined) next[name] = value;
  }
  const changed = next as LabState;
  // edits and followed numbers whose position now means something else
  if (!change.edits && movesPlaces(state, changed)) next.edits = editsThatStay(state, changed);
  if (!change.off && OTHER_HEADS.some((name) => state[name] !== changed[name])) {
    next.off = DEFAULT_STATE.off;
  }
  if (state.model !== changed.model)
    next.word = FIELDS.word.read(change.word ?? null, changed) ?? null;
  if (!change.trail && movesPlaces(state, changed)) next.trail = DEFAULT_STATE.trail;
  return freeze(changed);
}

/** Whether rows and columns have another meaning afterwards. */
function movesPlaces(before: LabState, after: LabState) {
  return PLACED_BY.some((name) => before[name] !== after[name]);
}

/** The fields in which a state differs from another. */
export function differenceOf(state: LabState, from: LabState = DEFAULT_STATE): Partial<LabState> {
  const changed = NAMES.filter((name) => !sameValue(state[name], from[name]));
  return Object.fromEntries(changed.map((name) => [name, state[name]]));
}

export function sameSelection(a: Selection, b: Selection) {
  return a.head === b.head && a.query === b.query && a.key === b.key;
}

function readText(value: unknown) {
  return typeof value === 'string' ? value.slice(0, TEXT_LIMIT) : undefined;
}

function readBoolean(value: unknown) {
  return typeof value === 'boolean' ? value : undefined;
}

function oneOf<T>(choices: readonly T[]): (value: unknown) => T | undefined {
  return (value) => choices.find((choice) => choice === value);
}

function readSelection(value: unknown, next: LabState): Selection {
  const { head, query, key } = Object(value) as Partial<Selection>;
  return {
    // a trained model fixes its number of heads
    head: isIndex(head) && head < (next.model === UNTRAINED ? next.heads : MOST_HEADS) ? head : 0,
    query: readIndex(query, TOKEN_LIMIT) ?? null,
    key: readIndex(key, TOKEN_LIMIT) ?? null,
  };
}

/** A state as a run for comparison. */
export function runOfState(state: LabState): Readonly<Record<string, unknown>> {
  const names = RUN.filter((name) => !sameValue(state[name], DEFAULT_STATE[name]));
  return Object.fromEntries(names.map((name) => [name, state[name]]));
}

/** The valid differences of another run from the state. */
function readRun(run: object) {
  const said = run as Record<string, unknown>;
  const names = RUN.filter((name) => Object.hasOwn(said, name));
  const parts = Object.fromEntries(names.map((name) => [name, said[name]]));
  return differenceOf(changeState(DEFAULT_STATE, parts));
}
