// Experiment: dropout of attention, ablation of a head, and blocks. Nothing here draws.

import { createTransformer } from '../../shared/transformer.js';
import { rowAt, rowsOf, tensorOf, transposed } from './tensors.js';

/**
 * @typedef {import('./tensors.js').Engine} Engine
 * @typedef {import('./tensors.js').Matrix} Matrix
 * @typedef {import('./tensors.js').Trace} Trace
 *
 * @typedef {object} Dropped
 * @property {Matrix} attention (H, L, S) with shares dropped, and what is left made larger
 * @property {number} factor that it is made larger by
 */

/**
 * Each share is dropped with the same chance, by the core's random numbers.
 *
 * @param {Engine} engine
 * @param {Matrix} attention (H, L, S)
 * @param {{ chance: number, draw: number }} options
 * @returns {Promise<Dropped>}
 */
export async function dropShares(engine, { data, shape }, { chance, draw }) {
  const factor = Math.fround(1 / (1 - chance));
  const { tokens } = await engine.embed([draw], { embedDim: data.length, positions: 'none' });
  // those lie between -1 and 1
  const kept = data.map((share, i) => (tokens.data[i] < 2 * chance - 1 ? 0 : share * factor));
  return { attention: { data: kept, shape }, factor };
}

/**
 * The new vector of a word with these weights.
 *
 * @param {Engine} engine
 * @param {Matrix} attention (H, L, S)
 * @param {Matrix} value (H, S, E)
 * @param {{ head: number, row: number }} which
 * @returns {Promise<Float32Array>} (E)
 */
export async function mixed(engine, attention, value, { head, row }) {
  const shares = rowAt(attention, head, row);
  const [, columns, width] = value.shape;
  const all = tensorOf(value.data, value.shape[0] * columns, width);
  const values = transposed(rowsOf(all, head * columns, columns));
  return (await engine.linear(tensorOf(shares, 1, shares.length), values)).data;
}

/**
 * Blocks of heads at work on a sentence.
 *
 * @param {Engine} engine
 * @param {readonly number[]} ids of its words
 * @param {{ blocks: number, heads: number }} size
 * @returns {Promise<number[][]>} of each block the shape of its maps: (H, L, L)
 */
export async function computeBlocks(engine, ids, { blocks, heads }) {
  const distinct = [...new Set(ids)];
  const model = await createTransformer(engine, {
    vocabSize: Math.max(2, distinct.length),
    contextLen: ids.length,
    embedDim: 8 * heads,
    numHeads: heads,
    numLayers: blocks,
    mlpDim: 0,
  });
  try {
    const tokens = ids.map((id) => distinct.indexOf(id));
    const { attention } = await model.forward(tokens, { attention: true });
    if (!attention) throw new TypeError('the maps that were asked for are missing');
    return attention.map(({ shape }) => [...shape]);
  } finally {
    await model.dispose();
  }
}
