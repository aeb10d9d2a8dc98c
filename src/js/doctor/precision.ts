// Finds the format in which a submission was computed, float32 or a half precision, and bounds its rounding. Numbers in half
// precision are recognised in float32: rounding them again does not change them.

import { roundTo } from '../formats/round.ts';
import { BOUND_MULTIPLE, FLOAT32 } from '../reference/bounds.ts';
import type { Precision } from '../reference/bounds.ts';
import type { Numbers } from './arrays.ts';
import type { Steps } from './steps.ts';
import type { Given } from './checked-submission.ts';

/** round: rounds to the format and back; null for float32, whose rounding the tolerance covers */
export type Format = Precision & {
  name: 'float32' | 'float16' | 'bfloat16';
  round: ((numbers: Numbers) => Numbers) | null;
};

const rounder: (dtype: 'F16' | 'BF16') => (numbers: Numbers) => Numbers =
  (dtype) =>
  ({ data, shape }) => ({
    data: Float64Array.from(roundTo(Float32Array.from(data), dtype)),
    shape,
  });

const SINGLE: Format = { name: 'float32', ...FLOAT32, round: null };
/** bfloat16 comes first, because it has fewer bits: most of its numbers are numbers of float16 too. */
const HALVES: Format[] = [
  { name: 'bfloat16', unit: 1 / 256, underflow: FLOAT32.underflow, round: rounder('BF16') },
  { name: 'float16', unit: 1 / 2048, underflow: 1 / 16_777_216, round: rounder('F16') },
];
/** The bits of float32 that are 0 in numbers such as 0, 1, 0.5 and -3, which exist in every format. */
const TELLING = 0xfffff;

/** The format of an array, or null if its numbers exist in every format. */
function formatOf(numbers: Numbers): Format | null {
  const { data } = numbers;
  const bits = new Uint32Array(Float32Array.from(data, (x) => (Number.isFinite(x) ? x : 0)).buffer);
  if (bits.every((each) => (each & TELLING) === 0)) return null;
  const holds = ({ round }: Format) =>
    round?.(numbers).data.every((x, at) => Object.is(x, data[at]));
  return HALVES.find(holds) ?? SINGLE;
}

/** The format of a computation: the format of its output, or of its maps if the output's numbers exist in every format. */
export function formatOfAll({ output, attention }: Given): Format {
  return formatOf(output) ?? (attention && formatOf(attention)) ?? SINGLE;
}

/**
 * The precision of a format for the reference's bounds, with the tolerance of tests.
 */
export function precisionOf({ unit, underflow }: Format): Precision {
  return { unit: BOUND_MULTIPLE * unit, underflow: BOUND_MULTIPLE * underflow };
}

/**
 * Bounds the rounding of each number of an array: by the computation, and by the array's own format.
 *
 * @param bounds the bounds of the computation
 */
export function boundsFor(given: Numbers, expected: { data: Float64Array }, bounds: Float64Array) {
  const { round, unit, underflow } = formatOf(given) ?? SINGLE;
  if (round === null) return bounds;
  return bounds.map((bound, at) => bound + unit * Math.abs(expected.data[at]) + underflow);
}

/** The steps of an implementation in a format: the result of each step is rounded. */
export function roundedSteps(steps: Steps, round: NonNullable<Format['round']>): Steps {
  const { inputs, allow, bias, ...others } = steps;
  const rounded = Object.entries(others).map(([name, step]) => [
    name,
    (...given: any[]) => round((step as (...given: any[]) => any)(...given)),
  ]);
  return { inputs, allow, bias: roundedBias(bias, round), ...Object.fromEntries(rounded) };
}

function roundedBias(bias: Steps['bias'], round: NonNullable<Format['round']>): Steps['bias'] {
  return (options, sizes) => {
    const addends = bias(options, sizes);
    return (
      addends &&
      ((...cell) => [...round({ data: Float64Array.from(addends(...cell)), shape: [] }).data])
    );
  };
}
