// Statistics of the heads of one run.

import { wrongNumber } from '../arguments/errors.ts';
import { isRecord, toList } from '../arguments/options.ts';
import { BY_POSITION, BY_TOKEN } from '../measures.ts';
import { partsOf } from './run.ts';
import type { HeadStatistics, ModelInput, Run, Statistic } from '../types/models.ts';
import type { Measure } from '../measures.ts';
import type { PlainTensor } from '../types/index.ts';

/**
 * Computes statistics of every head of a run.
 *
 * @param input the run's input
 * @returns layer by layer, head by head
 *
 * @example
 * const statistics = await headStatistics(run, input);
 * const best = statistics.sort((a, b) => b.previousToken.value - a.previousToken.value)[0];
 */
export async function headStatistics(run: Run, input: ModelInput): Promise<HeadStatistics[]> {
  const { engine, heads } = partsOf(run);
  const { ids, words } = checkText(input);
  const byToken: Record<string, Measure> = { separator: (_, j) => words[j] === -1, ...BY_TOKEN };
  const all = [];
  for (let layer = 0; layer < heads.length; layer++) {
    const maps = await run.attention({ layer });
    if (maps.shape[1] !== ids.length) {
      throw wrongNumber('input', `the ${maps.shape[1]} tokens that the run read`, ids.length);
    }
    const { contributions } = await run.trace({ layer });
    const lengths = lengthsOf(contributions);
    const sum = lengths.reduce((a, b) => a + b, 0);
    for (let head = 0; head < heads[layer]; head++) {
      const map = mapOf(maps, head);
      const even = evenOf(map);
      const distant = byDistance(map);
      const measured = {};
      for (const [name, counts] of Object.entries(BY_POSITION)) {
        Object.assign(measured, {
          [name]: statistic((one) => meanWeightOn(one, counts, ids), map, even),
        });
      }
      for (const [name, counts] of Object.entries(byToken)) {
        Object.assign(measured, {
          [name]: statistic((one) => meanWeightOn(one, counts, ids), map, distant),
        });
      }
      all.push({
        ...{ layer, head, ...measured },
        entropy: statistic((one) => entropyOf(one, engine.logarithm), map, even),
        distance: statistic(distanceOf, map, even),
        written: { value: sum > 0 ? lengths[head] / sum : 0, baseline: 1 / heads[layer] },
      } as HeadStatistics);
    }
  }
  return all;
}

function checkText(input: unknown): { ids: readonly number[]; words: readonly number[] } {
  const { ids, words = [] } = isRecord(input) ? input : { ids: input };
  const list = (value: unknown) =>
    Array.from(toList(value, 'input', 'the result of tokenize()')) as number[];
  return { ids: list(ids), words: list(words) };
}

function statistic(
  measure: (map: PlainTensor) => number,
  map: PlainTensor,
  plain: PlainTensor,
): Statistic {
  return { value: measure(map), baseline: measure(plain) };
}

/**
 * @param maps (H, L, S)
 * @returns (L, S)
 */
export function mapOf({ data, shape: [, rows, columns] }: PlainTensor, head: number): PlainTensor {
  const size = rows * columns;
  return { data: data.subarray(head * size, (head + 1) * size), shape: [rows, columns] };
}

/** A map with equal weights on each row's keys that have any. */
function evenOf({ data, shape: [rows, columns] }: PlainTensor): PlainTensor {
  const out = new Float32Array(data.length);
  for (let i = 0; i < rows; i++) {
    const row = data.subarray(i * columns, (i + 1) * columns);
    const seen = row.reduce((count, weight) => count + (weight > 0 ? 1 : 0), 0);
    for (let j = 0; j < columns; j++) out[i * columns + j] = row[j] > 0 ? 1 / seen : 0;
  }
  return { data: out, shape: [rows, columns] };
}

/** A map with the mean weight of each distance, and with rows that sum to 1. */
function byDistance({ data, shape: [rows, columns] }: PlainTensor): PlainTensor {
  const sums = new Float64Array(rows + columns);
  const counts = new Float64Array(rows + columns);
  const each = (visit: (at: number, distance: number) => void) => {
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        if (data[i * columns + j] > 0) visit(i * columns + j, rows + j - i);
      }
    }
  };
  each((at, distance) => {
    sums[distance] += data[at];
    counts[distance]++;
  });
  const out = new Float32Array(data.length);
  each((at, distance) => (out[at] = sums[distance] / counts[distance]));
  for (let i = 0; i < rows; i++) {
    const row = out.subarray(i * columns, (i + 1) * columns);
    const sum = row.reduce((a, b) => a + b, 0);
    for (let j = 0; j < columns && sum > 0; j++) row[j] /= sum;
  }
  return { data: out, shape: [rows, columns] };
}

/** The mean weight on the keys that count, over the queries that have such keys. */
function meanWeightOn(
  { data, shape: [rows, columns] }: PlainTensor,
  counts: Measure,
  ids: readonly number[],
) {
  let [sum, queries] = [0, 0];
  for (let i = 0; i < rows; i++) {
    let [weight, found] = [0, 0];
    for (let j = 0; j < columns; j++) {
      if (!counts(i, j, ids)) continue;
      weight += data[i * columns + j];
      found++;
    }
    if (found === 0) continue;
    sum += weight;
    queries++;
  }
  return queries > 0 ? sum / queries : 0;
}

function entropyOf({ data, shape: [rows] }: PlainTensor, logarithm: (x: number) => number) {
  let sum = 0;
  for (const weight of data) if (weight > 0) sum -= weight * logarithm(weight);
  return rows > 0 ? sum / rows : 0;
}

function distanceOf({ data, shape: [rows, columns] }: PlainTensor) {
  let sum = 0;
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) sum += data[i * columns + j] * Math.abs(i - j);
  }
  return rows > 0 ? sum / rows : 0;
}

/**
 * The mean length of each head's contributions to a row.
 *
 * @param contributions (H, L, D)
 */
function lengthsOf({ data, shape: [heads, rows, width] }: PlainTensor) {
  return Array.from({ length: heads }, (_, head) => {
    let sum = 0;
    for (let i = 0; i < rows; i++) {
      let square = 0;
      const at = (head * rows + i) * width;
      for (let j = 0; j < width; j++) square += data[at + j] * data[at + j];
      sum += Math.sqrt(square);
    }
    return rows > 0 ? sum / rows : 0;
  });
}
