// Compares a number with the original's. All suites use one rule:
//
//   |computed - original| <= 4 bound (ours) + 4 bound (theirs) + what their record lost
//
// The bound is the reference's, of the rounding of a float32 computation; the multiple is that of
// every test of the engine. The reference itself computes in float64 and has no rounding to be
// allowed for.

import { BOUND_MULTIPLE } from '../../src/js/reference/bounds.ts';

/** @import { Check } from './suite.js' */

/**
 * The outcome of one check.
 *
 * @typedef {object} Verdict
 * @property {string | null} fault the index with the largest fault and its size; null without a
 * fault
 * @property {number} ulps
 *  the largest difference, beyond what the record lost, in units of the last place of the largest
 * number in its matrix, a float32
 *   or of the original's format
 * @property {number} share the largest ratio of a difference to its tolerance; above 1 is a fault
 */

/**
 * @param {Check} check
 * @returns {Verdict}
 */
export function judge({ place, computed, expected, bound, coarser = 1, lost }) {
  const [ours, theirs] = [computed.data, expected.data];
  if (String(computed.shape) !== String(expected.shape) || ours.length !== theirs.length) {
    const fault = `${place}: shape (${computed.shape}), the original has (${expected.shape})`;
    return { fault, ulps: Infinity, share: Infinity };
  }
  const multiple = (ours instanceof Float64Array ? 0 : BOUND_MULTIPLE) + BOUND_MULTIPLE * coarser;
  const worst = { at: 0, difference: 0, allowed: 0, share: 0 };
  const unit = unitsOf(expected);
  let ulps = 0;
  for (let at = 0; at < theirs.length; at++) {
    const difference = apart(ours[at], theirs[at]);
    if (difference === 0) continue;
    const unseen = lost?.[at] ?? 0;
    const allowed = multiple * bound.data[at] + unseen;
    const share = allowed < Infinity ? difference / allowed : Infinity;
    if (share > worst.share) Object.assign(worst, { at, difference, allowed, share });
    const seen = Math.max(0, difference - unseen);
    ulps = Math.max(ulps, seen / (unit(at) * Math.max(1, coarser)));
  }
  if (worst.share <= 1) return { fault: null, ulps, share: worst.share };
  const { at, difference, allowed, share } = worst;
  const where = `${place}[${indices(at, expected.shape)}]`;
  const size = `${difference.toExponential(2)} apart, ${allowed.toExponential(2)} allowed`;
  return { fault: `${where}: ${ours[at]}, the original has ${theirs[at]}; ${size}`, ulps, share };
}

/**
 * The distance of two numbers; 0 for equal ones, infinities and NaN included.
 *
 * @param {number} a
 * @param {number} b
 */
function apart(a, b) {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return 0;
  const difference = Math.abs(a - b);
  return Number.isNaN(difference) ? Infinity : difference;
}

/**
 * From a magnitude to the next float32.
 *
 * @param {number} size
 */
export function lastPlace(size) {
  if (!(size > 2 ** -126)) return 2 ** -149;
  const bits = new Uint32Array(Float32Array.of(size).buffer)[0];
  return 2 ** ((bits >>> 23) - 127 - 23);
}

/**
 * The unit of each number's matrix: of the last two axes.
 *
 * @param {{ readonly data: ArrayLike<number>, readonly shape: readonly number[] }} tensor
 * @returns {(at: number) => number}
 */
function unitsOf({ data, shape }) {
  const size = shape.slice(-2).reduce((product, axis) => product * axis, 1);
  const largest = new Float64Array(Math.ceil(data.length / size));
  for (let at = 0; at < data.length; at++) {
    const [matrix, magnitude] = [Math.floor(at / size), Math.abs(data[at])];
    if (magnitude > largest[matrix] && magnitude < Infinity) largest[matrix] = magnitude;
  }
  return (at) => lastPlace(largest[Math.floor(at / size)]);
}

/**
 * @param {number} at
 * @param {readonly number[]} shape
 */
function indices(at, shape) {
  const found = [];
  for (let axis = shape.length - 1, rest = at; axis >= 0; axis--) {
    found.unshift(rest % shape[axis]);
    rest = Math.floor(rest / shape[axis]);
  }
  return found.join(', ');
}
