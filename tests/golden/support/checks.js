// Compares headwise's results with a framework's, within the allowed error; where the two are
// documented to differ, they must really differ.

import { judge, lastPlace } from '../../conformance/compare.js';

/** @import { PlainTensor } from '../../../src/js/types/index.ts' */
/** @import { Check, Numbers } from '../../conformance/suite.js' */
/** @import { Golden, Stored } from './golden.js' */

/** @typedef {{ output: Numbers, attention?: Numbers }} Result */

/**
 * @param {Golden<any>} golden
 * @param {Stored<unknown, unknown>} one
 * @param {{ computed: Result, bounds: Result }} found
 * @param {number} scale as the framework had it, in float64
 * @param {(place: string, tensor: PlainTensor) => PlainTensor} [arrange] from the framework's layout to headwise's
 * @returns {Check[]}
 * @throws where there is no disagreement where one is documented
 */
export function checkAll(golden, one, found, scale, arrange = (_place, tensor) => tensor) {
  const theirs = (/** @type {string} */ place, /** @type {{ tensor: string }} */ kept) =>
    arrange(place, /** @type {PlainTensor} */ (golden.stored(kept)));
  const checks = Object.entries(one.expected).map(([place, kept]) => {
    const [computed, bound] = [pick(found.computed, place), pick(found.bounds, place)];
    return check(place, computed, theirs(place, kept), bound, scale);
  });
  if (one.disagreement && !('error' in one.disagreement.theirs)) {
    confirm(one.disagreement.says, one.disagreement.theirs, checks, theirs);
  }
  return checks;
}

/**
 * The allowed distance of a result from the true value. headwise's result is float32 and has its
 * bound. The framework's was computed in float64 and lost half a last place when it was stored: it
 * may use 2^-29 of the bound, or an eighth where the scale is no float32, because headwise rounds
 * the scale and with it each score.
 *
 * @param {string} place
 * @param {Numbers} computed
 * @param {PlainTensor} expected
 * @param {Numbers} bound
 * @param {number} scale
 * @returns {Check}
 */
function check(place, computed, expected, bound, scale) {
  const lost = Float64Array.from(expected.data, (value) =>
    Number.isFinite(value) ? lastPlace(Math.abs(value)) / 2 : 0,
  );
  const coarser = Math.fround(scale) === scale ? 2 ** -29 : 1 / 8;
  return { place, computed, expected, bound, coarser, lost };
}

/**
 * Asserts that the framework's own float32 result differs from the expected one somewhere.
 *
 * @param {string} says
 * @param {Record<string, { tensor: string }>} kept
 * @param {readonly Check[]} checks
 * @param {(place: string, kept: { tensor: string }) => PlainTensor} read
 */
function confirm(says, kept, checks, read) {
  const differs = checks.some(({ place, computed, bound }) => {
    const expected = read(place, kept[place]);
    return judge({ place, computed, expected, bound }).fault !== null;
  });
  if (!differs) throw new Error(`there is no disagreement any more: ${says}`);
}

/**
 * @param {Result} result
 * @param {string} place
 */
function pick(result, place) {
  return /** @type {Numbers} */ (result[/** @type {'output' | 'attention'} */ (place)]);
}
