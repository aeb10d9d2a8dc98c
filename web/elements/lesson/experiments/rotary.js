// Experiment: a head's queries and keys, without and with rotary positions. Nothing here draws.

import { turnedBy } from '../../lab/answer/turned.js';
import { compare, differences, piecesOf, reshaped, rowsOf, tensorOf } from './tensors.js';

/**
 * @typedef {import('./tensors.js').Engine} Engine
 * @typedef {import('./tensors.js').Matrix} Matrix
 * @typedef {import('./tensors.js').Trace} Trace
 */

const ROTARY = /** @type {const} */ ({ type: 'rotary' });

/**
 * The queries or keys of a head, of the words alone: the lab has added positions to its own.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, part: 'query' | 'key', order?: readonly number[] }} which order: of the columns of its matrix
 * @returns {Promise<Matrix>} (L, E)
 */
async function withoutPositions(engine, { first, weights, query }, { head, part, order }) {
  const { tokens } = first;
  const [embedDim, width] = [tokens.shape[1], query.shape[2]];
  const from = (part === 'query' ? 0 : embedDim) + head * width;
  // a column of the matrix is kept as a row
  const weight = rowsOf(weights.in_proj_weight, from, width);
  const bias = piecesOf(weights.in_proj_bias, from, width);
  if (!order) return engine.linear(tokens, weight, bias);
  const rows = order.flatMap((at) => [...rowsOf(weight, at, 1).data]);
  const own = order.map((at) => bias.data[at]);
  return engine.linear(tokens, tensorOf(rows, width, embedDim), tensorOf(own, width));
}

/**
 * The scores of one word that stands in every place.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, row: number, turned: boolean }} which
 */
export async function computeOrder(engine, trace, { head, row, turned }) {
  const count = trace.query.shape[1];
  const repeated = async (/** @type {'query' | 'key'} */ part) => {
    const { data } = rowsOf(await withoutPositions(engine, trace, { head, part }), row, 1);
    const all = Array.from({ length: count }, () => [...data]).flat();
    return tensorOf(all, 1, count, data.length);
  };
  const [query, key] = [await repeated('query'), await repeated('key')];
  const { scores } = await attend(engine, query, key, turned ? { positions: ROTARY } : {});
  const cells = [...scores.data.keys()];
  return {
    scores,
    all: await spread(engine, [cells.map((at) => scores.data[at])]),
    diagonals: await spread(
      engine,
      Array.from({ length: 2 * count - 1 }, (_, diagonal) =>
        cells
          .filter((at) => (at % count) - Math.floor(at / count) === diagonal - count + 1)
          .map((at) => scores.data[at]),
      ),
    ),
  };
}

/**
 * The largest difference inside any of these lists.
 * @param {Engine} engine
 * @param {readonly (readonly number[])[]} lists
 */
function spread(engine, lists) {
  const most = lists.map((list) => Math.max(...list));
  const least = lists.map((list) => Math.min(...list));
  return compare(engine, tensorOf(most, most.length), tensorOf(least, least.length));
}

/**
 * The query of a word, turned for a position.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, row: number, at: number, interleaved?: boolean }} which
 */
export async function computeTurn(engine, trace, { head, row, at, interleaved }) {
  const before = rowsOf(await withoutPositions(engine, trace, { head, part: 'query' }), row, 1);
  const after = await turnRow(engine, before, { offset: at, interleaved });
  return { before: before.data, after: after.data, steps: await stepsOf(engine, after.shape[1]) };
}

/**
 * A query and a key at their places in the sentence, and both moved on by some.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, row: number, column: number, shift: number }} which
 */
export async function computeShift(engine, trace, { head, row, column, shift }) {
  const query = rowsOf(await withoutPositions(engine, trace, { head, part: 'query' }), row, 1);
  const key = rowsOf(await withoutPositions(engine, trace, { head, part: 'key' }), column, 1);
  const at = async (/** @type {number} */ by) => {
    const [q, k] = [
      await turnRow(engine, query, { offset: row + by }),
      await turnRow(engine, key, { offset: column + by }),
    ];
    const { scores } = await attend(engine, reshaped(q, 1, ...q.shape), reshaped(k, 1, ...k.shape));
    return { query: q.data, key: k.data, score: scores.data[0] };
  };
  const [home, moved] = [await at(0), await at(shift)];
  const scoreOf = (/** @type {{ score: number }} */ { score }) => tensorOf([score], 1);
  return { home, moved, difference: await compare(engine, scoreOf(home), scoreOf(moved)) };
}

/**
 * The map of a head that was trained with halves: computed so, with neighbours paired instead, and with neighbours paired after
 * the columns of its matrices were put into the order which that expects.
 * @param {Engine} engine
 * @param {Trace} trace
 * @param {{ head: number, reordered: boolean }} which
 */
export async function computePairings(engine, trace, { head, reordered }) {
  const width = trace.query.shape[2];
  const half = width / 2;
  const order = Array.from({ length: width }, (_, at) => (at % 2) * half + Math.floor(at / 2));
  const mapOf = async (/** @type {boolean} */ interleaved) => {
    const given = { head, ...(interleaved && reordered && { order }) };
    const [query, key] = [
      await withoutPositions(engine, trace, { ...given, part: 'query' }),
      await withoutPositions(engine, trace, { ...given, part: 'key' }),
    ];
    const positions = { ...ROTARY, interleaved };
    const one = (/** @type {Matrix} */ { data, shape }) => tensorOf(data, 1, ...shape);
    return (await attend(engine, one(query), one(key), { positions })).attention;
  };
  const [right, other] = [await mapOf(false), await mapOf(true)];
  return {
    right,
    other,
    less: tensorOf(await differences(engine, other, right), ...right.shape),
    difference: await compare(engine, other, right),
  };
}

/**
 * By how many degrees the engine turns each pair from one position to the next.
 * @param {Engine} engine
 * @param {number} width
 */
async function stepsOf(engine, width) {
  const ones = tensorOf(
    Array.from({ length: width }, (_, at) => (at < width / 2 ? 1 : 0)),
    1,
    width,
  );
  const { data } = await turnRow(engine, ones, { offset: 1 });
  return Array.from(
    { length: width / 2 },
    (_, pair) => (Math.atan2(data[pair + width / 2], data[pair]) * 180) / Math.PI,
  );
}

/**
 * @param {Engine} engine
 * @param {Matrix} row (1, E)
 * @param {{ offset: number, interleaved?: boolean }} how
 */
async function turnRow(engine, row, how) {
  const { data } = await turnedBy(engine, reshaped(row, 1, ...row.shape), { ...ROTARY, ...how });
  return tensorOf(data, ...row.shape);
}

/**
 * @param {Engine} engine
 * @param {Matrix} query (1, L, E)
 * @param {Matrix} key
 * @param {{ positions?: import('headwise').Positions }} [options]
 */
async function attend(engine, query, key, options) {
  const { trace } = await engine.scaledDotProductAttention(query, key, key, {
    ...options,
    trace: true,
  });
  if (!trace) throw new TypeError('the intermediates that were asked for are missing');
  const flat = (/** @type {Matrix} */ { data, shape }) => tensorOf(data, ...shape.slice(1));
  return { scores: flat(trace.scores), attention: flat(trace.attention) };
}
