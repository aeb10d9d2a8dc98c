// What the doctor computes: the reference's composition, of its own seams or of wrong ones, between what the implementation was
// given and what is handed in. No arithmetic of its own.

import { headsOf, mapsOf, place } from '../reference/attention.js';
import { appendExtraKeys } from '../reference/keys.js';
import { meanOverHeads, split } from '../reference/layer.js';
import { SEAMS } from '../reference/seams.js';

/** @import { Part, Seams } from '../reference/seams.js' */
/** @import { Numbers } from './arrays.js' */
/** @import { Task } from './task.js' */

/** @typedef {'query' | 'key' | 'value' | 'dotProducts' | 'scores' | 'masked' | 'attention' | 'heads' | 'concatenated' | 'output'} Name */

/**
 * The seams, and those of a submission.
 *
 * @typedef {object} Handed
 * @property {(task: Task) => Record<Part, Numbers>} inputs (B, L, D), (B, S, Dk), (B, S, Dv)
 * @property {(task: Task, output: Numbers) => Numbers} deliver the output in the submission's form
 * @property {(task: Task, attention: Numbers) => Numbers} show the maps as they are handed in
 *
 * @typedef {Seams & Handed} Steps
 */

/** What was projected, by input and weights: most wrong steps project the same. @type {WeakMap<object, WeakMap<object, Numbers>>} */
const known = new WeakMap();

/** @type {Steps} */
export const RIGHT = {
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
 * The mean of the maps.
 *
 * @param {Numbers} attention (B, H, L, T)
 * @returns {Numbers} (B, L, T)
 */
export function average({ data, shape: [batch, numHeads, len, keys] }) {
  return { data: meanOverHeads({ batch, numHeads }, data), shape: [batch, len, keys] };
}

/**
 * Queries, keys or values as they go into attention.
 *
 * @param {Steps} steps
 * @param {Task} task
 * @param {Part} part
 * @returns {Numbers} (B, H, L, E), (B, Hkv, T, E) or (B, Hkv, T, Ev)
 */
export function prepare(steps, task, part) {
  const { call, config, norms, parameters } = task;
  const x = steps.inputs(task)[part];
  if (parameters === null || norms === null) return place(steps, call, x, part);
  const layer = { config, norms, projections: parameters };
  const heads = split(steps, layer, steps.project(x, parameters[part], part), part);
  const placed = place(steps, call, heads, part);
  return part === 'query' ? placed : appendExtraKeys(config, placed, parameters[part].extra);
}

/**
 * The composition up to the maps.
 *
 * @param {Steps} steps
 * @param {Task} task
 * @param {{ query?: Numbers, key?: Numbers, rows?: readonly number[] | null }} [more] rows: of these queries only
 */
export function computeMaps(
  steps,
  task,
  { query = prepare(steps, task, 'query'), key = prepare(steps, task, 'key'), rows = null } = {},
) {
  const { call, extraLen, emptyRows } = task;
  const attending = { options: call, pastLen: call.pastLen, extraLen, empty: emptyRows };
  const maps = mapsOf(steps, attending, query, key, { rows });
  return { ...maps, query, shown: steps.show(task, maps.attention) };
}

/**
 * The rest of it.
 *
 * @param {Steps} steps
 * @param {Task} task
 * @param {ReturnType<typeof computeMaps>} maps
 * @param {Numbers} [value] (B, Hkv, T, Ev)
 * @returns {Numbers}
 */
export function computeOutput(steps, task, maps, value = prepare(steps, task, 'value')) {
  const heads = headsOf(steps, maps, value);
  const { parameters } = task;
  if (parameters === null) return steps.deliver(task, heads);
  return steps.deliver(task, steps.output(steps.concatenate(heads), parameters.output));
}
