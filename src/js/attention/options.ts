// Checks the options of attention, for the function and the layer. Their inputs are checked elsewhere.

import { ANY, wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  MAX_SIZE,
  optionNames,
  readNested,
  toBoolean,
  toFinite,
  toFunction,
  toInteger,
  toList,
  toSignal,
} from '../arguments/options.ts';
import { NOWHERE } from '../arguments/targets.ts';
import { expectShape, toTensor } from '../arguments/tensor.ts';
import { checkMasks } from './masks.ts';
import type { Out } from '../arguments/targets.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { OpenCache } from '../layer/cache.ts';
import type { FloatTensor } from '../types/index.ts';
import type { CheckedMask } from './masks.ts';

/** The sizes that options must match. */
export interface Sizes {
  /** false: the caller left out B, and so do the results */
  batched: boolean;
  /** B; 1 if it was left out */
  batch: number;
  /** H */
  numHeads: number;
  /** Hkv */
  numKvHeads: number;
  /** L */
  queryLen: number;
  /** S: number of new keys */
  keyLen: number;
  /** P: number of past keys, which come first */
  pastLen: number;
  /** E */
  headDim: number;
  /** Ev */
  valueHeadDim: number;
}

/** The checked options of attention, with every default filled in. */
export interface CheckedOptions {
  masks: CheckedMask[];
  /** the causal mask, and its alignment */
  causal: 'none' | 'past' | 'bottom-right' | 'by-length';
  /** -1 = unbounded */
  windowLeft: number;
  /** -1 = unbounded */
  windowRight: number;
  /** (B) */
  keyLengths: Int32Array | null;
  scale: number;
  /** 0 = off */
  softcap: number;
  positions: CheckedPositions | null;
  /** (H) */
  sinks: FloatTensor | null;
  /** whether to return the maps */
  attention: boolean;
  /** whether to return every intermediate; implies attention */
  trace: boolean;
  /** whether to save the activations that gradients and windows need */
  keep: boolean;
  /** whether to return rounding bounds; only the reference has them */
  bounds: boolean;
  signal: AbortSignal | null;
  onProgress: ((done: number) => void) | null;
}

/** The inputs and their sizes. */
export type Inputs = Omit<Sizes, 'pastLen'> & {
  query: FloatTensor;
  key: FloatTensor;
  value: FloatTensor;
};

interface CheckedTensors {
  /** (B, Hkv, P, E); without B if the caller left it out */
  pastKey: FloatTensor | null;
  /** (B, Hkv, P, Ev) */
  pastValue: FloatTensor | null;
  out: Out;
}

export type CheckedCall = Sizes & Inputs & CheckedTensors & CheckedOptions;

export const ATTENTION_OPTIONS = [
  'mask',
  'causal',
  'window',
  'keyLengths',
  'scale',
  'softcap',
  'positions',
  'sinks',
  'pastKey',
  'pastValue',
  'attention',
  'out',
  'signal',
  'trace',
  'keep',
  'onProgress',
] as const;

type GivenOptions = Readonly<Record<(typeof ATTENTION_OPTIONS)[number], unknown>> & {
  bounds?: unknown;
};

const NO_MASKS: CheckedMask[] = [];

const NO_PAST: { pastKey: null; pastValue: null; pastLen: number } = {
  pastKey: null,
  pastValue: null,
  pastLen: 0,
};

/** The smallest normal float32. In float32 a smaller softcap could become 0, which turns softcapping off. */
const FLOAT32_MIN = 1.1754943508222875e-38;

const WINDOW = optionNames('left', 'right');

/**
 * Checks the arguments and options of a call, except `out`. The result is one literal, field by field: to spread objects with
 * this many properties takes microseconds.
 *
 * @param cache the cache with the past keys
 */
export function checkCall(
  given: GivenOptions,
  inputs: Inputs,
  precision: Precision,
  cache: OpenCache | null = null,
): CheckedCall {
  const { pastKey, pastValue, pastLen } =
    cache === null ? checkPast(given, inputs, precision) : checkCachedPast(given, inputs, cache);
  const { windowLeft, windowRight, scale, softcap } = checkScores(given, inputs.headDim);
  const asked = {
    trace: toBoolean(given.trace, 'trace', false),
    attention: toBoolean(given.attention, 'attention', false),
    keep: toBoolean(given.keep, 'keep', false),
    bounds: toBoolean(given.bounds, 'bounds', false),
    signal: toSignal(given.signal),
  };
  const checked: CheckedCall = {
    batched: inputs.batched,
    batch: inputs.batch,
    numHeads: inputs.numHeads,
    numKvHeads: inputs.numKvHeads,
    queryLen: inputs.queryLen,
    keyLen: inputs.keyLen,
    pastLen,
    headDim: inputs.headDim,
    valueHeadDim: inputs.valueHeadDim,
    query: inputs.query,
    key: inputs.key,
    value: inputs.value,
    pastKey,
    pastValue,
    masks: NO_MASKS,
    causal: toCausal(given.causal),
    windowLeft,
    windowRight,
    keyLengths: toKeyLengths(given.keyLengths, inputs.batch, pastLen + inputs.keyLen),
    scale,
    softcap,
    positions: checkPositions(given.positions, inputs),
    sinks: given.sinks === undefined ? null : toSinks(given.sinks, inputs.numHeads, precision),
    attention: asked.attention || asked.trace,
    trace: asked.trace,
    keep: asked.keep,
    bounds: asked.bounds,
    signal: asked.signal,
    onProgress: given.onProgress === undefined ? null : toFunction(given.onProgress, 'onProgress'),
    out: NOWHERE,
  };
  if (given.mask !== undefined) checked.masks = checkMasks(given.mask, checked, precision);
  if (checked.causal === 'by-length' && checked.keyLengths === null) {
    throw wrongKind('keyLengths', "an array of integers beside causal: 'by-length'", undefined);
  }
  return checked;
}

/** Checks the options that change how scores are computed, and which scores count. */
export function checkScores(
  given: { window?: unknown; scale?: unknown; softcap?: unknown },
  headDim: number,
) {
  const { left, right } =
    given.window === undefined ? WINDOW : readNested(given.window, 'window', WINDOW);
  return {
    windowLeft: toReach(left, 'window.left'),
    windowRight: toReach(right, 'window.right'),
    scale: given.scale === undefined ? defaultScale(headDim) : toFinite(given.scale, 'scale'),
    softcap: given.softcap === undefined ? 0 : toSoftcap(given.softcap),
  };
}

/** Checks the keys and values that come before the new ones. */
function checkPast(
  { pastKey, pastValue }: GivenOptions,
  inputs: Inputs,
  precision: Precision,
): { pastKey: FloatTensor | null; pastValue: FloatTensor | null; pastLen: number } {
  if (pastKey === undefined && pastValue === undefined) return NO_PAST;
  const key = toTensor(pastKey, 'pastKey', precision);
  const value = toTensor(pastValue, 'pastValue', precision);
  const { batched, batch, numKvHeads, headDim, valueHeadDim } = inputs;
  expectShape(key.shape, 'pastKey', [batch, numKvHeads, ANY, headDim], 'to match key', batched);
  const pastLen = key.shape[key.shape.length - 2];
  const valueShape = [batch, numKvHeads, pastLen, valueHeadDim];
  expectShape(value.shape, 'pastValue', valueShape, 'to match pastKey and value', batched);
  return { pastKey: key, pastValue: value, pastLen };
}

function checkCachedPast(
  { pastKey, pastValue }: GivenOptions,
  { batch, keyLen }: Inputs,
  { batch: entries, capacity, length }: OpenCache,
): { pastKey: null; pastValue: null; pastLen: number } {
  if (pastKey !== undefined) throw wrongKind('pastKey', 'none beside cache', pastKey);
  if (pastValue !== undefined) throw wrongKind('pastValue', 'none beside cache', pastValue);
  if (entries !== batch) {
    throw new RangeError(`cache: expected a batch of ${batch} to match query, got ${entries}`);
  }
  if (keyLen > capacity - length) {
    throw new RangeError(
      `cache: expected room for ${keyLen} more keys, got ${length} of ${capacity} taken`,
    );
  }
  return { pastKey: null, pastValue: null, pastLen: length };
}

function toCausal(value: unknown): CheckedOptions['causal'] {
  if (value === undefined || value === false) return 'none';
  if (value === true) return 'past';
  if (value === 'bottom-right' || value === 'by-length') return value;
  throw wrongKind('causal', "true, false, 'bottom-right' or 'by-length'", value);
}

/** The reach of a window on one side; -1 (unbounded) from the longest possible length on. */
function toReach(value: unknown, name: string) {
  if (value === undefined) return -1;
  const reach = toInteger(value, name, 0);
  return reach < MAX_SIZE ? reach : -1;
}

function toKeyLengths(value: unknown, batch: number, keys: number) {
  if (value === undefined) return null;
  const lengths = toList(value, 'keyLengths', 'an array of integers');
  if (lengths.length !== batch) {
    throw wrongNumber('keyLengths', `${batch} integers, one per batch entry`, value);
  }
  const checked = new Int32Array(batch);
  for (let b = 0; b < batch; b++) {
    checked[b] = toInteger(lengths[b], `keyLengths[${b}]`, 0, keys);
  }
  return checked;
}

function toSinks(value: unknown, numHeads: number, precision: Precision) {
  const sinks = toTensor(value, 'sinks', precision);
  expectShape(sinks.shape, 'sinks', [numHeads], 'with one number per head');
  return sinks;
}

function toSoftcap(value: unknown) {
  const softcap = toFinite(value, 'softcap');
  if (softcap === 0 || softcap >= FLOAT32_MIN) return softcap + 0;
  throw wrongNumber('softcap', '0 or a positive number that float32 can hold', value);
}

/**
 * 1 / √E. Newton's method from above finds the root: it only adds and divides, so it has the same bits everywhere, while
 * engines may approximate Math.sqrt.
 */
export function defaultScale(headDim: number) {
  let root = headDim;
  for (let next = (root + 1) / 2; next < root; next = (root + headDim / root) / 2) root = next;
  return 1 / root;
}

export interface CheckedRotary {
  type: 'rotary';
  theta: number;
  frequencies: Float64Array | null;
  /** multiplies cosines and sines */
  factor: number;
  interleaved: boolean;
  dims: number;
  offset: number;
}

/**
 * Slopes have shape (H); null: the core computes the ALiBi paper's. Frequencies have shape (dims / 2); null: powers of theta.
 */
export type CheckedPositions = { type: 'alibi'; slopes: Float32Array | null } | CheckedRotary;

/** The largest offset: sums of positions up to it and lengths are exact in float64. */
export const MAX_OFFSET = 4503599627370496; // 2^52

const POSITIONS = optionNames(
  ...['type', 'slopes', 'theta', 'frequencies', 'factor', 'interleaved', 'dims', 'offset'],
);

/** @param usual default of theta */
export function checkPositions(
  value: unknown,
  { numHeads, headDim }: Pick<Sizes, 'numHeads' | 'headDim'>,
  usual: number = 10000,
): CheckedPositions | null {
  if (value === undefined) return null;
  const { type, slopes, ...turns } = readNested(value, 'positions', POSITIONS);
  if (type === 'alibi') {
    refuseOthers(type, turns);
    return { type, slopes: slopes === undefined ? null : toSlopes(slopes, numHeads) };
  }
  if (type === 'rotary') {
    refuseOthers(type, { slopes });
    const { theta = usual, frequencies, factor = 1 } = turns;
    const { interleaved = false, dims: width = headDim, offset = 0 } = turns;
    if (frequencies !== undefined && turns.theta !== undefined) {
      throw new TypeError('positions: expected theta or frequencies, got both');
    }
    const dims = toTurnedWidth(width, headDim);
    return {
      type,
      theta: toPositive(theta, 'positions.theta'),
      frequencies: frequencies === undefined ? null : toFrequencies(frequencies, dims),
      factor: toPositive(factor, 'positions.factor'),
      interleaved: toBoolean(interleaved, 'positions.interleaved'),
      dims,
      offset: toInteger(offset, 'positions.offset', 0, MAX_OFFSET),
    };
  }
  throw wrongKind('positions.type', "'alibi' or 'rotary'", type);
}

function refuseOthers(type: string, others: Record<string, unknown>) {
  for (const name of Object.keys(others)) {
    if (others[name] !== undefined) {
      throw new TypeError(`positions: expected no ${name} with type '${type}', got one`);
    }
  }
}

function toSlopes(value: unknown, numHeads: number) {
  const slopes = toList(value, 'positions.slopes', 'an array of numbers');
  if (slopes.length !== numHeads) {
    throw wrongNumber('positions.slopes', `${numHeads} numbers, one per head`, value);
  }
  const checked = new Float32Array(numHeads);
  for (let h = 0; h < numHeads; h++) checked[h] = toFinite(slopes[h], `positions.slopes[${h}]`);
  return checked;
}

function toFrequencies(value: unknown, dims: number) {
  const name = 'positions.frequencies';
  const frequencies = toList(value, name, 'an array of numbers');
  if (frequencies.length !== dims / 2) {
    throw wrongNumber(name, `${dims / 2} numbers, half of dims`, value);
  }
  const checked = new Float64Array(dims / 2);
  for (let r = 0; r < checked.length; r++) checked[r] = toFinite(frequencies[r], `${name}[${r}]`);
  return checked;
}

function toPositive(value: unknown, name: string) {
  if (typeof value !== 'number') throw wrongKind(name, 'a positive number', value);
  if (value > 0 && Number.isFinite(value)) return value;
  throw wrongNumber(name, 'a positive number', value);
}

function toTurnedWidth(value: unknown, headDim: number) {
  const expected = `an even integer from 2 to the width of a head, ${headDim}`;
  if (typeof value !== 'number') throw wrongKind('positions.dims', expected, value);
  if (value >= 2 && value <= headDim && value % 2 === 0) return value;
  throw wrongNumber('positions.dims', expected, value);
}
