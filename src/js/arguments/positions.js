// Positions inside attention: ALiBi's slopes and rotary turns.

import { wrongKind, wrongNumber } from './errors.js';
import { optionNames, readNested, toBoolean, toFinite, toInteger, toList } from './options.js';

/** @import { Sizes } from './attention-options.js' */

/**
 * Slopes are (H); null means the paper's, which the core knows. Frequencies are (dims / 2); null means those of theta.
 *
 * @typedef {object} CheckedRotary
 * @property {'rotary'} type
 * @property {number} theta
 * @property {Float64Array | null} frequencies
 * @property {number} factor of cosines and sines
 * @property {boolean} interleaved
 * @property {number} dims
 * @property {number} offset
 *
 * @typedef {{ type: 'alibi', slopes: Float32Array | null } | CheckedRotary} CheckedPositions
 */

/** Positions up to here stay exact when lengths are added to them in float64. */
export const MAX_OFFSET = 4503599627370496; // 2^52

const POSITIONS = optionNames(
  ...['type', 'slopes', 'theta', 'frequencies', 'factor', 'interleaved', 'dims', 'offset'],
);

/**
 * @param {unknown} value
 * @param {Pick<Sizes, 'numHeads' | 'headDim'>} sizes
 * @param {number} [usual] theta
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
