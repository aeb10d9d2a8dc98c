// Experiment: why a head has three matrices, without drawing.
// One for queries and keys, two as one form, exchanged keys and values, and keys in place of
// values.

import { compare, headOf, rowAt, rowsOf, tensorOf, transposed } from '../tensors.ts';
import type { Engine, Matrix, Trace } from '../tensors.ts';

/** A larger difference is no rounding of a weight or of a mixture of values. */
const ROUNDING = 1e-6;

/** The scores of a head whose keys are projected by W_K, or by W_Q like its queries. */
export async function computeOneMatrix(
  engine: Engine,
  { query, key }: Trace,
  { head, one, factor = 1 }: { head: number; one: boolean; factor?: number },
) {
  const [queries, keys] = [oneHead(query, head), oneHead(one ? query : key, head)];
  const larger = { ...keys, data: keys.data.map((number) => factor * number) };
  const { scores } = await attend(engine, queries, larger, larger);
  const rows = Array.from({ length: scores.shape[0] }, (_, row) => rowOf(scores, row));
  const best = rows.map((row) => row.indexOf(Math.max(...row)));
  return { scores, best, own: best.filter((at, row) => at === row).length };
}

/**
 * The scores of a head without biases: as queries times keys, and as x times one matrix times x.
 */
export async function computeForm(
  engine: Engine,
  { input: x, weights, query }: Trace,
  { head }: { head: number },
) {
  const [embedDim, width] = [x.shape[1], query.shape[2]];
  // a column of a matrix is stored as a row
  const part = (from: number) => rowsOf(weights.in_proj_weight, from + head * width, width);
  const [forQueries, forKeys] = [part(0), part(embedDim)];
  const [q, k] = [await engine.linear(x, forQueries), await engine.linear(x, forKeys)];
  const small = await engine.linear(q, k);
  const form = await engine.linear(transposed(forQueries), transposed(forKeys)); // W_Q W_Kᵀ
  const large = await engine.linear(await engine.linear(x, transposed(form)), x);
  return {
    queries: transposed(forQueries), // (D, E)
    keys: forKeys, // W_Kᵀ, (E, D)
    form, // (D, D)
    difference: await compare(engine, small, large),
  };
}

/** A head in which two words have exchanged keys, values, or both. */
export async function computeExchange(
  engine: Engine,
  trace: Trace,
  {
    head,
    words,
    exchanged,
  }: {
    head: number;
    words: readonly [number, number];
    exchanged: 'nothing' | 'keys' | 'values' | 'both';
  },
) {
  const [query, key, value] = [trace.query, trace.key, trace.value].map((one) =>
    oneHead(one, head),
  );
  const before = await attend(engine, query, key, value);
  const after = await attend(
    engine,
    query,
    ['keys', 'both'].includes(exchanged) ? exchange(key, words) : key,
    ['values', 'both'].includes(exchanged) ? exchange(value, words) : value,
  );
  // sums in another order differ in their last digits
  const changed = (a: Matrix, b: Matrix) =>
    a.data.filter((number, i) => Math.abs(number - b.data[i]) > ROUNDING).length;
  return {
    map: after.attention,
    mixed: after.mixed,
    mapChanges: changed(after.attention, before.attention),
    mixedChanges: changed(after.mixed, before.mixed),
  };
}

/**
 * The agreement of each word's new vector with its query: with the head's attention weights, and
 * with equal weights.
 *
 * @param which keys: whether the head mixes keys instead of values
 */
export async function compareKeysAsValues(
  engine: Engine,
  trace: Trace,
  { head, keys }: { head: number; keys: boolean },
) {
  const [query, key] = [oneHead(trace.query, head), oneHead(trace.key, head)];
  const handed = keys ? key : oneHead(trace.value, head);
  const { mixed } = await attend(engine, query, key, handed);
  const { output } = await engine.scaledDotProductAttention(query, key, handed, { scale: 0 });
  const agreement = (got: Matrix) =>
    Promise.all(
      Array.from({ length: got.shape[0] }, async (_, row) => {
        const own = tensorOf(rowAt(query, 0, row), 1, got.shape[1]);
        return (await engine.linear(own, rowsOf(got, row, 1))).data[0];
      }),
    );
  return { looking: await agreement(mixed), equal: await agreement(headOf(output, 0)) };
}

/**
 * @param tensor (H, L, E)
 * @returns (1, L, E)
 */
function oneHead(tensor: Matrix, head: number): Matrix {
  const { data, shape } = headOf(tensor, head);
  return tensorOf(data, 1, ...shape);
}

function rowOf({ data, shape: [, columns] }: Matrix, row: number) {
  return [...data.slice(row * columns, (row + 1) * columns)];
}

/** @param tensor (1, L, E) */
function exchange(tensor: Matrix, [first, second]: readonly [number, number]) {
  const width = tensor.shape[2];
  const data = tensor.data.slice();
  data.set(rowAt(tensor, 0, second), first * width);
  data.set(rowAt(tensor, 0, first), second * width);
  return tensorOf(data, ...tensor.shape);
}

/** @param query (1, L, E) */
async function attend(engine: Engine, query: Matrix, key: Matrix, value: Matrix) {
  const { output, trace } = await engine.scaledDotProductAttention(query, key, value, {
    trace: true,
  });
  if (!trace) throw new TypeError('the intermediates that were asked for are missing');
  const [scores, attention, mixed] = [trace.scores, trace.attention, output].map((one) =>
    headOf(one, 0),
  );
  return { scores, attention, mixed };
}
