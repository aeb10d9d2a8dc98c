// Checks the options of attention, for the function and the layer. Their inputs are checked elsewhere.

import { ANY, wrongKind, wrongNumber } from '../arguments/errors.js';
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
} from '../arguments/options.js';
import { NOWHERE } from '../arguments/targets.js';
import { expectShape, toTensor } from '../arguments/tensor.js';
import { checkMasks } from './masks.js';

/** @import { Out } from '../arguments/targets.js' */
/** @import { Precision } from '../arguments/tensor.js' */
/** @import { OpenCache } from '../layer/cache.js' */
/** @import { FloatTensor } from '../types/index.js' */
/** @import { CheckedMask } from './masks.js' */

/**
 * The sizes that options must match.
 *
 * @typedef {object} Sizes
 * @property {boolean} batched false: the caller left out B, and so do the results
 * @property {number} batch B; 1 if it was left out
 * @property {number} numHeads H
 * @property {number} numKvHeads Hkv
 * @property {number} queryLen L
 * @property {number} keyLen S: number of new keys
 * @property {number} pastLen P: number of past keys, which come first
 * @property {number} headDim E
 * @property {number} valueHeadDim Ev
 */

/**
 * The checked options of attention, with every default filled in.
 *
 * @typedef {object} CheckedOptions
 * @property {CheckedMask[]} masks
 * @property {'none' | 'past' | 'bottom-right' | 'by-length'} causal the causal mask, and its alignment
 * @property {number} windowLeft -1 = unbounded
 * @property {number} windowRight -1 = unbounded
 * @property {Int32Array | null} keyLengths (B)
 * @property {number} scale
 * @property {number} softcap 0 = off
 * @property {CheckedPositions | null} positions
 * @property {FloatTensor | null} sinks (H)
 * @property {boolean} attention whether to return the maps
 * @property {boolean} trace whether to return every intermediate; implies attention
 * @property {boolean} keep whether to save the activations that gradients and windows need
 * @property {boolean} bounds whether to return rounding bounds; only the reference has them
 * @property {AbortSignal | null} signal
 * @property {((done: number) => void) | null} onProgress
 */

/**
 * The inputs and their sizes.
 *
 * @typedef {Omit<Sizes, 'pastLen'> & { query: FloatTensor, key: FloatTensor, value: FloatTensor }} Inputs
 */

/**
 * @typedef {object} CheckedTensors
 * @property {FloatTensor | null} pastKey (B, Hkv, P, E); without B if the caller left it out
 * @property {FloatTensor | null} pastValue (B, Hkv, P, Ev)
 * @property {Out} out
 *
 * @typedef {Sizes & Inputs & CheckedTensors & CheckedOptions} CheckedCall
 */

export const ATTENTION_OPTIONS = /** @type {const} */ ([
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
]);

/** @typedef {Readonly<Record<(typeof ATTENTION_OPTIONS)[number], unknown>> & { bounds?: unknown }} GivenOptions */

/** @type {CheckedMask[]} */
const NO_MASKS = [];

/** @type {{ pastKey: null, pastValue: null, pastLen: number }} */
const NO_PAST = { pastKey: null, pastValue: null, pastLen: 0 };

/** The smallest normal float32. In float32 a smaller softcap could become 0, which turns softcapping off. */
const FLOAT32_MIN = 1.1754943508222875e-38;

const WINDOW = optionNames('left', 'right');

/**
 * Checks the arguments and options of a call, except `out`. The result is one literal, field by field: to spread objects with
 * this many properties takes microseconds.
 *
 * @param {GivenOptions} given
 * @param {Inputs} inputs
 * @param {Precision} precision
 * @param {OpenCache | null} [cache] the cache with the past keys
 * @returns {CheckedCall}
 */
export function checkCall(given, inputs, precision, cache = null) {
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
  /** @type {CheckedCall} */
  const checked = {
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

/**
 * Checks the options that change how scores are computed, and which scores count.
 *
 * @param {{ window?: unknown, scale?: unknown, softcap?: unknown }} given
 * @param {number} headDim
 */
export function checkScores(given, headDim) {
  const { left, right } =
    given.window === undefined ? WINDOW : readNested(given.window, 'window', WINDOW);
  return {
    windowLeft: toReach(left, 'window.left'),
    windowRight: toReach(right, 'window.right'),
    scale: given.scale === undefined ? defaultScale(headDim) : toFinite(given.scale, 'scale'),
    softcap: given.softcap === undefined ? 0 : toSoftcap(given.softcap),
  };
}

/**
 * Checks the keys and values that come before the new ones.
 *
 * @param {GivenOptions} given
 * @param {Inputs} inputs
 * @param {Precision} precision
 * @returns {{ pastKey: FloatTensor | null, pastValue: FloatTensor | null, pastLen: number }}
 */
function checkPast({ pastKey, pastValue }, inputs, precision) {
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

/**
 * @param {GivenOptions} given
 * @param {Inputs} inputs
 * @param {OpenCache} cache
 * @returns {{ pastKey: null, pastValue: null, pastLen: number }}
 */
function checkCachedPast(
  { pastKey, pastValue },
  { batch, keyLen },
  { batch: entries, capacity, length },
) {
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

/**
 * @param {unknown} value
 * @returns {CheckedOptions['causal']}
 */
function toCausal(value) {
  if (value === undefined || value === false) return 'none';
  if (value === true) return 'past';
  if (value === 'bottom-right' || value === 'by-length') return value;
  throw wrongKind('causal', "true, false, 'bottom-right' or 'by-length'", value);
}

/**
 * The reach of a window on one side; -1 (unbounded) from the longest possible length on.
 *
 * @param {unknown} value
 * @param {string} name
 */
function toReach(value, name) {
  if (value === undefined) return -1;
  const reach = toInteger(value, name, 0);
  return reach < MAX_SIZE ? reach : -1;
}

/**
 * @param {unknown} value
 * @param {number} batch
 * @param {number} keys
 */
function toKeyLengths(value, batch, keys) {
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

/**
 * @param {unknown} value
 * @param {number} numHeads
 * @param {Precision} precision
 */
function toSinks(value, numHeads, precision) {
  const sinks = toTensor(value, 'sinks', precision);
  expectShape(sinks.shape, 'sinks', [numHeads], 'with one number per head');
  return sinks;
}

/** @param {unknown} value */
function toSoftcap(value) {
  const softcap = toFinite(value, 'softcap');
  if (softcap === 0 || softcap >= FLOAT32_MIN) return softcap + 0;
  throw wrongNumber('softcap', '0 or a positive number that float32 can hold', value);
}

/**
 * 1 / √E. Newton's method from above finds the root: it only adds and divides, so it has the same bits everywhere, while
 * engines may approximate Math.sqrt.
 *
 * @param {number} headDim
 */
export function defaultScale(headDim) {
  let root = headDim;
  for (let next = (root + 1) / 2; next < root; next = (root + headDim / root) / 2) root = next;
  return 1 / root;
}

/**
 * Slopes have shape (H); null: the core computes the ALiBi paper's. Frequencies have shape (dims / 2); null: powers of theta.
 *
 * @typedef {object} CheckedRotary
 * @property {'rotary'} type
 * @property {number} theta
 * @property {Float64Array | null} frequencies
 * @property {number} factor multiplies cosines and sines
 * @property {boolean} interleaved
 * @property {number} dims
 * @property {number} offset
 *
 * @typedef {{ type: 'alibi', slopes: Float32Array | null } | CheckedRotary} CheckedPositions
 */

/** The largest offset: sums of positions up to it and lengths are exact in float64. */
export const MAX_OFFSET = 4503599627370496; // 2^52

const POSITIONS = optionNames(
  ...['type', 'slopes', 'theta', 'frequencies', 'factor', 'interleaved', 'dims', 'offset'],
);

/**
 * @param {unknown} value
 * @param {Pick<Sizes, 'numHeads' | 'headDim'>} sizes
 * @param {number} [usual] default of theta
 * @returns {CheckedPositions | null}
 */
export function checkPositions(value, { numHeads, headDim }, usual = 10000) {
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

/**
 * @param {string} type
 * @param {Record<string, unknown>} others
 */
function refuseOthers(type, others) {
  for (const name of Object.keys(others)) {
    if (others[name] !== undefined) {
      throw new TypeError(`positions: expected no ${name} with type '${type}', got one`);
    }
  }
}

/**
 * @param {unknown} value
 * @param {number} numHeads
 */
function toSlopes(value, numHeads) {
  const slopes = toList(value, 'positions.slopes', 'an array of numbers');
  if (slopes.length !== numHeads) {
    throw wrongNumber('positions.slopes', `${numHeads} numbers, one per head`, value);
  }
  const checked = new Float32Array(numHeads);
  for (let h = 0; h < numHeads; h++) checked[h] = toFinite(slopes[h], `positions.slopes[${h}]`);
  return checked;
}

/**
 * @param {unknown} value
 * @param {number} dims
 */
function toFrequencies(value, dims) {
  const name = 'positions.frequencies';
  const frequencies = toList(value, name, 'an array of numbers');
  if (frequencies.length !== dims / 2) {
    throw wrongNumber(name, `${dims / 2} numbers, half of dims`, value);
  }
  const checked = new Float64Array(dims / 2);
  for (let r = 0; r < checked.length; r++) checked[r] = toFinite(frequencies[r], `${name}[${r}]`);
  return checked;
}

/**
 * @param {unknown} value
 * @param {string} name
 */
function toPositive(value, name) {
  if (typeof value !== 'number') throw wrongKind(name, 'a positive number', value);
  if (value > 0 && Number.isFinite(value)) return value;
  throw wrongNumber(name, 'a positive number', value);
}

/**
 * @param {unknown} value
 * @param {number} headDim
 */
function toTurnedWidth(value, headDim) {
  const expected = `an even integer from 2 to the width of a head, ${headDim}`;
  if (typeof value !== 'number') throw wrongKind('positions.dims', expected, value);
  if (value >= 2 && value <= headDim && value % 2 === 0) return value;
  throw wrongNumber('positions.dims', expected, value);
}
