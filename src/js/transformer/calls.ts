// Checks the arguments of a transformer's calls: tokens, targets and options.

import { formatShape, wrongKind, wrongNumber, wrongShape } from '../arguments/errors.ts';
import { flatten } from '../arguments/nested.ts';
import {
  isRecord,
  optionNames,
  readOptions,
  throwIfAborted,
  toBoolean,
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
  kindOf,
  lengthOf,
} from '../arguments/tensor.ts';
import { TRAINING, checkOptimizer } from './optimizer.ts';
import type { ResolvedTransformerConfig } from '../types/training.ts';
import type { CheckedOptimizer } from './optimizer.ts';

interface CheckedTokens {
  batched: boolean;
  /** B */
  batch: number;
  /** L */
  length: number;
  /** (B, L) */
  tokens: Int32Array;
}

interface Watched {
  signal: AbortSignal | null;
  onProgress: ((done: number) => void) | null;
}

interface ForwardFields {
  attention: boolean;
  trace: boolean;
  /** removed heads, each layer * numHeads + head */
  removed: number[];
}

interface LossFields {
  /** (B, L) */
  targets: Int32Array;
  /** (B, L) */
  mask: Uint8Array;
}

export type CheckedTransformerForward = CheckedTokens & Watched & ForwardFields;

export type CheckedEvaluation = CheckedTokens & Watched & LossFields & { removed: number[] };

export type CheckedTrainStep = CheckedTokens &
  Watched &
  LossFields & { optimizer: CheckedOptimizer };

const FORWARD = optionNames('attention', 'trace', 'removeHeads', 'signal', 'onProgress');
const EVALUATION = optionNames('removeHeads', 'signal', 'onProgress');
const BATCH = optionNames('tokens', 'targets', 'mask');

export function checkTransformerForward(
  config: ResolvedTransformerConfig,
  tokens: unknown,
  options: unknown,
): CheckedTransformerForward {
  const given = readOptions(options, 'options', FORWARD);
  const checked = {
    ...checkTokens(config, tokens),
    ...checkWatching(given),
    attention: toBoolean(given.attention, 'attention', false),
    trace: toBoolean(given.trace, 'trace', false),
    removed: checkRemoved(config, given.removeHeads),
  };
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
  const given = readOptions(options, 'options', EVALUATION);
  const checked = {
    ...checkBatch(config, batch),
    ...checkWatching(given),
    removed: checkRemoved(config, given.removeHeads),
  };
  throwIfAborted(checked);
  return checked;
}

export function checkTrainStep(
  config: ResolvedTransformerConfig,
  batch: unknown,
  options: unknown,
): CheckedTrainStep {
  const given = readOptions(options, 'options', TRAINING);
  const checked = {
    ...checkBatch(config, batch),
    ...checkWatching(given),
    optimizer: checkOptimizer(config, given),
  };
  throwIfAborted(checked);
  return checked;
}

function checkBatch(config: ResolvedTransformerConfig, batch: unknown): CheckedTokens & LossFields {
  if (!isRecord(batch)) throw wrongKind('batch', 'an object with tokens and targets', batch);
  const given = readOptions(batch, 'batch', BATCH, 'batch: ');
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
  if (value === undefined) return [];
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

function checkWatching({
  signal,
  onProgress,
}: Readonly<{ signal?: unknown; onProgress?: unknown }>): Watched {
  return {
    signal: toSignal(signal),
    onProgress: onProgress === undefined ? null : toFunction(onProgress, 'onProgress'),
  };
}
