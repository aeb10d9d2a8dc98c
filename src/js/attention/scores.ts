// The options of the scores, which a model fixes for all its calls, and the maps of a trace: their schemas, their check and the
// check of positions.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  MAX_SIZE,
  of,
  option,
  optionNames,
  readNested,
  toBoolean,
  toFinite,
  toInteger,
  toList,
} from '../arguments/options.ts';
import { atCaller } from '../runtime/sides.ts';

/** The core's numbers of the causal masks. */
const CAUSAL = {
  enumeration: 'Causal',
  values: ['none', 'past', 'bottom-right', 'by-length'],
} as const;

const UNBOUNDED = { left: -1, right: -1 };

/** The options of the scores. */
export const SCORES = {
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
  /** factor of the dot products; default 1 / √E */
  scale: option({ kind: 'number', usual: 1, read: atCaller(toFinite), core: 'number' }),
  /**
   * scores = softcap · tanh(scores / softcap), before any mask (Gemma Team 2024, section 2). 0 or absent: off.
   */
  softcap: option({ kind: 'number', usual: 0, read: atCaller(toPositiveOrOff), core: 'number' }),
};

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

/** The smallest normal float32. In float32 a smaller number could become 0, which turns the option off. */
const FLOAT32_MIN = 1.1754943508222875e-38;

const WINDOW = optionNames('left', 'right');

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
  { numHeads, headDim }: { numHeads: number; headDim: number },
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
