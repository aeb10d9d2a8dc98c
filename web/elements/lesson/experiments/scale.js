// Experiment: one word's scores in one head, scaled and unscaled.
// It measures the attention weights, and how far each can still be moved. Nothing here draws.

import { headOf, identity, rowAt, tensorOf } from './tensors.js';

/**
 * @typedef {import('./tensors.js').Engine} Engine
 * @typedef {import('./tensors.js').Matrix} Matrix
 * @typedef {import('./tensors.js').Trace} Trace
 *
 * @typedef {object} Softened
 * @property {Matrix} map (L, S) of the head
 * @property {Float32Array} scores (S) that go into the softmax
 * @property {Float32Array} shares (S) that come out
 * @property {Float32Array} slopes (S): how much a share grows with its own score, p_j times what all
 *   others have together, which is p_j (1 - p_j) without losing digits near 1
 * @property {number} usual half of all the head's scores are larger than this, signs left out
 * @property {number} scoreSum
 * @property {number} shareSum
 */

/**
 * @param {Engine} engine
 * @param {Pick<Trace, 'query' | 'key' | 'value'>} trace
 * @param {{ head: number, row: number }} which
 * @returns {Promise<{ raw: Softened, divided: Softened }>} the same dot products, not divided and divided
 */
export async function computeSoftening(engine, { query, key, value }, { head, row }) {
  /** @param {{ scale?: number }} options */
  const soften = async (options) => {
    const { trace } = await engine.scaledDotProductAttention(query, key, value, {
      ...options,
      trace: true,
    });
    if (!trace) throw new TypeError('the intermediates that were asked for are missing');
    const scores = rowAt(trace.scores, head, row);
    const shares = rowAt(trace.attention, head, row);
    return {
      map: headOf(trace.attention, head),
      scores,
      shares,
      slopes: await slopesOf(engine, shares),
      usual: middleSize(trace.scores, head),
      scoreSum: await sumOf(engine, scores),
      shareSum: await sumOf(engine, shares),
    };
  };
  return { raw: await soften({ scale: 1 }), divided: await soften({}) };
}

/**
 * The diagonal of the softmax's derivative.
 * @param {Engine} engine
 * @param {Float32Array} shares (S)
 */
async function slopesOf(engine, shares) {
  const count = shares.length;
  const others = identity(count).data.map((one) => 1 - one);
  const rest = await engine.linear(tensorOf(shares, 1, count), tensorOf(others, count, count));
  const factor = tensorOf(shares, count, 1, 1);
  const { trace } = await engine.scaledDotProductAttention(
    factor,
    tensorOf(rest.data, count, 1, 1),
    factor,
    { trace: true },
  );
  if (!trace) throw new TypeError('the intermediates that were asked for are missing');
  return trace.dotProducts.data;
}

/**
 * The median, which is picked, not computed.
 * @param {Matrix} scores (H, L, S)
 * @param {number} head
 */
function middleSize({ data, shape }, head) {
  const size = shape[1] * shape[2];
  const sizes = data
    .slice(head * size, (head + 1) * size)
    .map(Math.abs)
    .sort();
  return sizes[sizes.length >> 1];
}

/**
 * @param {Engine} engine
 * @param {Float32Array} numbers
 */
export async function sumOf(engine, numbers) {
  const ones = tensorOf(new Float32Array(numbers.length).fill(1), 1, numbers.length);
  const sum = await engine.linear(tensorOf(numbers, 1, numbers.length), ones);
  return sum.data[0];
}
