// Experiment: attention of a model's heads to the first word.
// How much of it arrives, and the model's predictions without one head. Nothing here draws.

import { headOf, rowsOf, tensorOf } from './tensors.js';

/**
 * @typedef {import('./tensors.js').Engine} Engine
 * @typedef {import('./tensors.js').Matrix} Matrix
 * @typedef {import('./tensors.js').Trace} Trace
 * @typedef {import('../../lab/answer/source.js').Transformer} Transformer
 */

/** The second word has only the first to look back to. */
const FROM = 2;

/**
 * The mean attention weight of the words from the third on to the first.
 *
 * @param {Transformer} model
 * @param {readonly number[]} ids
 * @returns {Promise<number[][]>} of each layer, each head
 */
export async function measureFirst(model, ids) {
  const { attention } = await model.forward(ids, { attention: true });
  if (!attention) throw new TypeError('the maps that were asked for are missing');
  return attention.map(({ data, shape }) => {
    const [heads, rows, columns] = shape.slice(-3);
    return Array.from({ length: heads }, (_, head) => {
      let sum = 0;
      for (let row = FROM; row < rows; row++) sum += data[(head * rows + row) * columns];
      return rows > FROM ? sum / (rows - FROM) : 1;
    });
  });
}

/**
 * How long each contribution of a head is: share times value times the head's part of W_O.
 *
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {number} head
 * @returns {Promise<{ lengths: Matrix, values: Float32Array }>} lengths (L, S) of a_ij v_j W_O; values (S): of v_j W_O
 */
export async function weighContributions(engine, { attention, value, weights }, head) {
  const [, columns, width] = value.shape;
  const { data, shape } = weights['out_proj.weight'];
  const [embedDim, inner] = shape;
  const part = new Float32Array(embedDim * width);
  for (let row = 0; row < embedDim; row++) {
    const from = row * inner + head * width;
    part.set(data.subarray(from, from + width), row * width);
  }
  const all = tensorOf(value.data, value.shape[0] * columns, width);
  const own = rowsOf(all, head * columns, columns);
  const turned = await engine.linear(own, tensorOf(part, embedDim, width));
  const values = await lengthsOf(engine, turned);
  const map = headOf(attention, head);
  const lengths = map.data.map((share, i) => share * values[i % columns]);
  return { lengths: { data: lengths, shape: map.shape }, values };
}

/**
 * @param {Engine} engine
 * @param {Matrix} matrix
 * @returns {Promise<Float32Array>} of each row the root of the sum of its squares
 */
async function lengthsOf(engine, matrix) {
  const [rows, width] = matrix.shape;
  return Float32Array.from(
    await Promise.all(
      Array.from({ length: rows }, async (_, row) => {
        const one = rowsOf(matrix, row, 1);
        const { data } = await engine.linear(one, tensorOf(one.data, 1, width));
        return Math.sqrt(data[0]);
      }),
    ),
  );
}

/**
 * The model's prediction after each word, with all heads and without one.
 *
 * @param {Engine} engine
 * @param {Transformer} model
 * @param {readonly number[]} ids
 * @param {readonly [layer: number, head: number] | null} removed
 * @returns {Promise<{ said: number[], moved: number }>} said: the likeliest next one; moved: how much of its shares goes to
 *   others, 0 to 1, the mean over all words
 */
export async function readWithout(engine, model, ids, removed) {
  const all = await sharesOf(engine, model, ids, []);
  const less = removed ? await sharesOf(engine, model, ids, [removed]) : all;
  const [rows, columns] = all.shape;
  let moved = 0;
  for (let i = 0; i < all.data.length; i++) moved += Math.max(0, all.data[i] - less.data[i]);
  return { said: largestInRows(less, rows, columns), moved: moved / rows };
}

/**
 * @param {Engine} engine
 * @param {Transformer} model
 * @param {readonly number[]} ids
 * @param {readonly (readonly [layer: number, head: number])[]} removeHeads
 */
async function sharesOf(engine, model, ids, removeHeads) {
  const { logits } = await model.forward(ids, { removeHeads });
  return engine.softmax(logits);
}

/**
 * @param {Matrix} tensor
 * @param {number} rows
 * @param {number} columns
 */
function largestInRows({ data }, rows, columns) {
  return Array.from({ length: rows }, (_, row) => {
    const own = data.subarray(row * columns, (row + 1) * columns);
    return own.indexOf(Math.max(...own));
  });
}
