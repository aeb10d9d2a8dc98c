// The verdict on a submission: right, a fault whose formula gives its numbers, or different, with the first array that
// is not as it should be.

import { toFinite, readOptions, optionNames, toFunction } from '../arguments/options.js';
import { wrongNumber } from '../arguments/errors.js';
import { differ } from './compare.js';
import { Search } from './search.js';
import { readTask } from './task.js';

/** @import { Difference } from './compare.js' */
/** @import { FaultName, FoundFault } from './search.js' */
/** @import { Format } from './precision.js' */
/** @import { Name } from './steps.js' */
/** @import { Submission } from './submission.js' */
/** @import { Right, Task } from './task.js' */

/**
 * @typedef {object} DiagnoseOptions
 * @property {number} [tolerance] how far numbers may be apart, relative to the largest of their array; default 1e-5. What
 *   rounding may do in the submission's own format, half precision too, is allowed in any case
 * @property {number} [seconds] after which no more mistakes are tried; default: all are
 * @property {(done: number) => void} [onProgress] 0 to 1, while faults and pairs of faults are tried
 */

/**
 * @typedef {{ name: Name } & Difference} FirstDifference
 */

/**
 * @typedef {object} Diagnosis
 * @property {'right' | 'fault' | 'different'} verdict
 *   'right': the numbers are those of the formula. 'fault': they are exactly those of a known mistake. 'different': neither
 * @property {FoundFault[]} faults
 *   every known mistake that gives these numbers, nearest first. More than one: this submission cannot tell them apart
 * @property {FirstDifference} [first]
 *   the first array, from input to output, that differs from the right one; absent where all is right
 * @property {FaultName[]} unseen
 *   with 'right': mistakes that would have given the same numbers here, for example a missing bias where all biases are 0
 * @property {{ faults: number, pairs: number }} tried how many formulas were computed
 * @property {{ faults: number, pairs: number, seconds: number }} [stopped] where the search ended at its limit: how many
 *   formulas there are, and the limit
 * @property {Format['name']} format in which the submission was computed, as its numbers tell
 */

/** Numbers in float32 are rounded at 6e-8 of their size, and sums of some hundred of them come within this. */
const TOLERANCE = 1e-5;

const OPTIONS = optionNames('tolerance', 'seconds', 'onProgress');

/** From input to output. */
const ORDER = /** @type {const} */ ([
  'query',
  'key',
  'value',
  'dotProducts',
  'scores',
  'masked',
  'attention',
  'heads',
  'concatenated',
  'output',
]);

/**
 * Compares what an implementation of attention gave with the formula, and if it is not that, with the formulas of known
 * mistakes and of two of them at once.
 *
 * @param {Submission} submission
 * @param {DiagnoseOptions} [options]
 * @returns {Promise<Diagnosis>}
 * @throws {TypeError} if the argument is no submission; the text names the field
 * @throws {RangeError} for inputs and parameters whose shapes do not fit each other
 *
 * @example
 * const { verdict, faults } = await diagnose({
 *   inputs: { query: x },
 *   parameters: layer.stateDict(),
 *   options: { numHeads: 4, causal: true },
 *   output,
 *   attention,
 * });
 * if (verdict === 'fault') console.log(faults[0].explanation);
 */
export async function diagnose(submission, options) {
  const given = readOptions(options, 'options', OPTIONS);
  const tolerance = toTolerance(given.tolerance);
  const progress =
    given.onProgress === undefined ? () => {} : toFunction(given.onProgress, 'onProgress');
  const seconds = toSeconds(given.seconds);
  const { task, right } = readTask(submission);
  const first = firstDifference(task, right, tolerance);
  const search = new Search(task, right, { tolerance, seconds, progress });
  const unseen = first ? [] : await search.unseen();
  const faults = first ? await search.faults() : [];
  const { tried, stopped } = search;
  return {
    verdict: !first ? 'right' : faults.length > 0 ? 'fault' : 'different',
    faults,
    ...(first && { first }),
    unseen,
    tried,
    ...(stopped && { stopped }),
    format: task.format.name,
  };
}

/** @param {unknown} value */
function toSeconds(value) {
  if (value === undefined) return Infinity;
  const seconds = toFinite(value, 'seconds');
  if (seconds > 0) return seconds;
  throw wrongNumber('seconds', 'a number above 0', value);
}

/** @param {unknown} value */
function toTolerance(value) {
  if (value === undefined) return TOLERANCE;
  const tolerance = toFinite(value, 'tolerance');
  if (tolerance > 0 && tolerance < 1) return tolerance;
  throw wrongNumber('tolerance', 'a number between 0 and 1', value);
}

/**
 * @param {Task} task
 * @param {Right} right
 * @param {number} tolerance
 * @returns {FirstDifference | undefined}
 */
function firstDifference({ given }, { arrays, bounds }, tolerance) {
  for (const name of ORDER) {
    const [array, expected] = [given[name], arrays[name]];
    if (!array || !expected) continue;
    const found = differ(array, expected, bounds[name]?.data);
    if (found.difference > tolerance) return { name, ...found };
  }
  return undefined;
}
