// Attention in steps, each of which a fault may replace: the right computation, and how the steps follow each other. Every
// step takes its sizes from the arrays that it is given, because wrong steps before it make other shapes.

import { extraKeys } from '../layer/config.js';
import { capScores } from '../reference/attention.js';
import { biasesOf } from '../reference/masks.js';
import { join } from '../reference/heads.js';
import { appendExtraKeys } from '../reference/keys.js';
import { linear } from '../reference/linear.js';
import { normalize } from '../reference/norm.js';
import { firstOf, map, meanOver, permute, reshape, sizeOf, times } from './arrays.js';
import {
  allOf,
  allowedBy,
  cells,
  headsOf,
  lastOf,
  map3,
  meanOfRows,
  productOfRows,
  rotate,
  shareBy,
  sizesFor,
  softmaxOfRows,
} from './parts.js';

/** @import { Numbers } from './arrays.js' */
/** @import { Task } from './task.js' */

/** @typedef {'query' | 'key' | 'value'} Part */

/**
 * In the order in which they are done. B batch, L queries, S keys, H heads, Hkv key heads, T all keys: past, new, extra.
 *
 * @typedef {object} Steps
 * @property {(task: Task) => Record<Part, Numbers>} inputs (B, L, D), (B, S, Dk), (B, S, Dv)
 * @property {(task: Task, x: Numbers, part: Part) => Numbers} project (B, L, D) to (B, L, H E)
 * @property {(task: Task, rows: Numbers, part: Part) => Numbers} normalise (B, L, H E), queries and keys where a layer does so
 * @property {(task: Task, rows: Numbers, part: Part) => Numbers} split (B, L, H E) to (B, H, L, E)
 * @property {(task: Task, heads: Numbers, part: Part) => Numbers} place turns queries and keys where positions are rotary
 * @property {(task: Task, heads: Numbers, part: Part) => Numbers} extend (B, Hkv, S, E) to (B, Hkv, T, E)
 * @property {(task: Task, heads: Numbers, numHeads: number) => Numbers} share (B, Hkv, T, E) to (B, H, T, E)
 * @property {(task: Task, query: Numbers, key: Numbers) => Numbers} multiply (B, H, L, T)
 * @property {(task: Task, products: Numbers) => Numbers} scale
 * @property {(task: Task, scores: Numbers) => Numbers} cap
 * @property {(task: Task, scores: Numbers) => Allowed} allow
 * @property {(task: Task, scores: Numbers) => Numbers} bias the sum of all that is added to the scores
 * @property {(task: Task, scores: Numbers, bias: Numbers, allowed: Allowed) => Numbers} mask
 * @property {(task: Task, masked: Numbers) => Numbers} softmax
 * @property {(task: Task, attention: Numbers, allowed: Allowed) => Numbers} after the change of the maps before they are used
 * @property {(task: Task, attention: Numbers, value: Numbers) => Numbers} weigh (B, H, L, Ev)
 * @property {(task: Task, heads: Numbers) => Numbers} merge (B, L, H Ev)
 * @property {(task: Task, concatenated: Numbers) => Numbers} output (B, L, outputDim)
 * @property {(task: Task, output: Numbers) => Numbers} deliver the output in the submission's form
 * @property {(task: Task, attention: Numbers) => Numbers} show the maps as they are handed in
 */

/**
 * Which queries may attend to which keys, by each of three reasons; 1 = may. All three count.
 *
 * @typedef {{ order: Numbers, padding: Numbers, given: Numbers }} Allowed order: causal and window
 */

/** @typedef {'query' | 'key' | 'value' | 'dotProducts' | 'scores' | 'masked' | 'attention' | 'heads' | 'concatenated' | 'output'} Name */

/** @type {Steps} */
export const RIGHT = {
  inputs: ({ inputs }) => inputs,

  project: (task, x, part) => {
    if (!task.parameters) return x;
    const { weight, bias } = task.parameters[part];
    return map3(x, linear(x.data, weight, bias, x.shape[x.shape.length - 1]));
  },

  normalise: ({ norms }, rows, part) =>
    norms && part !== 'value' ? { ...rows, data: normalize(norms[part], rows.data) } : rows,

  split: (task, rows, part) => {
    if (!task.parameters) return rows;
    const [batch, len, width] = rows.shape;
    const heads = headsOf(task, part);
    return permute(reshape(rows, [batch, len, heads, width / heads]), [0, 2, 1, 3]);
  },

  place: ({ call }, heads, part) => {
    if (call.positions?.type !== 'rotary' || part === 'value') return heads;
    return rotate(heads, call.positions, call.positions.offset + call.pastLen);
  },

  extend: ({ call, config, parameters }, heads, part) => {
    if (part === 'query') return heads;
    const [batch, kvHeads, len, width] = heads.shape;
    const past = (part === 'key' ? call.pastKey : call.pastValue)?.data ?? [];
    const all = join(batch * kvHeads, [past, heads.data]);
    const data = parameters
      ? appendExtraKeys(config, batch, all, width, parameters[part].extra)
      : all;
    return {
      data,
      shape: [batch, kvHeads, call.pastLen + len + (parameters ? extraKeys(config) : 0), width],
    };
  },

  share: (_, heads, numHeads) => shareBy(heads, numHeads, (h, group) => Math.floor(h / group)),

  multiply: (_, query, key) => productOfRows(query, key),

  scale: ({ call }, products) => times(products, Math.fround(call.scale)),

  cap: ({ call }, scores) =>
    call.softcap === 0 ? scores : { ...scores, data: capScores(scores.data, call.softcap) },

  allow: (task, { shape }) => {
    const { order, padding, given } = task.allowing;
    return {
      order: allowedBy(task, order, shape),
      padding: allowedBy(task, padding, shape),
      given: allowedBy(task, given, shape),
    };
  },

  bias: (task, { shape }) => {
    const { call } = task;
    if (call.positions?.type !== 'alibi' && !call.masks.some(({ kind }) => kind === 'bias')) {
      return { data: new Float64Array(sizeOf(shape)), shape };
    }
    return task.remember(call, shape.join(), () => {
      const sizes = sizesFor(task, shape);
      return cells(shape, (b, h, i, j) =>
        biasesOf(call, sizes, b, h, i, j).reduce((sum, one) => sum + one, 0),
      );
    });
  },

  mask: (_, scores, bias, allowed) => {
    const may = allOf(allowed);
    return map(scores, (score, at) => (may.data[at] === 1 ? score + bias.data[at] : -Infinity));
  },

  softmax: (task, masked) => softmaxOfRows(task, masked),

  after: (_, attention) => attention,

  weigh: (_, attention, value) => meanOfRows(attention, value),

  merge: (task, heads) => {
    if (!task.parameters) return heads;
    const [batch, count, len, width] = heads.shape;
    return reshape(permute(heads, [0, 2, 1, 3]), [batch, len, count * width]);
  },

  output: (task, concatenated) => {
    if (!task.parameters?.output) return concatenated;
    const { weight, bias } = task.parameters.output;
    return map3(concatenated, linear(concatenated.data, weight, bias, lastOf(concatenated)));
  },

  deliver: (_, output) => output,

  show: ({ call }, attention) =>
    'averageHeads' in call && call.averageHeads === true
      ? firstOf(meanOver(attention, 1), 1)
      : attention,
};

/**
 * Runs the steps up to the maps.
 *
 * @param {Steps} steps
 * @param {Task} task
 */
export function computeMaps(steps, task) {
  const inputs = steps.inputs(task);
  const prepare = (/** @type {Part} */ part) => {
    const of = steps.project;
    const rows = task.remember(inputs[part], part, () => of(task, inputs[part], part), of);
    const normal = steps.normalise(task, rows, part);
    return steps.extend(task, steps.place(task, steps.split(task, normal, part), part), part);
  };
  const query = prepare('query');
  const [key, value] = [prepare('key'), prepare('value')];
  const numHeads = query.shape[1];
  const dotProducts = steps.multiply(task, query, steps.share(task, key, numHeads));
  const scores = steps.scale(task, dotProducts);
  const capped = steps.cap(task, scores);
  const allowed = steps.allow(task, capped);
  const masked = steps.mask(task, capped, steps.bias(task, capped), allowed);
  const attention = steps.after(task, steps.softmax(task, masked), allowed);
  const shown = steps.show(task, attention);
  return { query, key, value, dotProducts, scores, masked, attention, shown };
}

/**
 * The other steps.
 *
 * @param {Steps} steps
 * @param {Task} task
 * @param {ReturnType<typeof computeMaps>} maps
 */
export function computeOutput(steps, task, { attention, value }) {
  const heads = steps.weigh(task, attention, steps.share(task, value, attention.shape[1]));
  const concatenated = steps.merge(task, heads);
  return steps.deliver(task, steps.output(task, concatenated));
}
