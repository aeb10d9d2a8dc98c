// Experiment: shapes of a layer, and heads of the wrong width.
// Shapes are read from the engine's results, and so is its error. Nothing here draws.

import { countOf } from './tensors.js';

/**
 * @typedef {import('./tensors.js').Engine} Engine
 * @typedef {import('./tensors.js').Matrix} Matrix
 *
 * @typedef {object} Shapes
 * @property {number} headDim
 * @property {readonly number[]} x (L, D)
 * @property {readonly number[]} projection W_Q of one head, (E, D)
 * @property {readonly number[]} query of one head, (L, E)
 * @property {readonly number[]} map of one head, (L, L)
 * @property {readonly number[]} mixed z of one head, (L, E)
 * @property {readonly number[]} concatenated (L, H E)
 * @property {readonly number[]} outProjection W_O, (D, H E)
 * @property {readonly number[]} output (L, D)
 * @property {number} parameters numbers in all its matrices, biases left out
 * @property {number} projectionParameters of W_Q, W_K and W_V of all heads
 * @property {number} outParameters of W_O
 */

/**
 * @param {Engine} engine
 * @param {readonly number[]} ids of the tokens
 * @param {{ embedDim: number, heads: number, headDim?: number }} config
 * @returns {Promise<Shapes>}
 */
export async function computeShapes(engine, ids, { embedDim, heads, headDim }) {
  const { x } = await engine.embed(ids, { embedDim });
  const layer = await engine.createMultiHeadAttention({ embedDim, numHeads: heads, headDim });
  try {
    const { output, trace } = await layer.forward(x, { trace: true });
    if (!trace) throw new TypeError('the intermediates that were asked for are missing');
    const state = await layer.stateDict();
    const [, length, width] = trace.query.shape;
    const projection = state.in_proj_weight;
    const out = state['out_proj.weight'];
    return {
      headDim: width,
      x: x.shape,
      // a third of the rows makes queries, and each head has its share of those
      projection: [projection.shape[0] / (3 * heads), projection.shape[1]],
      query: [length, width],
      map: trace.attention.shape.slice(1),
      mixed: trace.heads.shape.slice(1),
      concatenated: trace.concatenated.shape,
      outProjection: out.shape,
      output: output.shape,
      parameters: countOf([projection, out]),
      projectionParameters: countOf([projection]),
      outParameters: countOf([out]),
    };
  } finally {
    await layer.dispose();
  }
}

/** @typedef {{ query: readonly number[], concatenated: readonly number[] }} Widths shapes: (L, E), (L, H E) */

/**
 * Heads as wide as there are heads, as Linear(embed_dim, num_heads) makes them, handed to the W_O of a
 * layer that is right.
 * @param {Engine} engine
 * @param {readonly number[]} ids
 * @param {{ embedDim: number, heads: number }} config
 * @returns {Promise<Widths & { right: Widths, error: string | null }>} error: what the engine says;
 *   null if it fits by chance
 */
export async function tryWrongWidth(engine, ids, { embedDim, heads }) {
  const { x } = await engine.embed(ids, { embedDim });
  const wrong = await engine.createMultiHeadAttention({
    embedDim,
    numHeads: heads,
    headDim: heads,
  });
  const right = await engine.createMultiHeadAttention({ embedDim, numHeads: heads });
  try {
    const { trace } = await wrong.forward(x, { trace: true });
    const asItShould = (await right.forward(x, { trace: true })).trace;
    if (!trace || !asItShould)
      throw new TypeError('the intermediates that were asked for are missing');
    const outProjection = (await right.stateDict())['out_proj.weight'];
    /** @param {typeof trace} one */
    const shapesOf = ({ query, concatenated }) => ({
      query: query.shape.slice(1),
      concatenated: concatenated.shape,
    });
    const found = { ...shapesOf(trace), right: shapesOf(asItShould) };
    try {
      await engine.linear(trace.concatenated, outProjection);
      return { ...found, error: null };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return { ...found, error: error.message };
    }
  } finally {
    await wrong.dispose();
    await right.dispose();
  }
}
