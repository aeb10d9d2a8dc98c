// Experiment: textbook softmax, softmax with the maximum subtracted, online softmax.
// Also a map from rounded queries and keys. Without drawing.

import { rowAt, tensorOf } from '../tensors.ts';
import type { Engine, Matrix, Trace } from '../tensors.ts';

export type Shares = { exponentials: Float32Array; sum: number; shares: Float32Array };

/** state of the online softmax after a score */
interface Pass {
  /** the largest score so far */
  max: number;
  /** factor that rescales the sum so far */
  factor: number;
  /** addend of the sum */
  added: number;
  sum: number;
}

/** Number formats; the first leaves numbers unchanged. */
export const FORMATS = ['F32', 'F16', 'BF16', 'I8'] as const;

/**
 * exp of each number by the engine's own exp, which takes numbers up to 0: exp(x) is 1 / exp(-x /
 * 2), squared.
 */
export async function exponentialsOf(engine: Engine, numbers: Float32Array): Promise<Float32Array> {
  const pairs = [...numbers].flatMap((number) => [0, -Math.abs(number) / 2]);
  const { exponentials } = await engine.softmaxSteps(tensorOf(pairs, numbers.length, 2));
  return numbers.map((number, i) => {
    const half = exponentials.data[2 * i + 1];
    const root = number > 0 ? Math.fround(1 / half) : half;
    return root * root; // rounded when it is stored in the array
  });
}

/**
 * The softmax of a row by the textbook formula and by the engine, after the same number was added
 * to every score.
 *
 * @param row scores of the row
 */
export async function computeSoftmaxes(
  engine: Engine,
  row: Float32Array,
  added: number,
): Promise<{ scores: Float32Array; naive: Shares; stable: Shares }> {
  const scores = row.map((score) => score + added);
  const naive = await exponentialsOf(engine, scores);
  const naiveSum = naive.reduce((sum, one) => Math.fround(sum + one), 0);
  const steps = await engine.softmaxSteps(tensorOf(scores, 1, scores.length));
  return {
    scores,
    naive: { exponentials: naive, sum: naiveSum, shares: naive.map((one) => one / naiveSum) },
    stable: {
      exponentials: steps.exponentials.data,
      sum: steps.sum.data[0],
      shares: steps.output.data,
    },
  };
}

/**
 * The softmax in one pass: each score is read once; a score larger than all before rescales the
 * sum. Each step is a softmax of two: the largest before, and the score.
 *
 * @returns twice: the sum of the softmax in two passes; difference: the largest between its results
 * and these
 */
export async function computeOnline(
  engine: Engine,
  scores: Float32Array,
): Promise<{ passes: Pass[]; twice: number; difference: number }> {
  const before = Array.from(scores, (_, i) => Math.max(-Infinity, ...scores.subarray(0, i)));
  const pairs = before.flatMap((max, i) => [max, scores[i]]);
  const { max, exponentials } = await engine.softmaxSteps(tensorOf(pairs, scores.length, 2));
  let sum = 0;
  const passes = Array.from(scores, (_, i) => {
    const [factor, added] = exponentials.data.subarray(2 * i, 2 * i + 2);
    sum = Math.fround(Math.fround(sum * factor) + added);
    return { max: max.data[i], factor, added, sum };
  });
  const steps = await engine.softmaxSteps(tensorOf(scores, 1, scores.length));
  const differences = steps.exponentials.data.map((one, i) => one / sum - steps.output.data[i]);
  return {
    passes,
    twice: steps.sum.data[0],
    difference: Math.max(...differences.map(Math.abs)),
  };
}

/**
 * The maps of queries and keys that were stored in a shorter format.
 *
 * @returns (H, L, S)
 */
export async function computeRounded(
  engine: Engine,
  { query, key, value }: Pick<Trace, 'query' | 'key' | 'value'>,
  format: (typeof FORMATS)[number],
): Promise<Matrix> {
  const { roundTo } = await import('headwise/formats');
  const kept = (tensor: Matrix) =>
    format === 'F32' ? tensor : { ...tensor, data: roundTo(tensor.data, format) };
  const { attention } = await engine.scaledDotProductAttention(kept(query), kept(key), value, {
    attention: true,
  });
  if (!attention) throw new TypeError('the maps that were asked for are missing');
  return attention;
}

/** The error of each cell of a head's map in each format, and one row of the result. */
export async function computeErrors(
  engine: Engine,
  trace: Trace,
  { head, row }: { head: number; row: number },
) {
  const [, rows, columns] = trace.attention.shape;
  const size = rows * columns;
  const exact = trace.attention.data.subarray(head * size, (head + 1) * size);
  return Promise.all(
    FORMATS.map(async (format) => {
      const map = await computeRounded(engine, trace, format);
      const own = map.data.subarray(head * size, (head + 1) * size);
      const errors = own.map((share, i) => Math.abs(share - exact[i]));
      return {
        format,
        shares: rowAt(map, head, row),
        errors: tensorOf(errors, rows, columns),
        largest: Math.max(...errors),
      };
    }),
  );
}
