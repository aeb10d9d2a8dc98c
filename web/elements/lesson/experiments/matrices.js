// Experiment: why a head has three matrices.
// One for queries and keys, two as one form, exchanged keys and values, and keys in place of
// values. Nothing here draws.

import { compare, headOf, rowAt, rowsOf, tensorOf, transposed } from './tensors.js';

/**
 * @typedef {import('./tensors.js').Engine} Engine
 * @typedef {import('./tensors.js').Matrix} Matrix
 * @typedef {import('./tensors.js').Trace} Trace
 */

/**
 * The scores of a head whose keys are made by W_K, or by W_Q like its queries.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, one: boolean }} which
 */
export async function computeOneMatrix(engine, { query, key }, { head, one }) {
  const [queries, keys] = [oneHead(query, head), oneHead(one ? query : key, head)];
  const { scores } = await attend(engine, queries, keys, keys);
  const rows = Array.from({ length: scores.shape[0] }, (_, row) => rowOf(scores, row));
  const best = rows.map((row) => row.indexOf(Math.max(...row)));
  return { scores, best, own: best.filter((at, row) => at === row).length };
}

/**
 * The scores of a head without biases: as queries times keys, and as x times one matrix times x.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number }} which
 */
export async function computeForm(engine, { input: x, weights, query }, { head }) {
  const [embedDim, width] = [x.shape[1], query.shape[2]];
  // a column of a matrix is kept as a row
  const part = (/** @type {number} */ from) =>
    rowsOf(weights.in_proj_weight, from + head * width, width);
  const [forQueries, forKeys] = [part(0), part(embedDim)];
  const [q, k] = [await engine.linear(x, forQueries), await engine.linear(x, forKeys)];
  const small = await engine.linear(q, k);
  const form = await engine.linear(transposed(forQueries), transposed(forKeys)); // W_Q W_Kᵀ
  const large = await engine.linear(await engine.linear(x, transposed(form)), x);
  return {
    x: x.shape,
    each: [embedDim, width],
    form: form.shape,
    difference: await compare(engine, small, large),
  };
}

/**
 * A head in which the keys or the values of two words have changed places.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, words: readonly [number, number], exchanged: 'nothing' | 'keys' | 'values' }} which
 */
export async function computeExchange(engine, trace, { head, words, exchanged }) {
  const [query, key, value] = [trace.query, trace.key, trace.value].map((one) =>
    oneHead(one, head),
  );
  const before = await attend(engine, query, key, value);
  const after = await attend(
    engine,
    query,
    exchanged === 'keys' ? exchange(key, words) : key,
    exchanged === 'values' ? exchange(value, words) : value,
  );
  const changed = (/** @type {Matrix} */ a, /** @type {Matrix} */ b) =>
    a.data.filter((number, i) => number !== b.data[i]).length;
  return {
    map: after.attention,
    mixed: after.mixed,
    mapChanges: changed(after.attention, before.attention),
    mixedChanges: changed(after.mixed, before.mixed),
  };
}

/**
 * How much what each word gets agrees with its query: with the shares of the head, and with equal shares.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, keys: boolean }} which keys: whether they are handed over instead of values
 */
export async function computeHanded(engine, trace, { head, keys }) {
  const [query, key] = [oneHead(trace.query, head), oneHead(trace.key, head)];
  const handed = keys ? key : oneHead(trace.value, head);
  const { mixed } = await attend(engine, query, key, handed);
  const { output } = await engine.scaledDotProductAttention(query, key, handed, { scale: 0 });
  const agreement = (/** @type {Matrix} */ got) =>
    Promise.all(
      Array.from({ length: got.shape[0] }, async (_, row) => {
        const own = tensorOf(rowAt(query, 0, row), 1, got.shape[1]);
        return (await engine.linear(own, rowsOf(got, row, 1))).data[0];
      }),
    );
  return { looking: await agreement(mixed), equal: await agreement(headOf(output, 0)) };
}

/**
 * @param {Matrix} tensor (H, L, E)
 * @param {number} head
 * @returns {Matrix} (1, L, E)
 */
function oneHead(tensor, head) {
  const { data, shape } = headOf(tensor, head);
  return tensorOf(data, 1, ...shape);
}

/** @param {Matrix} matrix @param {number} row */
function rowOf({ data, shape: [, columns] }, row) {
  return [...data.slice(row * columns, (row + 1) * columns)];
}

/**
 * @param {Matrix} tensor (1, L, E)
 * @param {readonly [number, number]} words
 */
function exchange(tensor, [first, second]) {
  const width = tensor.shape[2];
  const data = tensor.data.slice();
  data.set(rowAt(tensor, 0, second), first * width);
  data.set(rowAt(tensor, 0, first), second * width);
  return tensorOf(data, ...tensor.shape);
}

/**
 * @param {Engine} engine
 * @param {Matrix} query (1, L, E)
 * @param {Matrix} key
 * @param {Matrix} value
 */
async function attend(engine, query, key, value) {
  const { output, trace } = await engine.scaledDotProductAttention(query, key, value, {
    trace: true,
  });
  if (!trace) throw new TypeError('the intermediates that were asked for are missing');
  const [scores, attention, mixed] = [trace.scores, trace.attention, output].map((one) =>
    headOf(one, 0),
  );
  return { scores, attention, mixed };
}
