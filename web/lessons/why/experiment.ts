// Experiment: a word's new vector from its own value, from the plain average, or by a head's attention. Without drawing.

import { headOf, identity, tensorOf } from '../tensors.ts';
import type { Engine, Matrix, Trace } from '../tensors.ts';

/** The values of `way`. */
export const [ALONE, AVERAGE, ATTENTION] = [0, 1, 2];

interface Looked {
  /** (L, L), what part of its new vector each word takes from each */
  shares: Matrix;
  /** (L, E) */
  value: Matrix;
  /** (L, E), the new vectors */
  mixed: Matrix;
}

/** @param asked.causal whether words look only at themselves and back */
export async function lookAround(
  engine: Engine,
  trace: Trace,
  { head, way, causal }: { head: number; way: number; causal: boolean },
): Promise<Looked> {
  const value = headOf(trace.value, head);
  if (way === ALONE) return { shares: identity(value.shape[0]), value, mixed: value };
  if (way === ATTENTION) {
    return { shares: headOf(trace.attention, head), value, mixed: headOf(trace.heads, head) };
  }
  const [query, key] = [trace.query, trace.key].map((one) => headOf(one, head));
  const [queries, keys, values] = [query, key, value].map(({ data, shape }) =>
    tensorOf(data, 1, ...shape),
  );
  // scores that are all zero give equal shares
  const { attention, output } = await engine.scaledDotProductAttention(queries, keys, values, {
    scale: 0,
    causal,
    attention: true,
  });
  if (!attention) throw new TypeError('the map that was asked for is missing');
  return { shares: headOf(attention, 0), value, mixed: headOf(output, 0) };
}

/**
 * The rows of two matrices that differ in a number; rows that only one of them has differ.
 *
 * @returns their indexes in the first
 */
export function changedRows(now: Matrix, before: Matrix): number[] {
  const [rows, width] = now.shape;
  return Array.from({ length: rows }, (_, row) => row).filter((row) =>
    now.data
      .subarray(row * width, (row + 1) * width)
      .some((value, i) => value !== before.data[row * width + i]),
  );
}
