// Experiment: dropout of attention and ablation of a head, without drawing.

import { rowAt, rowsOf, tensorOf, transposed } from '../tensors.ts';
import type { Engine, Matrix } from '../tensors.ts';

interface Dropped {
  /** (H, L, S) with some weights dropped and the others rescaled */
  attention: Matrix;
  /** factor of the rescaled weights */
  factor: number;
}

/**
 * Drops each attention weight with the same probability, by the core's random numbers.
 *
 * @param attention (H, L, S)
 */
export async function dropShares(
  engine: Engine,
  { data, shape }: Matrix,
  { chance, draw }: { chance: number; draw: number },
): Promise<Dropped> {
  const factor = Math.fround(1 / (1 - chance));
  const { tokens } = await engine.embed([draw], { embedDim: data.length, positions: 'none' });
  // random numbers between -1 and 1
  const kept = data.map((share, i) => (tokens.data[i] < 2 * chance - 1 ? 0 : share * factor));
  return { attention: { data: kept, shape }, factor };
}

/**
 * The new vector of a word with these weights.
 *
 * @param attention (H, L, S)
 * @param value (H, S, E)
 * @returns (E)
 */
export async function mixed(
  engine: Engine,
  attention: Matrix,
  value: Matrix,
  { head, row }: { head: number; row: number },
): Promise<Float32Array> {
  const shares = rowAt(attention, head, row);
  const [, columns, width] = value.shape;
  const all = tensorOf(value.data, value.shape[0] * columns, width);
  const values = transposed(rowsOf(all, head * columns, columns));
  return (await engine.linear(tensorOf(shares, 1, shares.length), values)).data;
}
