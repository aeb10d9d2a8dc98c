// What is computed: the weights and inputs that every engine gets, and the float64 answer. It knows no engine but the
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
 * @typedef {Shape & Weights & { headDim: number, mode: Mode, x: Float32Array }} Task x is (L, D)
 *
 * @typedef {object} Answer some rows of what the layer gives
 * @property {number[]} rows
 * @property {Float64Array} output (rows, D)
 * @property {Float64Array} attention (H, rows, L)
 */

/** So many rows are computed in float64: rows do not depend on each other, and all of them take minutes. */
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
  };
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
  layer.loadStateDict({
    in_proj_weight: { data: task.inWeight, shape: [3 * embedDim, embedDim] },
    in_proj_bias: { data: task.inBias, shape: [3 * embedDim] },
    'out_proj.weight': { data: task.outWeight, shape: [embedDim, embedDim] },
    'out_proj.bias': { data: task.outBias, shape: [embedDim] },
  });
  const all = { data: x, shape: [length, embedDim] };
  const { output, attention } = layer.forward(
    { data: queries, shape: [rows.length, embedDim] },
    all,
    all,
    { attention: true, mask: { attend: { data: attend, shape: [rows.length, length] } } },
  );
  return {
    rows,
    output: output.data,
    attention: /** @type {import("../../src/js/reference/types.js").DoubleTensor} */ (attention)
      .data,
  };
}

/**
 * The largest difference from the answer, relative to the largest number of the answer.
 *
 * @param {Task} task
 * @param {Answer} expected
 * @param {{ output: Float32Array, attention?: Float32Array }} got
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
