// The task: the weights and inputs that every engine gets, and the float64 answer. It knows no engine but the
// reference.

import { createMultiHeadAttention } from 'headwise/reference';

/** @import { Mode, Shape } from './shapes.js' */

/**
 * @typedef {object} Weights of torch.nn.MultiheadAttention
 * @property {Float32Array} inWeight (3 D, D): W_Q, W_K, W_V, one above the other
 * @property {Float32Array} inBias (3 D)
 * @property {Float32Array} outWeight (D, D)
 * @property {Float32Array} outBias (D)
 *
 * @typedef {Weights & { x: Float32Array }} Gradients of the weights and of x, as these are
 *
 * @typedef {Shape & Weights & { headDim: number, mode: Mode, x: Float32Array, gradOutput: Float32Array }} Task
 *   x and gradOutput are (L, D)
 *
 * @typedef {object} Answer some rows of what the layer gives
 * @property {number[]} rows
 * @property {Float64Array} output (rows, D)
 * @property {Float64Array} attention (H, rows, L)
 * @property {Record<keyof Gradients, Float64Array> | null} gradients of the output in these rows alone
 */

/** How many rows are computed in float64: rows do not depend on each other, and all of them take minutes. */
const CHECKED_ROWS = 16;

/** @param {Shape} shape @param {Mode} mode @returns {Task} */
export function makeTask(shape, mode) {
  const { length, embedDim, numHeads } = shape;
  const state = createMultiHeadAttention({ embedDim, numHeads, seed: 1 }).stateDict();
  return {
    ...shape,
    headDim: embedDim / numHeads,
    mode,
    inWeight: Float32Array.from(state.in_proj_weight.data),
    inBias: numbers(3 * embedDim, 0.1),
    outWeight: Float32Array.from(state['out_proj.weight'].data),
    outBias: numbers(embedDim, 0.1),
    x: numbers(length * embedDim, Math.sqrt(3)), // variance 1
    gradOutput: numbers(length * embedDim + 1, 1).subarray(1), // not the numbers of x
  };
}

/** @param {Weights & { embedDim: number }} task */
export function stateOf({ embedDim, inWeight, inBias, outWeight, outBias }) {
  return {
    in_proj_weight: { data: inWeight, shape: [3 * embedDim, embedDim] },
    in_proj_bias: { data: inBias, shape: [3 * embedDim] },
    'out_proj.weight': { data: outWeight, shape: [embedDim, embedDim] },
    'out_proj.bias': { data: outBias, shape: [embedDim] },
  };
}

/**
 * The task with a gradient of the output in the rows alone that are checked.
 *
 * @param {Task} task
 * @returns {Float32Array}
 */
export function checkedGradOutput({ length, embedDim, gradOutput }) {
  const rows = checkedRows(length);
  return gradOutput.map((value, at) => (rows.includes(Math.floor(at / embedDim)) ? value : 0));
}

/** @param {Task} task @returns {Answer} */
export function answer(task) {
  const { length, embedDim, numHeads, mode, x } = task;
  const rows = checkedRows(length);
  const queries = new Float32Array(rows.length * embedDim);
  rows.forEach((row, at) => {
    queries.set(x.subarray(row * embedDim, (row + 1) * embedDim), at * embedDim);
  });
  const attend = new Uint8Array(rows.length * length);
  rows.forEach((row, at) => {
    attend.fill(1, at * length, at * length + (mode === 'causal' ? row + 1 : length));
  });
  const layer = createMultiHeadAttention({ embedDim, numHeads });
  layer.loadStateDict(stateOf(task));
  const all = { data: x, shape: [length, embedDim] };
  const { output, attention, kept } = layer.forward(
    { data: queries, shape: [rows.length, embedDim] },
    all,
    all,
    {
      attention: true,
      mask: { attend: { data: attend, shape: [rows.length, length] } },
      keep: mode === 'training',
    },
  );
  return {
    rows,
    output: output.data,
    gradients: kept ? gradientsOf(task, rows, kept) : null,
    attention: /** @type {import("../../src/js/reference/types.ts").DoubleTensor} */ (attention)
      .data,
  };
}

/**
 * Queries are some of the rows, keys and values are all: their gradients meet again in that of x.
 *
 * @param {Task} task
 * @param {number[]} rows
 * @param {{ backward: (gradOutput: { data: Float32Array, shape: number[] }) => any }} kept
 */
function gradientsOf({ embedDim, gradOutput }, rows, kept) {
  const given = new Float32Array(rows.length * embedDim);
  rows.forEach((row, at) => {
    given.set(gradOutput.subarray(row * embedDim, (row + 1) * embedDim), at * embedDim);
  });
  const { query, key, value, parameters } = kept.backward({
    data: given,
    shape: [rows.length, embedDim],
  });
  /** @type {Float64Array} */
  const x = key.data.map(
    (/** @type {number} */ ofKey, /** @type {number} */ at) => ofKey + value.data[at],
  );
  query.data.forEach((/** @type {number} */ ofQuery, /** @type {number} */ at) => {
    x[rows[Math.floor(at / embedDim)] * embedDim + (at % embedDim)] += ofQuery;
  });
  return {
    x,
    inWeight: parameters.in_proj_weight.data,
    inBias: parameters.in_proj_bias.data,
    outWeight: parameters['out_proj.weight'].data,
    outBias: parameters['out_proj.bias'].data,
  };
}

/**
 * The largest difference from the answer, relative to the largest number of the answer.
 *
 * @param {Task} task
 * @param {Answer} expected
 * @param {{ output: Float32Array, attention?: Float32Array, gradients?: Gradients }} got
 */
export function largestError({ length, embedDim, numHeads, mode }, { rows, ...expected }, got) {
  if (got.output.length !== length * embedDim) return Infinity;
  let error = 0;
  const compare = (
    /** @type {Float64Array} */ want,
    /** @type {Float32Array} */ have,
    width = 1,
  ) => {
    const largest = want.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    want.forEach((value, at) => {
      const block = Math.floor(at / (rows.length * width));
      const row = rows[Math.floor(at / width) % rows.length];
      const difference = Math.abs(have[(block * length + row) * width + (at % width)] - value);
      error = Math.max(error, Number.isNaN(difference) ? Infinity : difference / largest);
    });
  };
  compare(expected.output, got.output, embedDim);
  if (mode === 'maps') {
    if (got.attention?.length !== numHeads * length * length) return Infinity;
    compare(expected.attention, got.attention, length);
  }
  if (mode === 'training') {
    for (const [name, want] of Object.entries(expected.gradients ?? {})) {
      const have = got.gradients?.[/** @type {keyof Gradients} */ (name)];
      if (have?.length !== want.length) return Infinity;
      const largest = want.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      want.forEach((value, at) => {
        const difference = Math.abs(have[at] - value);
        error = Math.max(error, Number.isNaN(difference) ? Infinity : difference / largest);
      });
    }
  }
  return error;
}

/** @param {number} length */
function checkedRows(length) {
  const count = Math.min(length, CHECKED_ROWS);
  return Array.from({ length: count }, (_, at) =>
    Math.round((at * (length - 1)) / Math.max(count - 1, 1)),
  );
}

/**
 * The same numbers on every machine, uniform between -bound and bound.
 *
 * @param {number} count
 * @param {number} bound
 */
function numbers(count, bound) {
  let state = count >>> 0;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 31 - 1) * bound;
  });
}
