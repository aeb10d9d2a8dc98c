// Probes of a model's heads: random tokens twice, so that what a head attends to follows from positions and repetition alone.

import { HeadwiseError } from '../../arguments/errors.ts';
import {
  optionNames,
  readOptions,
  toFunction,
  toInteger,
  toSignal,
} from '../../arguments/options.ts';
import { expectShape, toTensor } from '../../arguments/tensor.ts';
import { Random } from '../../training/random.ts';
import type { Opened } from '../model.ts';
import type { Model, ProbedHead, Run } from '../../types/models.ts';

const PROBE = optionNames('length', 'repeats', 'seed', 'pattern', 'signal', 'onProgress');
const LENGTH = 25;
const SCORES = ['previous', 'duplicate', 'induction', 'first'] as const;

/** Cells (i, j) of maps, whose mean is a score. */
type Cells = readonly (readonly [row: number, column: number])[];

export async function probe(model: Model, opened: Opened, options: unknown): Promise<ProbedHead[]> {
  const { description } = opened;
  const given = readOptions(options, 'options', PROBE);
  if (description.stack.embedding.patches) {
    throw new HeadwiseError(
      'unsupported',
      'probeHeads: expected a model of text, got one of images',
    );
  }
  const length = lengthOf(given.length, description.contextLen);
  const repeats = given.repeats === undefined ? 20 : toInteger(given.repeats, 'repeats', 1);
  const seed = given.seed === undefined ? 0 : toInteger(given.seed, 'seed', 0);
  const signal = toSignal(given.signal);
  const onProgress = given.onProgress === undefined ? () => {} : toFunction(given.onProgress, 'onProgress'); // prettier-ignore
  const cells = cellsOf(length, given.pattern);
  const heads: { layer: number; head: number; all: Record<string, number[]> }[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    signal?.throwIfAborted();
    const ids = textOf(opened, length, new Random(seed, 1, repeat));
    const how = { ...(signal && { signal }), ...(description.encoder && { target: ids }) };
    const run: Run = await model.run(ids, how);
    try {
      let at = 0;
      for (let layer = 0; layer < description.stack.blocks.length; layer++) {
        const { data, shape } = await run.attention({ layer });
        for (let head = 0; head < shape[0]; head++, at++) {
          heads[at] ??= { layer, head, all: {} };
          const map = data.subarray(head * shape[1] * shape[2], (head + 1) * shape[1] * shape[2]);
          for (const [name, some] of Object.entries(cells)) {
            let sum = 0;
            for (const [i, j] of some) sum += map[i * shape[2] + j];
            (heads[at].all[name] ??= []).push(sum / some.length);
          }
        }
      }
    } finally {
      run.dispose();
    }
    onProgress((repeat + 1) / repeats);
  }
  return heads.map(({ layer, head, all }) => {
    const scores = Object.entries(all).map(([name, values]) => [name, spreadOf(values)]);
    return { layer, head, ...Object.fromEntries(scores) };
  });
}

/** The random tokens of each copy, of which a text has two after its first token. */
function lengthOf(given: unknown, contextLen: number) {
  const most = Math.floor((contextLen - 1) / 2);
  if (most < 1) {
    const text = `probeHeads: expected a model that reads at least 3 tokens, got one of ${contextLen}`;
    throw new HeadwiseError('unsupported', text);
  }
  const length = given === undefined ? LENGTH : toInteger(given, 'length', 1);
  if (length <= most) return length;
  const got = given === undefined ? `the default, ${LENGTH}` : length;
  throw new RangeError(
    `length: expected at most ${most}, for the model reads ${contextLen} tokens and a text has 2 length + 1, got ${got}`,
  );
}

/** The cells of each score in the map of a text of 2 length + 1 tokens. */
function cellsOf(length: number, pattern: unknown): Record<string, Cells> {
  const size = 2 * length + 1;
  const rows = (first: number, column: (row: number) => number): Cells =>
    Array.from({ length: size - first }, (_, i) => [first + i, column(first + i)] as const);
  const known: Record<(typeof SCORES)[number], Cells> = {
    previous: rows(1, (row) => row - 1),
    duplicate: rows(length + 1, (row) => row - length),
    induction: rows(length + 1, (row) => row - length + 1),
    first: rows(1, () => 0),
  };
  if (pattern === undefined) return known;
  const { data, shape } = toTensor(pattern, 'pattern', 'float32');
  expectShape(shape, 'pattern', [size, size], '2 length + 1 rows and columns');
  const own: [number, number][] = [];
  for (const [at, value] of data.entries()) {
    if (value === 1) own.push([Math.floor(at / size), at % size]);
    else if (value !== 0) throw new RangeError(`pattern: expected 0 and 1, got ${value}`);
  }
  if (own.length === 0) throw new RangeError('pattern: expected at least one cell of 1, got none');
  return { ...known, pattern: own };
}

/** The model's start token, or a random one, and random tokens twice; all of them differ if there are enough. */
function textOf(opened: Opened, length: number, random: Random): number[] {
  const { encoder, vocabSize, encoderVocabSize = vocabSize } = opened.description;
  const size = Math.min(vocabSize, encoder ? encoderVocabSize : vocabSize);
  const start = startOf(opened, size);
  const taken = new Set(start === null ? [] : [start]);
  const isDistinct = size > 4 * length;
  const draw = (): number => {
    const id = drawBelow(random, size);
    if (isDistinct ? taken.has(id) : id === start && size > 1) return draw();
    taken.add(id);
    return id;
  };
  const copy = Array.from({ length }, draw);
  return [start ?? draw(), ...copy, ...copy];
}

/** @param count may be above 2^16, the most of `below` */
function drawBelow(random: Random, count: number): number {
  const PART = 4096;
  if (count <= PART) return random.below(count);
  const high = random.below(Math.ceil(count / PART));
  const id = high * PART + random.below(PART);
  return id < count ? id : drawBelow(random, count);
}

/** The id of the token that begins the model's texts; null: it has none. */
function startOf({ tokenizer, config, description, start }: Opened, size: number): number | null {
  // prettier-ignore
  if (description.encoder) return start;
  const { ids, words } = tokenizer?.tokenize('') ?? { ids: [], words: [] };
  const id = words[0] === -1 ? ids[0] : config.bos_token_id;
  return Number.isInteger(id) && id >= 0 && id < size ? id : null;
}

/** The mean, and the standard deviation of the numbers. */
function spreadOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return { mean, spread: Math.sqrt(square / values.length) };
}
