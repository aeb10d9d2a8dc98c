// Builds tasks on sequences of symbols: batches from numbered random streams, and held-out examples.

import { wrongNumber } from '../../arguments/errors.js';
import { MAX_SIZE, optionNames, readOptions, toInteger } from '../../arguments/options.js';
import { Random } from '../random.js';

/**
 * One sequence, and the symbol to predict at each of its positions.
 *
 * @typedef {object} Example
 * @property {number[]} tokens (L)
 * @property {number[]} targets (L)
 * @property {boolean[]} counts (L): whether the target of the position can be known
 */

/**
 * A batch of examples in the form of trainStep's argument.
 *
 * @typedef {object} TaskBatch
 * @property {{ data: Int32Array, shape: [number, number] }} tokens (B, L)
 * @property {{ data: Int32Array, shape: [number, number] }} targets (B, L)
 * @property {{ data: Uint8Array, shape: [number, number] }} mask (B, L): 1 if the target can be known
 */

/**
 * A task for a transformer. A generator makes its examples: there is no data set, and batches differ.
 *
 * @typedef {object} Task
 * @property {string} name
 * @property {string} description in a sentence
 * @property {readonly string[]} vocab the words of the tokens 0, 1, 2 ...
 * @property {number} vocabSize
 * @property {number} contextLen
 * @property {boolean} causal whether the model sees only earlier symbols
 * @property {(seed: number, step: number) => TaskBatch} batch the same for the same seed and step, on every machine
 * @property {(count?: number) => TaskBatch} heldOut examples that no batch contains, always the same ones; default 64
 */

const OPTIONS = optionNames('symbols', 'length', 'batchSize');

/** The step of held-out examples, which no training reaches. */
export const HELD_OUT = 0xffffffff;

/** Names of the first symbols; larger alphabets continue with numbers. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * @typedef {{ symbols: number, length: number, batchSize: number }} SequenceOptions
 */

/**
 * @param {unknown} options
 * @param {SequenceOptions} defaults
 * @param {SequenceOptions} [least]
 * @returns {SequenceOptions}
 */
export function readSequenceOptions(
  options,
  defaults,
  least = { symbols: 1, length: 1, batchSize: 1 },
) {
  const given = readOptions(options, 'options', OPTIONS);
  /** @param {keyof SequenceOptions} name @param {number} [most] */
  const read = (name, most = MAX_SIZE) =>
    given[name] === undefined ? defaults[name] : toInteger(given[name], name, least[name], most);
  return { symbols: read('symbols', 65536), length: read('length'), batchSize: read('batchSize') };
}

/**
 * @param {number} symbols
 * @returns {string[]}
 */
export function letters(symbols) {
  return Array.from({ length: symbols }, (_, i) => LETTERS[i] ?? String(i));
}

/**
 * @param {Pick<Task, 'name' | 'description' | 'vocab' | 'causal'>} what
 * @param {SequenceOptions} options
 * @param {(random: Random, heldOut: boolean) => Example} make makes one example
 * @returns {Task}
 */
export function sequenceTask(what, { length, batchSize }, make) {
  return Object.freeze({
    ...what,
    vocabSize: what.vocab.length,
    contextLen: length,
    batch(/** @type {number} */ seed, /** @type {number} */ step) {
      const [from, at] = [toInteger(seed, 'seed', 0), toStep(step)];
      return collect(batchSize, length, (index) => make(new Random(from, at, index), false));
    },
    heldOut(count = 64) {
      const size = toInteger(count, 'count', 1, MAX_SIZE);
      return collect(size, length, (index) => make(new Random(0, HELD_OUT, index), true));
    },
  });
}

/**
 * @param {unknown} step
 * @returns {number}
 */
export function toStep(step) {
  const number = toInteger(step, 'step', 0);
  if (number < HELD_OUT) return number;
  throw wrongNumber('step', `an integer below ${HELD_OUT}`, step);
}

/**
 * @param {number} size
 * @param {number} length
 * @param {(index: number) => Example} make
 * @returns {TaskBatch}
 */
export function collect(size, length, make) {
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

/** @param {number} size @param {number} length @returns {[number, number]} */
const shapeOf = (size, length) => [size, length];
