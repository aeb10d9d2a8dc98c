// Experiment: a head's queries and keys, without and with rotary positions, without drawing.

import { turnedBy } from '../../elements/lab/answer/rotary-forward.ts';
import { compare, piecesOf, reshaped, rowsOf, tensorOf } from '../tensors.ts';
import type { Positions } from 'headwise';
import type { Engine, Matrix, Trace } from '../tensors.ts';

export const ROTARY = { type: 'rotary' } as const;

/**
 * The queries or keys of a head from the words alone: the lab has added positions to its own.
 *
 * @param which order: order of the columns of its matrix
 * @returns (L, E)
 */
export async function withoutPositions(
  engine: Engine,
  { first, weights, query }: Trace,
  { head, part, order }: { head: number; part: 'query' | 'key'; order?: readonly number[] },
): Promise<Matrix> {
  const { tokens } = first;
  const [embedDim, width] = [tokens.shape[1], query.shape[2]];
  const from = (part === 'query' ? 0 : embedDim) + head * width;
  // a column of the matrix is stored as a row
  const weight = rowsOf(weights.in_proj_weight, from, width);
  const bias = piecesOf(weights.in_proj_bias, from, width);
  if (!order) return engine.linear(tokens, weight, bias);
  const rows = order.flatMap((at) => [...rowsOf(weight, at, 1).data]);
  const own = order.map((at) => bias.data[at]);
  return engine.linear(tokens, tensorOf(rows, width, embedDim), tensorOf(own, width));
}

/** The scores of one word at every position. */
export async function computeOrder(
  engine: Engine,
  trace: Trace,
  { head, row, turned }: { head: number; row: number; turned: boolean },
) {
  const count = trace.query.shape[1];
  const repeated = async (part: 'query' | 'key') => {
    const { data } = rowsOf(await withoutPositions(engine, trace, { head, part }), row, 1);
    const all = Array.from({ length: count }, () => [...data]).flat();
    return tensorOf(all, 1, count, data.length);
  };
  const [query, key] = [await repeated('query'), await repeated('key')];
  const { scores, attention } = await attend(
    engine,
    query,
    key,
    turned ? { positions: ROTARY } : {},
  );
  const cells = [...scores.data.keys()];
  return {
    scores,
    attention,
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

/** The largest difference inside any of these lists. */
function spread(engine: Engine, lists: readonly (readonly number[])[]) {
  const most = lists.map((list) => Math.max(...list));
  const least = lists.map((list) => Math.min(...list));
  return compare(engine, tensorOf(most, most.length), tensorOf(least, least.length));
}

interface Turn {
  head: number;
  row: number;
  at: number;
  interleaved?: boolean;
  /** base of the angles; default: the engine's */
  theta?: number;
}

/** The query of a word, rotated for a position. */
export async function computeTurn(
  engine: Engine,
  trace: Trace,
  { head, row, at, interleaved, theta }: Turn,
) {
  const before = rowsOf(await withoutPositions(engine, trace, { head, part: 'query' }), row, 1);
  const after = await turnRow(engine, before, { offset: at, interleaved, theta });
  const steps = await stepsOf(engine, after.shape[1], theta);
  return { before: before.data, after: after.data, steps };
}

/** A query and a key at their positions in the sentence, and both moved by the same distance. */
export async function computeShift(
  engine: Engine,
  trace: Trace,
  { head, row, column, shift }: { head: number; row: number; column: number; shift: number },
) {
  const query = rowsOf(await withoutPositions(engine, trace, { head, part: 'query' }), row, 1);
  const key = rowsOf(await withoutPositions(engine, trace, { head, part: 'key' }), column, 1);
  const at = async (by: number) => {
    const [q, k] = [
      await turnRow(engine, query, { offset: row + by }),
      await turnRow(engine, key, { offset: column + by }),
    ];
    const { scores } = await attend(engine, reshaped(q, 1, ...q.shape), reshaped(k, 1, ...k.shape));
    return { query: q.data, key: k.data, score: scores.data[0] };
  };
  const [home, moved] = [await at(0), await at(shift)];
  const scoreOf = ({ score }: { score: number }) => tensorOf([score], 1);
  return { home, moved, difference: await compare(engine, scoreOf(home), scoreOf(moved)) };
}

/** The angle of each pair from one position to the next, in degrees, from the engine. */
async function stepsOf(engine: Engine, width: number, theta?: number) {
  const ones = tensorOf(
    Array.from({ length: width }, (_, at) => (at < width / 2 ? 1 : 0)),
    1,
    width,
  );
  const { data } = await turnRow(engine, ones, { offset: 1, theta });
  return Array.from(
    { length: width / 2 },
    (_, pair) => (Math.atan2(data[pair + width / 2], data[pair]) * 180) / Math.PI,
  );
}

/** @param row (1, E) */
async function turnRow(
  engine: Engine,
  row: Matrix,
  how: { offset: number; interleaved?: boolean; theta?: number },
) {
  const { data } = await turnedBy(engine, reshaped(row, 1, ...row.shape), { ...ROTARY, ...how });
  return tensorOf(data, ...row.shape);
}

/** @param query (1, L, E) */
export async function attend(
  engine: Engine,
  query: Matrix,
  key: Matrix,
  options?: { positions?: Positions },
) {
  const { trace } = await engine.scaledDotProductAttention(query, key, key, {
    ...options,
    trace: true,
  });
  if (!trace) throw new TypeError('the intermediates that were asked for are missing');
  const flat = ({ data, shape }: Matrix) => tensorOf(data, ...shape.slice(1));
  return { scores: flat(trace.scores), attention: flat(trace.attention) };
}
