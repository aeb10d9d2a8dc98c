// The tasks of the training room.
// Each has its model, its training settings, and the shown sentence. Data only; the tasks
// themselves belong to headwise/training.

import {
  binary,
  copyPrevious,
  grammar,
  induction,
  reverse,
  rolesOf,
  sort,
} from 'headwise/training';
import { isOwn, readOwn, visible } from './task/own.ts';
import type {
  GrammarTask,
  OptimizerOptions,
  RoleInput,
  Task,
  TaskBatch,
  TransformerConfig,
} from 'headwise/training';
import type { TrainingSettings } from '../lab/state/training.ts';
import type { Facts } from './task/own.ts';

type Settings = TrainingSettings;

/** the settings of a task */
interface Lesson {
  /** null: it is the reader's own */
  make: (() => Task) | null;
  config: Partial<TransformerConfig>;
  optimizer: Omit<OptimizerOptions, 'seed'> & { learningRate: number };
  /** enough steps */
  steps: number;
  /** initial steps a second */
  speed: number;
  /** initial seed */
  seed: number;
  /** index of the held-out sequence that is shown */
  shown: number;
}

const SMALL = { embedDim: 64, mlpDim: 0, numLayers: 1 };
const LARGE = { embedDim: 64, mlpDim: 128, numLayers: 2 };

export const LESSONS: Readonly<Record<string, Lesson>> = Object.freeze({
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
    // equal to the training of the model that comes with headwise: the same seed gives the same
    // bits
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
      schedule: { type: 'cosine', warmUp: 50, steps: 5000, finalShare: 0.05 },
    },
    steps: 5000,
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

/** Sequences for the roles of heads, and for loss and accuracy. */
const LOOKED_AT = 16;
/** Sequences for the best score by positions alone: with fewer it is mostly luck. */
const POSITIONS_OF = 64;
const HELD_OUT = 64;
/** Percentage of wrong words among the words that must agree, in tests of the grammar. */
const MISTAKES = 50;

/** everything that determines a run */
export interface Plan {
  task: Task;
  config: TransformerConfig;
  optimizer: OptimizerOptions;
  steps: number;
  lookedAt: RoleInput;
  heldOut: TaskBatch;
  shown: Shown;
  /** facts about a task of the reader's own */
  facts: Facts | null;
}

/** the sequence whose maps are shown */
export interface Shown {
  /** (L), without padding */
  tokens: Int32Array;
  /** (L) */
  words: readonly string[];
  /** (L): the right symbols; null where no answer counts */
  targets: readonly (string | null)[];
  /** language of its words; '' if they are the reader's own */
  lang: string;
}

/** @param settings with a valid task */
export function planOf(settings: Settings, numHeads: number): Plan {
  const { task: name, seed, rate } = settings;
  const lesson = LESSONS[name];
  const { task, lookedAt, heldOut, shown, facts } = examplesOf(settings);
  const { vocabSize, contextLen, causal } = task;
  return {
    task,
    config: {
      vocabSize,
      contextLen,
      causal,
      numHeads,
      embedDim: 64,
      numLayers: 1,
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

type Examples = Pick<Plan, 'task' | 'lookedAt' | 'heldOut' | 'shown' | 'facts'>;

/** made once for each task; of the reader's own task, only the newest */
const examples: Map<string, Examples> = new Map();

function examplesOf(settings: Settings): Examples {
  const { task: name, text, pairs, unit } = settings;
  const key = isOwn(settings) ? JSON.stringify([name, unit, name === 'text' ? text : pairs]) : name;
  const known = examples.get(key);
  if (known) return known;
  for (const other of examples.keys()) if (other.startsWith('[')) examples.delete(other);
  const { make, shown } = LESSONS[name];
  const own = make ? null : readOwn(settings);
  if (own && 'problem' in own) throw new RangeError(`a task of one's own: ${own.problem}`);
  const task = (own?.make ?? (make as () => Task))();
  const grammatical = task as GrammarTask;
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

const positionals: WeakMap<Task, Readonly<Record<string, number>>> = new WeakMap();
/** Tasks whose symbols are equally likely at all positions. */
const EVEN = new Set(['copy-previous', 'induction', 'reverse', 'sort', 'binary']);

/**
 * The best score in each role for a head that knows positions only. In sentences and texts, a score
 * from a few of them is mostly luck; for random letters there are enough.
 */
export function positionalOf(task: Task): Readonly<Record<string, number>> {
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

function shownOf(
  { vocab, contextLen }: Task,
  { tokens, targets, mask, lengths }: TaskBatch & { lengths?: number[] },
  index: number,
  lang: string,
): Shown {
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
