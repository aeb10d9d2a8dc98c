// Predictions of a trained model, with all changes in the current layer.
// The next words and their probabilities, or the correction of each word; and each head's part of a
// word's score.

import { logitsAfter, unembeddingOf } from './rest.js';

/**
 * @typedef {import('../../shared/engine.js').Engine} Engine
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('../answer/source.js').FloatTensor} FloatTensor
 *
 * @typedef {object} Prediction
 * @property {Answer} answer
 * @property {readonly number[]} best of each token, the id with the largest share
 * @property {Float32Array} shares of all ids after the last token; they add up to 1
 */

/** @type {WeakMap<Answer, Promise<Prediction | null>>} */
const known = new WeakMap();

/**
 * @param {Engine} engine
 * @param {Answer} answer
 * @returns {Promise<Prediction | null>} null: this model says nothing, or not of two sentences
 */
export function predictionOf(engine, answer) {
  let made = known.get(answer);
  if (!made) {
    made = predict(engine, answer);
    known.set(answer, made);
    made.catch(() => known.delete(answer));
  }
  return made;
}

/**
 * @param {Engine} engine
 * @param {Answer} answer
 */
async function predict(engine, answer) {
  const { question, trace } = answer;
  const { source, queries, layer } = question;
  if (!source.whole || question.keys) return null;
  const ids = queries.map(({ id }) => id);
  /** @type {FloatTensor} */
  let logits;
  if (isPlain(question)) logits = (await (await source.whole.start(engine)).forward(ids)).logits;
  else if (trace) {
    const { name, whole } = source;
    logits = await logitsAfter(engine, { name, whole }, layer, trace.sum);
  } else return null;
  const [rows, columns] = logits.shape;
  const last = logits.data.subarray((rows - 1) * columns);
  const { data: shares } = await engine.softmax({ data: last, shape: [1, columns] });
  return { answer, best: largestInRows(logits), shares };
}

/**
 * Whether the layer computes the same as in the whole model.
 * @param {import('../answer/answer.js').Question} question
 */
export function isPlain({ edits, padding, scaled, causal, source }) {
  const asIs = scaled && padding === 0 && causal === source.fixed?.causal;
  return asIs && Object.keys(edits).length === 0;
}

/**
 * @param {FloatTensor} tensor (rows, columns)
 * @returns {number[]} of each row, where it is largest
 */
function largestInRows({ data, shape: [rows, columns] }) {
  return Array.from({ length: rows }, (_, row) => {
    let best = 0;
    for (let column = 1; column < columns; column++) {
      if (data[row * columns + column] > data[row * columns + best]) best = column;
    }
    return best;
  });
}

/**
 * The ids with the largest shares, the largest first.
 * @param {Float32Array} shares
 * @param {number} count
 */
export function largestOf(shares, count) {
  const ids = Array.from(shares.keys());
  return ids.sort((a, b) => shares[b] - shares[a] || a - b).slice(0, count);
}

/**
 * Each head's part of the score of a word: its contribution to a token, times the word's row of the unembedding. The
 * norms and layers that follow change it yet.
 *
 * @param {Engine} engine
 * @param {Answer} answer with its trace
 * @param {number} query
 * @param {number} id of the word
 * @returns {Promise<Float32Array | null>} (heads)
 */
export async function pushesOf(engine, { question, trace }, query, id) {
  const { whole } = question.source;
  if (!whole || !trace) return null;
  const { data: vectors, shape } = unembeddingOf(await whole.parameters());
  const [heads, length, width] = trace.contributions.shape;
  const rows = new Float32Array(heads * width);
  for (let head = 0; head < heads; head++) {
    const at = (head * length + query) * width;
    rows.set(trace.contributions.data.subarray(at, at + width), head * width);
  }
  const weight = { data: vectors.slice(id * shape[1], (id + 1) * shape[1]), shape: [1, shape[1]] };
  return (await engine.linear({ data: rows, shape: [heads, width] }, weight)).data;
}
