// Task: predict the output of an input, from the user's own pairs. Some pairs are held out, which shows whether the model has
// found a rule or memorised the pairs.

import { wrongKind, wrongNumber } from '../../arguments/errors.js';
import { MAX_SIZE, optionNames, readOptions, toInteger, toList } from '../../arguments/options.js';
import { Random } from '../random.js';
import { collect, HELD_OUT, toStep } from './sequence.js';
import { splitText, toUnit, vocabularyOf } from './splitting.js';

/** @import { Task, TaskBatch } from './sequence.js' */
/** @import { TextUnit } from './splitting.js' */

const OPTIONS = optionNames('unit', 'batchSize');
/** One pair in this many is held out. */
const PART = 8;
const ARROW = '→';
const END = '■';

/**
 * A batch of pairs. lengths (B): of the sequences, without padding.
 *
 * @typedef {TaskBatch & { lengths: number[] }} PairsBatch
 * @typedef {Omit<Task, 'batch' | 'heldOut'> & {
 *   batch: (seed: number, step: number) => PairsBatch,
 *   heldOut: (count?: number) => PairsBatch,
 * }} PairsTask
 *
 * @typedef {object} Pair
 * @property {string[]} input its symbols
 * @property {string[]} output
 */

/**
 * A sequence is an input, an arrow, its output and an end mark; the output and the mark count. One pair in eight is held out.
 * With fewer than eight pairs none is held out of training, and the held-out examples are the same pairs.
 *
 * @param {readonly (readonly [input: string, output: string])[]} examples at least two; no input has two outputs
 * @param {{ unit?: TextUnit, batchSize?: number }} [options] default letters, batches of 32
 * @returns {PairsTask}
 *
 * @example
 * const task = pairs([['ab', 'ba'], ['cd', 'dc']]);
 * task.vocab; // ['→', '■', 'a', 'b', 'c', 'd']
 */
export function pairs(examples, options) {
  const given = readOptions(options, 'options', OPTIONS);
  const unit = given.unit === undefined ? 'letters' : toUnit(given.unit);
  const batchSize =
    given.batchSize === undefined ? 32 : toInteger(given.batchSize, 'batchSize', 1, MAX_SIZE);
  const all = readExamples(examples, unit);
  const symbols = vocabularyOf(all.flatMap(({ input, output }) => [...input, ...output]));
  const vocab = [...new Set([ARROW, END, ...symbols])];
  const idOf = new Map(vocab.map((symbol, id) => [symbol, id]));
  const sequences = all.map(({ input, output }) => ({
    ids: [...input, ARROW, ...output, END].map((one) => Number(idOf.get(one))),
    answer: input.length,
  }));
  const contextLen = Math.max(...sequences.map(({ ids }) => ids.length)) - 1;
  const order = new Random(0, HELD_OUT).shuffled(all.length);
  const kept = Math.floor(all.length / PART);
  const heldOut = (kept ? order.slice(0, kept) : order).map((at) => sequences[at]);
  const learned = order.slice(kept).map((at) => sequences[at]);

  /** @param {number} size @param {(index: number) => typeof sequences[number]} choose */
  function make(size, choose) {
    /** @type {number[]} */
    const lengths = [];
    const batch = collect(size, contextLen, (index) => {
      const { ids, answer } = choose(index);
      const tokens = ids.slice(0, -1);
      lengths.push(tokens.length);
      return { tokens, targets: ids.slice(1), counts: tokens.map((_, i) => i >= answer) };
    });
    return { ...batch, lengths };
  }

  return Object.freeze({
    name: 'pairs',
    description: 'Answer to each input with its output.',
    vocab: Object.freeze(vocab),
    vocabSize: vocab.length,
    contextLen,
    causal: true,
    batch(/** @type {number} */ seed, /** @type {number} */ step) {
      const [from, at] = [toInteger(seed, 'seed', 0), toStep(step)];
      return make(batchSize, (index) => new Random(from, at, index).of(learned));
    },
    heldOut: (count = 64) =>
      make(toInteger(count, 'count', 1, MAX_SIZE), (index) => heldOut[index % heldOut.length]),
  });
}

/**
 * @param {unknown} value
 * @param {TextUnit} unit
 * @returns {Pair[]} each once
 */
function readExamples(value, unit) {
  const list = Array.from(toList(value, 'examples', 'an array of pairs [input, output]'));
  /** @type {Map<string, { pair: Pair, said: string }>} */
  const known = new Map();
  list.forEach((one, at) => {
    const name = `examples[${at}]`;
    const expected = 'a pair [input, output] of strings';
    const sides = Array.from(toList(one, name, expected));
    if (sides.length !== 2) throw wrongNumber(name, expected, one);
    const [input, output] = sides.map((side, i) => readSide(side, `${name}[${i}]`, unit));
    const [key, said] = [JSON.stringify(input), JSON.stringify(output)];
    const before = known.get(key);
    if (before && before.said !== said) {
      throw wrongNumber(name, 'one output for each input', one);
    }
    known.set(key, { pair: { input, output }, said });
  });
  if (known.size < 2) throw wrongNumber('examples', 'at least two different pairs', value);
  return Array.from(known.values(), ({ pair }) => pair);
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {TextUnit} unit
 */
function readSide(value, name, unit) {
  if (typeof value !== 'string') throw wrongKind(name, 'a string', value);
  const symbols = splitText(value, unit);
  if (symbols.length === 0) throw wrongNumber(name, `some ${unit}`, value);
  return symbols;
}
