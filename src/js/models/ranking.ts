// Ranks heads by their attention from some tokens to others.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import { optionNames, readOptions, toInteger, toList } from '../arguments/options.ts';
import { elsewhere, partsOf } from './run-parts.ts';
import type { HeadQuestion, RankedHead, Run } from '../types/models.ts';

const QUESTION = optionNames('from', 'to', 'pairs', 'among', 'by');

/** a query, and the right keys for it */
type Target = { query: number; keys: Set<number> };

/**
 * Ranks all heads, the one with most attention from the asked queries to the asked keys first.
 *
 * @example
 * // whose attention goes from the verb to the subject
 * const [most] = await rankHeads(run, { from: [5], to: [2] });
 * // which head finds each word in the other language most often, whatever else it attends to
 * const [best] = await rankHeads(run, { pairs: [[7, 1], [8, 3]], among: [1, 2, 3], by: 'largest' });
 */
export async function rankHeads(run: Run, question: HeadQuestion): Promise<RankedHead[]> {
  const there = elsewhere.get(run);
  if (there) return there('rankHeads', [question]);
  const { heads } = partsOf(run);
  const given = readOptions(question, 'question', QUESTION);
  const { by = 'share' } = given;
  if (by !== 'share' && by !== 'largest') throw wrongKind('by', "'share' or 'largest'", by);
  const all = [];
  for (let layer = 0; layer < heads.length; layer++) {
    const maps = await run.attention({ layer });
    const [, rows, columns] = maps.shape;
    const targets = targetsOf(given, rows, columns);
    const among = amongOf(given, columns);
    expectAmong(given, targets, among);
    for (let head = 0; head < heads[layer]; head++) {
      const data = maps.data.subarray(head * rows * columns, (head + 1) * rows * columns);
      let share = 0;
      for (const { query, keys } of targets) {
        const row = data.subarray(query * columns, (query + 1) * columns);
        share += (by === 'share' ? sumOf(row, keys) : Number(keys.has(largest(row, among)))) / targets.length; // prettier-ignore
      }
      all.push({ layer, head, share });
    }
  }
  return all.sort((a, b) => b.share - a.share);
}

function targetsOf(
  { from, to, pairs }: Record<string, unknown>,
  rows: number,
  columns: number,
): Target[] {
  if (pairs === undefined) {
    const queries = toPlaces(from, 'from', rows);
    const keys = new Set(toPlaces(to, 'to', columns));
    return queries.map((query) => ({ query, keys }));
  }
  if (from !== undefined || to !== undefined) {
    throw new TypeError('pairs: expected none beside from and to');
  }
  const list = Array.from(toList(pairs, 'pairs', 'an array of pairs of positions'), (pair, at) => {
    const [query, key, ...more] = toPlaces(pair, `pairs[${at}]`);
    if (key === undefined || more.length > 0) {
      throw wrongNumber(`pairs[${at}]`, 'two positions', pair);
    }
    return {
      query: toInteger(query, `pairs[${at}][0]`, 0, rows - 1),
      keys: new Set([toInteger(key, `pairs[${at}][1]`, 0, columns - 1)]),
    };
  });
  if (list.length > 0) return list;
  throw wrongNumber('pairs', 'at least one pair', pairs);
}

/** The keys among which the largest weight is searched. */
function amongOf({ among, by }: Record<string, unknown>, columns: number) {
  if (among === undefined) return Array.from({ length: columns }, (_, key) => key);
  if (by === 'largest') return toPlaces(among, 'among', columns);
  throw new TypeError("among: expected only with by: 'largest'");
}

/** Refuses a right key that is not in `among`. */
function expectAmong(
  { pairs, to }: Record<string, unknown>,
  targets: readonly Target[],
  among: readonly number[],
) {
  for (const [at, { keys }] of targets.entries()) {
    if (among.some((key) => keys.has(key))) continue;
    if (pairs === undefined) throw wrongNumber('to', 'at least one key of among', to);
    throw wrongNumber(`pairs[${at}][1]`, 'a key of among', [...keys][0]);
  }
}

/** @param count number of tokens */
function toPlaces(places: unknown, name: string, count?: number) {
  const list = Array.from(toList(places, name, 'an array of positions'), (place, at) =>
    toInteger(place, `${name}[${at}]`, 0, count === undefined ? undefined : count - 1),
  );
  if (list.length > 0) return list;
  throw wrongNumber(name, 'at least one position', places);
}

function sumOf(row: ArrayLike<number>, keys: Iterable<number>) {
  let sum = 0;
  for (const key of keys) sum += row[key];
  return sum;
}

/** The key with the largest weight, the first of equal ones; -1 where all are 0. */
function largest(row: ArrayLike<number>, keys: readonly number[]) {
  return keys.reduce((best, key) => (row[key] > (row[best] ?? 0) ? key : best), -1);
}
