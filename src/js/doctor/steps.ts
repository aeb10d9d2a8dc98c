// Computes maps and output from a set of steps; a fault replaces some of them by wrong functions. It has no arithmetic of its
// own: the reference's seams are the correct steps.

import { headsOf, mapsOf, addPositionsAndPast } from '../reference/attention.ts';
import { appendExtraKeys } from '../reference/keys.ts';
import { meanOverHeads, split } from '../reference/layer.ts';
import { SEAMS } from '../reference/seams.ts';
import type { Part, Seams } from '../reference/seams.ts';
import type { Numbers } from './arrays.ts';
import type { CheckedSubmission } from './checked-submission.ts';

export type Name =
  | 'query'
  | 'key'
  | 'value'
  | 'dotProducts'
  | 'scores'
  | 'masked'
  | 'attention'
  | 'heads'
  | 'concatenated'
  | 'output';

interface SubmissionSteps {
  /** (B, L, D), (B, S, Dk), (B, S, Dv) */
  inputs: (task: CheckedSubmission) => Record<Part, Numbers>;
  /** the output in the submission's form */
  deliver: (task: CheckedSubmission, output: Numbers) => Numbers;
  /** the maps in the submission's form */
  show: (task: CheckedSubmission, attention: Numbers) => Numbers;
}

/** The seams, and the steps from and to a submission. */
export type Steps = Seams & SubmissionSteps;

/** The results of projections, by input and weights: most wrong steps need the same ones. */
const known: WeakMap<object, WeakMap<object, Numbers>> = new WeakMap();

export const CORRECT_STEPS: Steps = {
  ...SEAMS,

  project(x, projection, part) {
    const ofInput = known.get(x) ?? new WeakMap();
    known.set(x, ofInput);
    const rows = ofInput.get(projection) ?? SEAMS.project(x, projection, part);
    ofInput.set(projection, rows);
    return rows;
  },

  inputs: ({ inputs }) => inputs,

  deliver: (_, output) => output,

  show: ({ call }, attention) =>
    'averageHeads' in call && call.averageHeads === true ? average(attention) : attention,
};

/**
 * The mean of the maps over the heads.
 *
 * @param attention (B, H, L, T)
 * @returns (B, L, T)
 */
export function average({ data, shape: [batch, numHeads, len, keys] }: Numbers): Numbers {
  return { data: meanOverHeads({ batch, numHeads }, data), shape: [batch, len, keys] };
}

/**
 * Queries, keys or values, as arguments of attention.
 *
 * @returns (B, H, L, E), (B, Hkv, T, E) or (B, Hkv, T, Ev)
 */
export function prepare(steps: Steps, task: CheckedSubmission, part: Part): Numbers {
  const { call, config, norms, parameters } = task;
  const x = steps.inputs(task)[part];
  if (parameters === null || norms === null) return addPositionsAndPast(steps, call, x, part);
  const layer = { config, norms, projections: parameters };
  const heads = split(steps, layer, steps.project(x, parameters[part], part), part);
  const placed = addPositionsAndPast(steps, call, heads, part);
  return part === 'query' ? placed : appendExtraKeys(config, placed, parameters[part].extra);
}

/**
 * Composes the steps up to the maps.
 *
 * @param more rows: only the maps of these queries
 */
export function computeMaps(
  steps: Steps,
  task: CheckedSubmission,
  {
    query = prepare(steps, task, 'query'),
    key = prepare(steps, task, 'key'),
    rows = null,
  }: { query?: Numbers; key?: Numbers; rows?: readonly number[] | null } = {},
) {
  const { call, extraLen, emptyRows } = task;
  const mapOptions = { options: call, pastLen: call.pastLen, extraLen, empty: emptyRows };
  const maps = mapsOf(steps, mapOptions, query, key, { rows });
  return { ...maps, query, shown: steps.show(task, maps.attention) };
}

/**
 * Composes the steps from the maps to the output.
 *
 * @param value (B, Hkv, T, Ev)
 */
export function computeOutput(
  steps: Steps,
  task: CheckedSubmission,
  maps: ReturnType<typeof computeMaps>,
  value: Numbers = prepare(steps, task, 'value'),
): Numbers {
  const heads = headsOf(steps, maps, value);
  const { parameters } = task;
  if (parameters === null) return steps.deliver(task, heads);
  return steps.deliver(task, steps.output(steps.concatenate(heads), parameters.output));
}
