// Builds tasks on sequences of symbols: batches from numbered random streams, and held-out examples.

import { wrongNumber } from '../../arguments/errors.ts';
import { MAX_SIZE, optionNames, readOptions, toInteger } from '../../arguments/options.ts';
import { Random } from '../random.ts';

/** One sequence, and the symbol to predict at each of its positions. */
export interface Example {
  /** (L) */
  tokens: number[];
  /** (L) */
  targets: number[];
  /** (L): whether the target of the position can be known */
  counts: boolean[];
}

/** A batch of examples in the form of trainStep's argument. */
export interface TaskBatch {
  /** (B, L) */
  tokens: { data: Int32Array; shape: [number, number] };
  /** (B, L) */
  targets: { data: Int32Array; shape: [number, number] };
  /** (B, L): 1 if the target can be known */
  mask: { data: Uint8Array; shape: [number, number] };
}

/**
 * A task for a transformer. A generator makes its examples: there is no data set, and batches differ.
 *
 * ```js
 * const { tokens, targets } = task.batch(0, 7); // of seed 0, the eighth batch
 * ```
 */
export interface Task {
  name: string;
  /** in a sentence */
  description: string;
  /** the words of the tokens 0, 1, 2 ... */
  vocab: readonly string[];
  vocabSize: number;
  contextLen: number;
  /** whether the model sees only earlier symbols */
  causal: boolean;
  /** the same for the same seed and step, on every machine */
  batch: (seed: number, step: number) => TaskBatch;
  /** examples that no batch contains, always the same ones; default 64 */
  heldOut: (count?: number) => TaskBatch;
}

const OPTIONS = optionNames('symbols', 'length', 'batchSize');

/** The step of held-out examples, which no training reaches. */
export const HELD_OUT = 0xffffffff;

/** Names of the first symbols; larger alphabets continue with numbers. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

type SequenceOptions = { symbols: number; length: number; batchSize: number };

export function readSequenceOptions(
  options: unknown,
  defaults: SequenceOptions,
  least: SequenceOptions = { symbols: 1, length: 1, batchSize: 1 },
): SequenceOptions {
  const given = readOptions(options, 'options', OPTIONS);
  const read = (name: keyof SequenceOptions, most: number = MAX_SIZE) =>
    given[name] === undefined ? defaults[name] : toInteger(given[name], name, least[name], most);
  return { symbols: read('symbols', 65536), length: read('length'), batchSize: read('batchSize') };
}

export function letters(symbols: number): string[] {
  return Array.from({ length: symbols }, (_, i) => LETTERS[i] ?? String(i));
}

/** @param make makes one example */
export function sequenceTask(
  what: Pick<Task, 'name' | 'description' | 'vocab' | 'causal'>,
  { length, batchSize }: SequenceOptions,
  make: (random: Random, heldOut: boolean) => Example,
): Task {
  return Object.freeze({
    ...what,
    vocabSize: what.vocab.length,
    contextLen: length,
    batch(seed: number, step: number) {
      const [from, at] = [toInteger(seed, 'seed', 0), toStep(step)];
      return collect(batchSize, length, (index) => make(new Random(from, at, index), false));
    },
    heldOut(count = 64) {
      const size = toInteger(count, 'count', 1, MAX_SIZE);
      return collect(size, length, (index) => make(new Random(0, HELD_OUT, index), true));
    },
  });
}

export function toStep(step: unknown): number {
  const number = toInteger(step, 'step', 0);
  if (number < HELD_OUT) return number;
  throw wrongNumber('step', `an integer below ${HELD_OUT}`, step);
}

export function collect(size: number, length: number, make: (index: number) => Example): TaskBatch {
  const batch = {
    tokens: { data: new Int32Array(size * length), shape: shapeOf(size, length) },
    targets: { data: new Int32Array(size * length), shape: shapeOf(size, length) },
    mask: { data: new Uint8Array(size * length), shape: shapeOf(size, length) },
  };
  for (let index = 0; index < size; index++) {
    const { tokens, targets, counts } = make(index);
    for (let i = 0; i < tokens.length; i++) {
      batch.tokens.data[index * length + i] = tokens[i];
      batch.targets.data[index * length + i] = counts[i] ? targets[i] : 0;
      batch.mask.data[index * length + i] = counts[i] ? 1 : 0;
    }
  }
  return batch;
}

const shapeOf = (size: number, length: number): [number, number] => [size, length];
