// The format in which a submission was computed, float32 or a half precision, and how far its rounding reaches. It follows
// from the numbers themselves: those of a tensor in half precision stay what they are in float32.

import { roundTo } from '../formats/round.js';
import { BOUND_MULTIPLE, FLOAT32 } from '../reference/bounds.js';

/** @import { Precision } from '../reference/bounds.js' */
/** @import { Numbers } from './arrays.js' */
/** @import { Steps } from './steps.js' */
/** @import { Given } from './task.js' */

/**
 * @typedef {Precision & { name: 'float32' | 'float16' | 'bfloat16', round: ((numbers: Numbers) => Numbers) | null }} Format
 *   round: to the format and back; null for float32, whose rounding the tolerance covers
 */

/** @type {(dtype: 'F16' | 'BF16') => (numbers: Numbers) => Numbers} */
const rounder =
  (dtype) =>
  ({ data, shape }) => ({
    data: Float64Array.from(roundTo(Float32Array.from(data), dtype)),
    shape,
  });

/** @type {Format} */
const SINGLE = { name: 'float32', ...FLOAT32, round: null };
/** The one with fewer bits first: most numbers of bfloat16 are numbers of float16. @type {Format[]} */
const HALVES = [
  { name: 'bfloat16', unit: 1 / 256, underflow: FLOAT32.underflow, round: rounder('BF16') },
  { name: 'float16', unit: 1 / 2048, underflow: 1 / 16_777_216, round: rounder('F16') },
];
/** The bits of float32 that are 0 in numbers such as 0, 1, 0.5 and -3, which tell nothing of their format. */
const TELLING = 0xfffff;

/**
 * The format of an array, or null where its numbers do not tell.
 *
 * @param {Numbers} numbers
 * @returns {Format | null}
 */
function formatOf(numbers) {
  const { data } = numbers;
  const bits = new Uint32Array(Float32Array.from(data, (x) => (Number.isFinite(x) ? x : 0)).buffer);
  if (bits.every((each) => (each & TELLING) === 0)) return null;
  const holds = (/** @type {Format} */ { round }) =>
    round?.(numbers).data.every((x, at) => Object.is(x, data[at]));
  return HALVES.find(holds) ?? SINGLE;
}

/**
 * The format of a computation: that of its output, or of its maps where the output is 0 and 1.
 *
 * @param {Given} given
 * @returns {Format}
 */
export function formatOfAll({ output, attention }) {
  return formatOf(output) ?? (attention && formatOf(attention)) ?? SINGLE;
}

/**
 * How far rounding may take the numbers of a computation in this format, at most.
 *
 * @param {Format} format
 * @returns {Precision} for the reference's bounds
 */
export function precisionOf({ unit, underflow }) {
  return { unit: BOUND_MULTIPLE * unit, underflow: BOUND_MULTIPLE * underflow };
}

/**
 * How far rounding may take each number of an array: what the computation brings, and the array's own format.
 *
 * @param {Numbers} given
 * @param {{ data: Float64Array }} expected
 * @param {Float64Array} bounds of the computation
 */
export function boundsFor(given, expected, bounds) {
  const { round, unit, underflow } = formatOf(given) ?? SINGLE;
  if (round === null) return bounds;
  return bounds.map((bound, at) => bound + unit * Math.abs(expected.data[at]) + underflow);
}

/**
 * The steps with the result of each rounded to a format, as an implementation in it does.
 *
 * @param {Steps} steps
 * @param {NonNullable<Format['round']>} round
 * @returns {Steps}
 */
export function roundedSteps(steps, round) {
  const { inputs, allow, bias, ...others } = steps;
  const rounded = Object.entries(others).map(([name, step]) => [
    name,
    (/** @type {any[]} */ ...given) => round(/** @type {Function} */ (step)(...given)),
  ]);
  return { inputs, allow, bias: roundedBias(bias, round), ...Object.fromEntries(rounded) };
}

/**
 * @param {Steps['bias']} bias
 * @param {NonNullable<Format['round']>} round
 * @returns {Steps['bias']}
 */
function roundedBias(bias, round) {
  return (options, sizes) => {
    const addends = bias(options, sizes);
    return (
      addends &&
      ((...cell) => [...round({ data: Float64Array.from(addends(...cell)), shape: [] }).data])
    );
  };
}
