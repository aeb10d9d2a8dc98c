// Experiment: masks on the sentence.
// Before the softmax and after it, a table read in the two opposite ways, and a row that may attend
// to nothing. Nothing here draws.

import { sumOf } from './scale.js';
import { headOf, rowAt, rowsOf, sideBySide } from './tensors.js';

/**
 * @typedef {import('./tensors.js').Engine} Engine
 * @typedef {import('./tensors.js').Matrix} Matrix
 * @typedef {import('./tensors.js').Trace} Trace
 *
 * @typedef {object} MaskedRow
 * @property {Float32Array} scores (S) before the mask
 * @property {Float32Array} masked (S): -Infinity where the word may not look
 * @property {Float32Array} shares (S) of the masked scores
 * @property {number} sum of those
 * @property {Float32Array} late (S): shares of all scores, then set to 0 where the word may not look
 * @property {number} lateSum of those
 */

/**
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, row: number }} which
 * @returns {Promise<MaskedRow>}
 */
export async function computeMaskedRow(engine, trace, { head, row }) {
  const open = (await attend(engine, trace, {})).trace;
  const causal = (await attend(engine, trace, { causal: true })).trace;
  const pick = (/** @type {Matrix} */ tensor) => rowAt(tensor, head, row);
  const masked = pick(causal.masked);
  const shares = pick(causal.attention);
  const late = pick(open.attention).map((share, key) => (masked[key] === -Infinity ? 0 : share));
  return {
    scores: pick(open.scores),
    masked,
    shares,
    sum: await sumOf(engine, shares),
    late,
    lateSum: await sumOf(engine, late),
  };
}

/**
 * One table of true and false, read as "may attend" and as "may not". True stands where a word looks at
 * itself or back, as in the causal mask.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number }} which
 */
export async function computePolarity(engine, trace, { head }) {
  const [, rows, columns] = trace.attention.shape;
  const table = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    table.fill(1, row * columns, row * columns + Math.min(row + 1, columns));
  }
  const mask = { data: table, shape: [rows, columns] };
  const attended = await attend(engine, trace, { mask: { attend: mask } });
  const ignored = await attend(engine, trace, { mask: { ignore: mask } });
  return {
    table,
    attend: headOf(attended.trace.attention, head),
    ignore: headOf(ignored.trace.attention, head),
  };
}

/**
 * A word that may look nowhere, not even at itself.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, row: number }} which
 */
export async function computeEmptyRow(engine, trace, { head, row }) {
  const [heads, rows, columns] = trace.attention.shape;
  const table = new Uint8Array(rows * columns).fill(1);
  table.fill(0, row * columns, (row + 1) * columns);
  const mask = { attend: { data: table, shape: [rows, columns] } };
  const result = await attend(engine, trace, { mask });
  const bias = trace.weights['out_proj.bias'];
  const width = result.output.shape[2];
  const concatenated = sideBySide(result.output, heads, rows, width);
  const output = await engine.linear(concatenated, trace.weights['out_proj.weight'], bias);
  return {
    masked: rowAt(result.trace.masked, head, row),
    shares: rowAt(result.trace.attention, head, row),
    mixed: rowAt(result.output, head, row),
    output: rowsOf(output, row, 1).data,
    bias: bias.data,
    map: headOf(result.trace.attention, head),
  };
}

/**
 * Attention of the trace's own queries, keys and values.
 * @param {Engine} engine
 * @param {Trace} given
 * @param {Record<string, unknown>} options
 */
async function attend(engine, { query, key, value }, options) {
  const result = await engine.scaledDotProductAttention(query, key, value, {
    ...options,
    trace: true,
  });
  const { output, trace } = result;
  if (!trace) throw new TypeError('the intermediates that were asked for are missing');
  return { output, trace };
}
