// The verdict on a submission: right, a fault whose formula gives the same numbers, or different. It has the first array that
// differs from the correct one.

import { toFinite, readOptions, optionNames, toFunction } from '../arguments/options.ts';
import { wrongNumber } from '../arguments/errors.ts';
import { differ } from './compare.ts';
import { forgottenOption } from './forgotten.ts';
import { Search } from './search.ts';
import { prepareSubmission } from './checked-submission.ts';
import type { Difference } from './compare.ts';
import type { Forgotten } from './forgotten.ts';
import type { FaultName, FoundFault } from './search.ts';
import type { Format } from './precision.ts';
import type { Name } from './steps.ts';
import type { Submission } from './submission.ts';
import type { Right, CheckedSubmission } from './checked-submission.ts';

/**
 * Options of diagnose.
 *
 * ```js
 * await diagnose(submission, { tolerance: 1e-4, seconds: 10 });
 * ```
 */
export interface DiagnoseOptions {
  /**
   * the largest difference of two equal numbers, relative to the largest of their array; default 1e-5. Rounding
   * in the submission's own format, half precision too, is always allowed
   */
  tolerance?: number;
  /** the time limit of the search for mistakes; default: no limit */
  seconds?: number;
  /** 0 to 1, while faults and pairs of faults are tried */
  onProgress?: (done: number) => void;
}

export type FirstDifference = { name: Name } & Difference;

/**
 * The verdict on a submission.
 *
 * ```js
 * const { verdict, faults, first } = await diagnose(submission);
 * if (verdict === 'fault') console.log(faults[0].name, faults[0].explanation);
 * ```
 */
export interface Diagnosis {
  /**
   * 'right': the formula gives these numbers. 'fault': a known mistake gives exactly these numbers. 'different': neither
   */
  verdict: 'right' | 'fault' | 'different';
  /**
   * every known mistake that gives these numbers, nearest first. More than one: this submission cannot distinguish them
   */
  faults: FoundFault[];
  /**
   * the first array, from input to output, that differs from the correct one; absent if none differs
   */
  first?: FirstDifference;
  /**
   * with 'different': an option that the submission does not have, and with which its numbers are right. No mistake is
   * searched then
   */
  forgotten?: Forgotten;
  /**
   * with 'right': mistakes that would have given the same numbers here, for example a missing bias where all biases are 0
   */
  unseen: FaultName[];
  /** the number of computed formulas */
  tried: { faults: number; pairs: number };
  /** if the search ended at its limit: the number of all formulas, and the limit */
  stopped?: { faults: number; pairs: number; seconds: number };
  /** the format in which the submission was computed, found from its numbers */
  format: Format['name'];
}

/** Rounding to float32 changes a number by a factor of 6e-8 at most, and sums of some hundred numbers by less than this. */
const TOLERANCE = 1e-5;

const OPTIONS = optionNames('tolerance', 'seconds', 'onProgress');

/** The arrays, from input to output. */
const ORDER = [
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
] as const;

/**
 * Compares the results of an implementation of attention with the formula, and if they differ, with the formulas of known
 * mistakes and pairs of mistakes.
 *
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
export async function diagnose(
  submission: Submission,
  options?: DiagnoseOptions,
): Promise<Diagnosis> {
  const given = readOptions(options, 'options', OPTIONS);
  const tolerance = toTolerance(given.tolerance);
  const progress =
    given.onProgress === undefined ? () => {} : toFunction(given.onProgress, 'onProgress');
  const seconds = toSeconds(given.seconds);
  const { task, right } = prepareSubmission(submission);
  const first = firstDifference(task, right, tolerance);
  const search = new Search(task, right, { tolerance, seconds, progress });
  const unseen = first ? [] : await search.unseen();
  const isRight = (...both: [CheckedSubmission, Right]) =>
    firstDifference(...both, tolerance) === undefined;
  const forgotten = first && forgottenOption(submission, task, isRight);
  const faults = first && !forgotten ? await search.faults() : [];
  const { tried, stopped } = search;
  return {
    verdict: !first ? 'right' : faults.length > 0 ? 'fault' : 'different',
    faults,
    ...(first && { first }),
    ...(forgotten && { forgotten }),
    unseen,
    tried,
    ...(stopped && { stopped }),
    format: task.format.name,
  };
}

function toSeconds(value: unknown) {
  if (value === undefined) return Infinity;
  const seconds = toFinite(value, 'seconds');
  if (seconds > 0) return seconds;
  throw wrongNumber('seconds', 'a number above 0', value);
}

function toTolerance(value: unknown) {
  if (value === undefined) return TOLERANCE;
  const tolerance = toFinite(value, 'tolerance');
  if (tolerance > 0 && tolerance < 1) return tolerance;
  throw wrongNumber('tolerance', 'a number between 0 and 1', value);
}

function firstDifference(
  { given }: CheckedSubmission,
  { arrays, bounds }: Right,
  tolerance: number,
): FirstDifference | undefined {
  for (const name of ORDER) {
    const [array, expected] = [given[name], arrays[name]];
    if (!array || !expected) continue;
    const found = differ(array, expected, bounds[name]?.data);
    if (found.difference > tolerance) return { name, ...found };
  }
  return undefined;
}
