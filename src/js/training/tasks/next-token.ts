// Task: predict the next letter or word of the user's own text, like a language model. The end of the text is held out.

import { wrongNumber } from '../../arguments/errors.ts';
import { MAX_SIZE, optionNames, readOptions, toInteger } from '../../arguments/options.ts';
import { sequenceTask } from './sequence.ts';
import { splitText, toUnit, vocabularyOf } from './splitting.ts';
import type { Task } from './sequence.ts';
import type { TextUnit } from './splitting.ts';

const OPTIONS = optionNames('unit', 'length', 'batchSize');
const DEFAULTS = { length: 24, batchSize: 32 };
/** The fraction of the text that is held out, at its end. */
const HELD_OUT = 1 / 8;

/**
 * Batches are random stretches of the text without its last eighth. Held-out examples are stretches of the last eighth.
 *
 * @param text with at least two different symbols; both parts have more symbols than `length`
 * @param options default letters, length 24, which is also the context of a model for it, batches of 32
 * @throws {RangeError} if the text is too short, or has one symbol only
 *
 * @example
 * const task = nextToken('the cat sees the dog, the dog sees the cat, '.repeat(8), { length: 16 });
 * task.vocab; // [' ', ',', 'a', 'c', 'd', 'e', 'g', 'h', 'o', 's', 't']
 */
export function nextToken(
  text: string,
  options?: { unit?: TextUnit; length?: number; batchSize?: number },
): Task {
  const given = readOptions(options, 'options', OPTIONS);
  const unit = given.unit === undefined ? 'letters' : toUnit(given.unit);
  const read = (name: keyof typeof DEFAULTS) =>
    given[name] === undefined ? DEFAULTS[name] : toInteger(given[name], name, 1, MAX_SIZE);
  const [length, batchSize] = [read('length'), read('batchSize')];
  const symbols = splitText(text, unit);
  const parts = partsOf(symbols.length, length);
  if (parts === null) {
    const expected = `at least ${8 * length + 1} ${unit} for sequences of ${length}, there are ${symbols.length}`;
    throw wrongNumber('text', expected, text);
  }
  const vocab = vocabularyOf(symbols);
  if (vocab.length < 2) throw wrongNumber('text', `at least two different ${unit}`, text);
  const idOf = new Map(vocab.map((symbol, id) => [symbol, id]));
  const ids = symbols.map((symbol) => idOf.get(symbol) as number);
  const description = `Say the next of the text's ${unit}.`;
  return sequenceTask(
    { name: 'next-token', description, vocab, causal: true },
    { symbols: vocab.length, length, batchSize },
    (random, heldOut) => {
      const [first, last] = parts[heldOut ? 1 : 0];
      const start = random.between(first, last);
      return {
        tokens: ids.slice(start, start + length),
        targets: ids.slice(start + 1, start + 1 + length),
        counts: Array.from({ length }, () => true),
      };
    },
  );
}

/** The maximum length of a stretch for a number of symbols. */
function mostLength(count: number) {
  return Math.max(0, count - borderOf(count) - 1);
}

/** @returns index of the first symbol that is held out */
const borderOf = (count: number): number => count - Math.ceil(count * HELD_OUT);

/**
 * The ranges of first positions of a stretch: for batches, and for held-out examples.
 *
 * @param count of symbols
 * @param length of a stretch, which one more symbol follows
 * @returns null if they do not fit
 */
function partsOf(count: number, length: number): [[number, number], [number, number]] | null {
  if (length > mostLength(count)) return null;
  const border = borderOf(count);
  return [
    [0, border - length - 1],
    [border, count - length - 1],
  ];
}
