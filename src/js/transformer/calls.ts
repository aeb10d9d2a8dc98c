// The arguments of a transformer's calls: the schemas of their options, and the check of tokens and targets.

import { formatShape, wrongKind, wrongNumber, wrongShape } from '../arguments/errors.ts';
import { flatten } from '../arguments/nested.ts';
import {
  flag,
  isRecord,
  namesOf,
  of,
  option,
  readOptions,
  recordOf,
  throwIfAborted,
  toFunction,
  toInteger,
  toList,
  toSignal,
} from '../arguments/options.ts';
import {
  count,
  expectHoldable,
  expectShape,
  looksLikeTensor,
  toBooleans,
} from '../arguments/tensor.ts';
import { kindOf, lengthOf } from '../arguments/typed-arrays.ts';
import { fieldsOf } from '../runtime/fields.ts';
import { atCaller } from '../runtime/sides.ts';
import { OPTIMIZER } from './optimizer.ts';
import type { ResolvedTransformerConfig, TokensLike } from '../types/training.ts';

interface CheckedTokens {
  batched: boolean;
  /** B */
  batch: number;
  /** L */
  length: number;
  /** (B, L) */
  tokens: Int32Array;
}

interface LossFields {
  /** (B, L) */
  targets: Int32Array;
  /** (B, L) */
  mask: Uint8Array;
}

/** Options of every call. */
export const WATCH = atCaller({
  /**
   * With `loadInWorker` it stops the work; with `load` it is checked before the work. A stopped train step
   * changes no parameter.
   */
  signal: option({
    type: of<AbortSignal>(),
    usual: null as AbortSignal | null,
    read: atCaller(toSignal),
  }),
  /** called with the progress, 0 to 1, during long work */
  onProgress: option({
    type: of<(done: number) => void>(),
    usual: null as ((done: number) => void) | null,
    read: atCaller(toFunction),
  }),
});

/** Options of a transformer's forward, in addition to the options of every call. */
export const FORWARD = atCaller({
  /** also return the maps of every layer */
  attention: flag(),
  /** also return every intermediate; implies `attention` */
  trace: flag(),
  /** Heads to remove: their part of the concatenated heads is 0. Their maps are still returned. */
  removeHeads: option({
    type: of<readonly (readonly [layer: number, head: number])[]>(),
    as: 'removed' as const,
    usual: [] as number[],
    read: atCaller((value, _, __, config: ResolvedTransformerConfig) =>
      checkRemoved(config, value),
    ),
  }),
});

/**
 * A batch of examples: the target token of every position that counts.
 *
 * ```js
 * const next = { tokens: [[1, 2, 3]], targets: [[2, 3, 4]], mask: [[false, true, true]] };
 * ```
 */
export const BATCH = atCaller({
  /** (B, L) */
  tokens: option({ type: of<TokensLike>(), usual: null, required: true }),
  /** (B, L); any integer at positions that the mask excludes */
  targets: option({ type: of<TokensLike>(), usual: null, required: true }),
  /** (B, L): the positions that count. Default all; a mask that excludes all is a RangeError. */
  mask: option({
    type: of<
      | readonly boolean[]
      | readonly (readonly boolean[])[]
      | Uint8Array
      | { readonly data: Uint8Array; readonly shape: readonly number[] }
    >(),
    usual: null,
  }),
});

const BATCH_NAMES = atCaller(namesOf<typeof BATCH>(BATCH));

const readForward = atCaller(recordOf({ ...FORWARD, ...WATCH }));
const readEvaluation = atCaller(recordOf({ removeHeads: FORWARD.removeHeads, ...WATCH }));
const readTraining = atCaller(recordOf({ ...OPTIMIZER, ...WATCH }));

export type CheckedTransformerForward = CheckedTokens & ReturnType<typeof readForward>;

export type CheckedEvaluation = CheckedTokens & LossFields & ReturnType<typeof readEvaluation>;

export type CheckedTrainStep = CheckedTokens &
  LossFields &
  Pick<ReturnType<typeof readTraining>, keyof typeof WATCH | 'learningRate' | 'seed'> & {
    /** the fields of the core's OptimizerConfig */
    optimizer: object;
  };

export function checkTransformerForward(
  config: ResolvedTransformerConfig,
  tokens: unknown,
  options: unknown,
): CheckedTransformerForward {
  const given = readForward(options, 'options', config);
  const checked = { ...checkTokens(config, tokens), ...given };
  checked.attention ||= checked.trace;
  const { batch, length } = checked;
  expectHoldable('logits', [batch, length, config.vocabSize]);
  if (checked.attention) expectHoldable('attention', [batch, config.numHeads, length, length]);
  if (checked.trace) {
    expectHoldable('trace.contributions', [batch, config.numHeads, length, config.embedDim]);
    expectHoldable('trace.hidden', [batch, length, (config.gated ? 2 : 1) * config.mlpDim]);
  }
  throwIfAborted(checked);
  return checked;
}

export function checkEvaluation(
  config: ResolvedTransformerConfig,
  batch: unknown,
  options: unknown,
): CheckedEvaluation {
  const given = readEvaluation(options, 'options', config);
  const checked = { ...checkBatch(config, batch), ...given };
  throwIfAborted(checked);
  return checked;
}

export function checkTrainStep(
  config: ResolvedTransformerConfig,
  batch: unknown,
  options: unknown,
): CheckedTrainStep {
  const given = readTraining(options, 'options', config);
  const { signal, onProgress, learningRate, seed } = given;
  const optimizer = fieldsOf(OPTIMIZER, given);
  const watched = { signal, onProgress };
  const checked = { ...checkBatch(config, batch), ...watched, learningRate, seed, optimizer };
  throwIfAborted(checked);
  return checked;
}

function checkBatch(config: ResolvedTransformerConfig, batch: unknown): CheckedTokens & LossFields {
  if (!isRecord(batch)) throw wrongKind('batch', 'an object with tokens and targets', batch);
  const given = readOptions(batch, 'batch', BATCH_NAMES, 'batch: ');
  const checked = checkTokens(config, given.tokens);
  const { batched, batch: size, length } = checked;
  const mask = checkMask(given.mask, checked);
  const targets = toIntegers(given.targets, 'targets');
  expectShape(targets.shape, 'targets', [size, length], 'to match tokens', batched);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) targets.data[i] = 0;
  }
  expectBelow(targets.data, targets.shape, 'targets', config.vocabSize);
  if (!mask.includes(1)) {
    throw new RangeError('mask: expected at least one position that counts, got none');
  }
  return { ...checked, targets: targets.data, mask };
}

/** @returns a copy */
function checkMask(value: unknown, { batched, batch, length }: CheckedTokens): Uint8Array {
  if (value === undefined) return new Uint8Array(batch * length).fill(1);
  const mask = toBooleans(value, 'mask');
  expectShape(mask.shape, 'mask', [batch, length], 'to match tokens', batched);
  return new Uint8Array(mask.data);
}

function checkTokens(
  { vocabSize, contextLen }: ResolvedTransformerConfig,
  value: unknown,
): CheckedTokens {
  const { data, shape } = toIntegers(value, 'tokens');
  const batched = shape.length === 2;
  if (!batched && shape.length !== 1) throw wrongShape('tokens', 'shape (*, *) or (*)', shape);
  const length = shape[shape.length - 1];
  if (length > contextLen) {
    const expected = `at most ${contextLen} positions, the contextLen`;
    throw new RangeError(`tokens: expected ${expected}, got ${length}`);
  }
  expectBelow(data, shape, 'tokens', vocabSize);
  return { batched, batch: batched ? shape[0] : 1, length, tokens: data };
}

/**
 * Integers from a tensor whose data is a typed array, from a typed array, or from a nested array.
 *
 * @returns a copy
 */
function toIntegers(value: unknown, name: string): { data: Int32Array; shape: readonly number[] } {
  if (!looksLikeTensor(value)) {
    const { data, shape } = flatten(value, name, 'number');
    return { data: toInt32(data, shape, name), shape };
  }
  const { data, shape } = value;
  const kind = kindOf(data);
  if (kind === undefined || kind.startsWith('Big')) {
    throw wrongKind(`${name}.data`, 'a typed array of integers', data);
  }
  if (!Array.isArray(shape) || !shape.every((size) => Number.isInteger(size) && size >= 0)) {
    throw wrongKind(`${name}.shape`, 'an array of integers', shape);
  }
  const numbers = data as Float32Array;
  const length = count(shape);
  if (lengthOf(numbers) !== length) {
    const expected = `${length} values for shape ${formatShape(shape)}`;
    throw new RangeError(`${name}.data: expected ${expected}, got ${lengthOf(numbers)}`);
  }
  return { data: toInt32(numbers, shape, name), shape: [...shape] };
}

function toInt32(values: ArrayLike<number>, shape: readonly number[], name: string) {
  const integers = new Int32Array(values.length);
  for (let i = 0; i < integers.length; i++) {
    integers[i] = values[i];
    if (integers[i] !== values[i])
      throw wrongNumber(placeOf(i, shape, name), 'an integer', values[i]);
  }
  return integers;
}

function expectBelow(integers: Int32Array, shape: readonly number[], name: string, limit: number) {
  for (let i = 0; i < integers.length; i++) {
    if (integers[i] >= 0 && integers[i] < limit) continue;
    const expected = `an integer from 0 to ${limit - 1}, below vocabSize`;
    throw wrongNumber(placeOf(i, shape, name), expected, integers[i]);
  }
}

/**
 * @param index in a flat array
 * @returns `tokens[1][7]`
 */
function placeOf(index: number, shape: readonly number[], name: string): string {
  let place = '';
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    place = `[${index % shape[axis]}]${place}`;
    index = Math.floor(index / shape[axis]);
  }
  return name + place;
}

/**
 * @param value pairs of a layer and a head
 * @returns each once, in ascending order
 */
function checkRemoved(
  { numLayers, numHeads }: ResolvedTransformerConfig,
  value: unknown,
): number[] {
  const pairs = toList(value, 'removeHeads', 'an array of [layer, head] pairs');
  const removed: Set<number> = new Set();
  for (let i = 0; i < pairs.length; i++) {
    const name = `removeHeads[${i}]`;
    const pair = toList(pairs[i], name, 'a pair [layer, head]');
    if (pair.length !== 2) throw wrongNumber(name, 'a pair [layer, head]', pairs[i]);
    const layer = toInteger(pair[0], `${name}[0]`, 0, numLayers - 1);
    removed.add(layer * numHeads + toInteger(pair[1], `${name}[1]`, 0, numHeads - 1));
  }
  return [...removed].sort((a, b) => a - b);
}
