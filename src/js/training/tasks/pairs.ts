// Task: predict the output of an input, from the user's own pairs. Some pairs are held out, which shows whether the model has
// found a rule or memorised the pairs.

import { wrongKind, wrongNumber } from '../../arguments/errors.ts';
import { MAX_SIZE, optionNames, readOptions, toInteger, toList } from '../../arguments/options.ts';
import { Random } from '../random.ts';
import { collect, HELD_OUT, toStep } from './sequence.ts';
import { splitText, toUnit, vocabularyOf } from './splitting.ts';
import type { Task, TaskBatch } from './sequence.ts';
import type { TextUnit } from './splitting.ts';

const OPTIONS = optionNames('unit', 'batchSize');
/** One pair in this many is held out. */
const PART = 8;
const ARROW = '→';
const END = '■';

/** A batch of pairs. */
export interface PairsBatch extends TaskBatch {
  /** (B): the number of symbols of each sequence, without padding */
  lengths: number[];
}

/** The task of predicting an output from an input. */
export interface PairsTask extends Omit<Task, 'batch' | 'heldOut'> {
  batch: (seed: number, step: number) => PairsBatch;
  heldOut: (count?: number) => PairsBatch;
}

interface Pair {
  /** its symbols */
  input: string[];
  output: string[];
}

/**
 * A sequence is an input, an arrow, its output and an end mark; the output and the mark count. One pair in eight is held out.
 * With fewer than eight pairs none is held out of training, and the held-out examples are the same pairs.
 *
 * @param examples at least two; no input has two outputs
 * @param options default letters, batches of 32
 *
 * @example
 * const task = pairs([['ab', 'ba'], ['cd', 'dc']]);
 * task.vocab; // ['→', '■', 'a', 'b', 'c', 'd']
 */
export function pairs(
  examples: readonly (readonly [input: string, output: string])[],
  options?: { unit?: TextUnit; batchSize?: number },
): PairsTask {
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

  function make(size: number, choose: (index: number) => (typeof sequences)[number]) {
    const lengths: number[] = [];
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
    batch(seed: number, step: number) {
      const [from, at] = [toInteger(seed, 'seed', 0), toStep(step)];
      return make(batchSize, (index) => new Random(from, at, index).of(learned));
    },
    heldOut: (count = 64) =>
      make(toInteger(count, 'count', 1, MAX_SIZE), (index) => heldOut[index % heldOut.length]),
  });
}

/** @returns each once */
function readExamples(value: unknown, unit: TextUnit): Pair[] {
  const list = Array.from(toList(value, 'examples', 'an array of pairs [input, output]'));
  const known: Map<string, { pair: Pair; said: string }> = new Map();
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

function readSide(value: unknown, name: string, unit: TextUnit) {
  if (typeof value !== 'string') throw wrongKind(name, 'a string', value);
  const symbols = splitText(value, unit);
  if (symbols.length === 0) throw wrongNumber(name, `some ${unit}`, value);
  return symbols;
}
