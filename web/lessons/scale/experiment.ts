// Experiment: one word's scores in one head, scaled and unscaled, without drawing.
// It measures the attention weights, and the slope of each.

import { headOf, identity, rowAt, tensorOf } from '../tensors.ts';
import type { Engine, Matrix, Trace } from '../tensors.ts';

export interface Softened {
  /** (L, S) map of the head */
  map: Matrix;
  /** (S) inputs of the softmax */
  scores: Float32Array;
  /** (S) outputs of the softmax */
  shares: Float32Array;
  /**
   * (S): derivative of a weight by its own score, p_j times the sum of all others, which is p_j (1
   * - p_j) without losing digits near 1
   */
  slopes: Float32Array;
  /** the root of the mean square of all the head's scores */
  size: number;
  scoreSum: number;
  shareSum: number;
}

/** @returns the same dot products, unscaled and scaled */
export async function computeSoftening(
  engine: Engine,
  { query, key, value }: Pick<Trace, 'query' | 'key' | 'value'>,
  { head, row }: { head: number; row: number },
): Promise<{ raw: Softened; divided: Softened }> {
  const soften = async (options: { scale?: number }) => {
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
      size: sizeOf(headOf(trace.scores, head).data),
      scoreSum: await sumOf(engine, scores),
      shareSum: await sumOf(engine, shares),
    };
  };
  return { raw: await soften({ scale: 1 }), divided: await soften({}) };
}

/**
 * The diagonal of the softmax's derivative.
 *
 * @param shares (S) attention weights
 */
async function slopesOf(engine: Engine, shares: Float32Array) {
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

/** The root of the mean square: the typical size, whatever the signs. */
function sizeOf(numbers: ArrayLike<number>) {
  const squares = Array.from(numbers, (one) => one * one);
  return Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / squares.length);
}

/** Number of draws of the weights for each width. */
export const DRAWS = 50;

/**
 * The size of a head's unscaled scores at each width, over many draws of its weights.
 *
 * @returns `size`: of the scores of all draws together; `least` and `largest`: of a single draw
 */
export async function measureGrowth(
  engine: Engine,
  ids: readonly number[],
  widths: readonly number[],
): Promise<{ width: number; size: number; least: number; largest: number }[]> {
  const found = [];
  for (const embedDim of widths) {
    const { x } = await engine.embed(ids, { embedDim });
    const sizes: number[] = [];
    for (let seed = 0; seed < DRAWS; seed++) {
      const layer = await engine.createMultiHeadAttention({ embedDim, numHeads: 1, seed });
      try {
        const { trace } = await layer.forward(x, { trace: true });
        if (!trace) throw new TypeError('the intermediates that were asked for are missing');
        sizes.push(sizeOf(trace.dotProducts.data));
      } finally {
        await layer.dispose();
      }
    }
    found.push({
      width: embedDim,
      size: sizeOf(sizes),
      least: Math.min(...sizes),
      largest: Math.max(...sizes),
    });
  }
  return found;
}

export async function sumOf(engine: Engine, numbers: Float32Array) {
  const ones = tensorOf(new Float32Array(numbers.length).fill(1), 1, numbers.length);
  const sum = await engine.linear(tensorOf(numbers, 1, numbers.length), ones);
  return sum.data[0];
}
