// The options of attention, for the function and the layer: their schema, and their check. Inputs are checked elsewhere. The
// declarations (types/options.ts), the core's fields (src/core/attention/attention_fields.h) and the lists of tests come from
// the schema; `npm run make options` writes the first two.

import { ANY, wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  MAX_SIZE,
  checkOf,
  flag,
  namesOf,
  of,
  option,
  optionNames,
  readNested,
  toBoolean,
  toFinite,
  toFunction,
  toInteger,
  toList,
  toSignal,
  usualOf,
} from '../arguments/options.ts';
import { NOWHERE } from '../arguments/targets.ts';
import { expectShape, toTensor } from '../arguments/tensor.ts';
import { atCaller } from '../runtime/sides.ts';
import { checkMasks } from './masks.ts';
import type { Out } from '../arguments/targets.ts';
import type { CheckedOf } from '../arguments/options.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { OpenCache } from '../layer/cache.ts';
import type { FloatTensor, Mask, Positions } from '../types/index.ts';
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

/** The core's numbers of the causal masks. */
const CAUSAL = {
  enumeration: 'Causal',
  values: ['none', 'past', 'bottom-right', 'by-length'],
} as const;

const NO_MASKS: CheckedMask[] = [];

const UNBOUNDED = { left: -1, right: -1 };

/**
 * Options of attention. Only own enumerable properties count; an unknown name is a TypeError that suggests the nearest.
 *
 * ```js
 * headwise.scaledDotProductAttention(query, key, value, { causal: true, window: { left: 128 }, softcap: 50 });
 * ```
 */
export const ATTENTION = {
  /** one mask, or several that all apply; biases are added in the order given */
  mask: option({
    type: of<Mask | readonly Mask[]>(),
    as: 'masks' as const,
    usual: NO_MASKS,
    read: atCaller((value, _, call: Sizes, precision: Precision) =>
      checkMasks(value, call, precision),
    ),
  }),
  /**
   * No query attends to later keys: query i is at position o + i and may attend to keys j <= o + i. `true`: o = P, the
   * length of the past. `'bottom-right'`: o = S - L, so the last query may attend to all keys. `'by-length'`: o =
   * keyLengths[b] - L.
   */
  causal: option({
    type: of<boolean | 'bottom-right' | 'by-length'>(),
    usual: 'none' as (typeof CAUSAL.values)[number],
    read: atCaller(toCausal),
    core: CAUSAL,
  }),
  /**
   * Restricts queries further, to keys from o + i - left to o + i + right (Beltagy et al. 2020, section 3.1). An absent side
   * is unbounded. o as above; without causal it is P.
   */
  window: option({
    type: of<{ left?: number; right?: number }>(),
    usual: UNBOUNDED,
    read: atCaller(toWindow),
    core: { windowLeft: 'left', windowRight: 'right' },
  }),
  /** (B), from 0 to S: keys at and after `keyLengths[b]` are padding */
  keyLengths: option({
    kind: 'list',
    usual: null as Int32Array | null,
    read: atCaller(toKeyLengths),
    core: 'given',
  }),
  /** factor of the dot products; default 1 / √E */
  scale: option({ kind: 'number', usual: 1, read: atCaller(toFinite), core: 'number' }),
  /**
   * scores = softcap · tanh(scores / softcap), before any mask (Gemma Team 2024, section 2). 0 or absent: off.
   */
  softcap: option({ kind: 'number', usual: 0, read: atCaller(toPositiveOrOff), core: 'number' }),
  positions: option({
    type: of<Positions>(),
    usual: null as CheckedPositions | null,
    read: atCaller((value, _, call: Sizes) => checkPositions(value, call)),
    core: {
      ...{ alibi: 'alibi', rotary: 'rotary', theta: 'turn', interleaved: 'turn' },
      ...{ dims: 'turn', offset: 'turn', factor: 'turn' },
    },
  }),
  /**
   * (H): one more score in the softmax of each row of a head, whose weight goes to no key (OpenAI 2025, gpt-oss), so
   * a row sums to less than 1. `logSumExp` includes it; `scale`, `softcap` and masks do not apply to it.
   */
  sinks: option({
    kind: 'tensor',
    usual: null as FloatTensor | null,
    read: atCaller(toSinks),
    core: 'given',
  }),
  /** (B, Hkv, P, E): the keys before the new ones; the result then has `presentKey` */
  pastKey: option({ kind: 'tensor', usual: null as FloatTensor | null }),
  /** (B, Hkv, P, Ev): required with `pastKey` */
  pastValue: option({ kind: 'tensor', usual: null as FloatTensor | null }),
  /** also return the maps */
  attention: flag('asked'),
  /**
   * Your tensors for the results, of exactly their shapes. The result contains these objects. They are
   * written only if the call succeeds, and may not overlap.
   */
  out: option({
    type: of<{ output?: FloatTensor; attention?: FloatTensor }>(),
    usual: NOWHERE as Out,
  }),
  /**
   * With `loadInWorker` it stops long work; with `load` it is checked before the work. Either way the call
   * throws, or rejects with, `signal.reason`.
   */
  signal: option({
    type: of<AbortSignal>(),
    usual: null as AbortSignal | null,
    read: atCaller(toSignal),
  }),
  /** also return every intermediate; implies `attention` */
  trace: flag('asked'),
  /** also return `kept`, a handle for gradients and windows of the maps; dispose of it after use */
  keep: flag('asked'),
  /** called with the progress, 0 to 1, during long work */
  onProgress: option({
    type: of<(done: number) => void>(),
    usual: null as ((done: number) => void) | null,
    read: atCaller(toFunction),
  }),
};

/** An option that only the reference has: whether to return rounding bounds. */
export const BOUNDS = { bounds: flag() };

const { window, scale, softcap } = ATTENTION;

/** The options that a model fixes for all its calls. */
export const SCORES = { window, scale, softcap };

/** The sizes of a call, of which shapes are made. */
export const SIZES = [
  ...(['batch', 'numHeads', 'numKvHeads', 'queryLen', 'pastLen', 'keyLen', 'extraLen'] as const),
  ...(['headDim', 'valueHeadDim'] as const),
];

/** How a call lies in the core's memory. */
export const LAYOUT = ['extraBias', 'extraZero', 'inParts', 'present', 'cached'] as const;

/** Intermediates that a layer's call may replace. */
export const REPLACEABLE = [
  ...(['query', 'key', 'value', 'dotProducts', 'scores', 'attention', 'heads'] as const),
];

/**
 * Every step between the dot products and the maps, all (B, H, L, S).
 *
 * ```js
 * const { scores, masked } = headwise.scaledDotProductAttention(q, k, v, { causal: true, trace: true }).trace;
 * ```
 */
export const MAPS = {
  /** q · k */
  dotProducts: null,
  /** the dot products times scale */
  scores: null,
  /** after softcap, if there is one */
  softcapped: 'softcap',
  /** after positions, biases and masks: -Infinity where a query may not attend */
  masked: null,
  /** after softmax */
  attention: null,
} as const;

/** The maps that a trace of a call has: some need an option. */
export function mapsOf(call: object) {
  const names = Object.keys(MAPS) as (keyof typeof MAPS)[];
  return names.filter((name) => MAPS[name] === null || (call as any)[MAPS[name]] > 0);
}

/** The checked options of attention, with every default filled in. */
export type CheckedOptions = CheckedOf<typeof ATTENTION & typeof BOUNDS>;

/** The inputs and their sizes. */
export type Inputs = Omit<Sizes, 'pastLen'> & {
  query: FloatTensor;
  key: FloatTensor;
  value: FloatTensor;
};

export type CheckedCall = Sizes & Inputs & CheckedOptions;

const NO_PAST: { pastKey: null; pastValue: null; pastLen: number } = {
  pastKey: null,
  pastValue: null,
  pastLen: 0,
};

/** The smallest normal float32. In float32 a smaller number could become 0, which turns the option off. */
const FLOAT32_MIN = 1.1754943508222875e-38;

const WINDOW = optionNames('left', 'right');

const SCHEMAS = { float32: ATTENTION, float64: { ...ATTENTION, ...BOUNDS } };

/** The options that a call of attention may have, for readOptions. */
export const ATTENTION_OPTIONS = atCaller({
  float32: namesOf<typeof ATTENTION>(ATTENTION),
  float64: namesOf<typeof ATTENTION>(ATTENTION, BOUNDS),
});

const checkOptions = atCaller({
  float32: checkOf(SCHEMAS.float32),
  float64: checkOf(SCHEMAS.float64),
});

/** A call without options. A call is a copy of it: properties that are added to a copy take microseconds each. */
export const USUAL = {
  ...{ batched: true, batch: 0, numHeads: 0, numKvHeads: 0, queryLen: 0, keyLen: 0, pastLen: 0 },
  ...{ headDim: 0, valueHeadDim: 0, query: null as any, key: null as any, value: null as any },
  ...usualOf(SCHEMAS.float64),
} as CheckedCall;

type GivenOptions = Readonly<Record<keyof typeof ATTENTION, unknown>>;

/**
 * Checks the arguments and options of a call, except `out`.
 *
 * @param cache the cache with the past keys
 * @param checked a copy of USUAL, which is filled in
 */
export function checkCall(
  given: GivenOptions,
  inputs: Inputs,
  precision: Precision,
  cache: OpenCache | null = null,
  checked: CheckedCall = { ...USUAL },
): CheckedCall {
  const { pastKey, pastValue, pastLen } =
    cache === null ? checkPast(given, inputs, precision) : checkCachedPast(given, inputs, cache);
  checked.batched = inputs.batched;
  checked.batch = inputs.batch;
  checked.numHeads = inputs.numHeads;
  checked.numKvHeads = inputs.numKvHeads;
  checked.queryLen = inputs.queryLen;
  checked.keyLen = inputs.keyLen;
  checked.pastLen = pastLen;
  checked.headDim = inputs.headDim;
  checked.valueHeadDim = inputs.valueHeadDim;
  checked.query = inputs.query;
  checked.key = inputs.key;
  checked.value = inputs.value;
  checked.pastKey = pastKey;
  checked.pastValue = pastValue;
  if (given.scale === undefined) checked.scale = defaultScale(inputs.headDim);
  checkOptions[precision](given, checked, precision);
  if (checked.trace) checked.attention = true;
  if (checked.causal === 'by-length' && checked.keyLengths === null) {
    throw wrongKind('keyLengths', "an array of integers beside causal: 'by-length'", undefined);
  }
  return checked;
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

function toCausal(value: unknown): (typeof CAUSAL.values)[number] {
  if (value === false) return 'none';
  if (value === true) return 'past';
  if (value === 'bottom-right' || value === 'by-length') return value;
  throw wrongKind('causal', "true, false, 'bottom-right' or 'by-length'", value);
}

function toWindow(value: unknown) {
  const { left, right } = readNested(value, 'window', WINDOW);
  return { left: toReach(left, 'window.left'), right: toReach(right, 'window.right') };
}

/** The reach of a window on one side; -1 (unbounded) from the longest possible length on. */
function toReach(value: unknown, name: string) {
  if (value === undefined) return -1;
  const reach = toInteger(value, name, 0);
  return reach < MAX_SIZE ? reach : -1;
}

function toKeyLengths(value: unknown, _: string, { batch, pastLen, keyLen }: Sizes) {
  const keys = pastLen + keyLen;
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

function toSinks(value: unknown, _: string, { numHeads }: Sizes, precision: Precision) {
  const sinks = toTensor(value, 'sinks', precision);
  expectShape(sinks.shape, 'sinks', [numHeads], 'with one number per head');
  return sinks;
}

function toPositiveOrOff(value: unknown, name: string) {
  const number = toFinite(value, name);
  if (number === 0 || number >= FLOAT32_MIN) return number + 0;
  throw wrongNumber(name, '0 or a positive number that float32 can hold', value);
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
