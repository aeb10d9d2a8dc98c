// Experiment: shapes of a layer, and heads of the wrong width, without drawing.
// The engine's results have the shapes, and its own error.

import { countOf, headOf } from '../tensors.ts';
import type { Engine, Matrix } from '../tensors.ts';

interface Shapes {
  headDim: number;
  /** (L, D) */
  x: readonly number[];
  /** W_Q of one head, (E, D) */
  projection: readonly number[];
  /** query of one head, (L, E) */
  query: readonly number[];
  /** map of one head, (L, L) */
  map: readonly number[];
  /** z of one head, (L, E) */
  mixed: readonly number[];
  /** (L, H E) */
  concatenated: readonly number[];
  /** W_O, (D, H E) */
  outProjection: readonly number[];
  /** (L, D) */
  output: readonly number[];
  /** number of weights in all its matrices, without biases */
  parameters: number;
  /** number of weights in W_Q, W_K and W_V of all heads */
  projectionParameters: number;
  /** number of weights in W_O */
  outParameters: number;
}

/** @param ids ids of the tokens */
export async function computeShapes(
  engine: Engine,
  ids: readonly number[],
  { embedDim, heads, headDim }: { embedDim: number; heads: number; headDim?: number },
): Promise<Shapes> {
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
      // a third of the rows projects queries, with an equal part for each head
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

/** queries: of the first head, (L, E); shapes: (L, E), (L, H E) */
type Widths = { queries: Matrix; query: readonly number[]; concatenated: readonly number[] };

/**
 * Heads whose width is the number of heads, as in Linear(embed_dim, num_heads), passed to the W_O
 * of a correct layer.
 *
 * @returns error: the engine's error; null if the shapes fit by chance
 */
export async function tryWrongWidth(
  engine: Engine,
  ids: readonly number[],
  { embedDim, heads }: { embedDim: number; heads: number },
): Promise<Widths & { right: Widths; error: string | null }> {
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
    const shapesOf = ({ query, concatenated }: typeof trace) => ({
      queries: headOf(query, 0),
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
