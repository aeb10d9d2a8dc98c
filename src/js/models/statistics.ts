// Statistics of the heads of one run. The cells of a map that a measure counts are the same for every head, so they are listed
// once; each head then costs two passes over its map.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import { isRecord, optionNames, readOptions, toList } from '../arguments/options.ts';
import { BY_POSITION, BY_TOKEN } from '../measures.ts';
import { logarithm, sumOfLogarithms } from './logarithm.ts';
import { elsewhere, partsOf } from './run-parts.ts';
import type { HeadStatistics, ModelInput, Run, Statistic, StatisticName } from '../types/models.ts';
import type { Measure } from '../measures.ts';
import type { PlainTensor } from '../types/index.ts';

const OPTIONS = optionNames('only');

/** Every statistic. The last is computed only if it is named: it needs each head's contributions. */
export const STATISTICS = [
  ...['entropy', 'distance', ...Object.keys(BY_POSITION), 'separator', ...Object.keys(BY_TOKEN)],
  'written',
] as StatisticName[];

interface Text {
  ids: readonly number[];
  words: readonly number[];
}

/** The cells of a map that a measure counts. */
interface Cells {
  name: string;
  /** whether the baseline knows the head's mean weight at each distance */
  isByToken: boolean;
  /** the keys of row i are keys[begins[i]] up to keys[begins[i + 1]] */
  begins: Uint32Array;
  keys: Uint32Array;
  /** number of rows with such keys */
  queries: number;
}

/**
 * Computes statistics of every head of a run: all but `written`, or the ones in `only`. All but `written` together take
 * 6 % of a BERT's run of 15 tokens and 13 % of one of 60; `written` takes about as long as a short run.
 *
 * @returns layer by layer, head by head
 * @throws {TypeError} for an unknown name
 *
 * @example
 * const run = await model.run('The animal was tired.');
 * const statistics = await headStatistics(run, { only: ['previousToken'] });
 * const [best] = statistics.sort((a, b) => b.previousToken.value - a.previousToken.value);
 */
export function headStatistics<Name extends StatisticName>(
  run: Run,
  options: { only: readonly Name[] },
): Promise<Pick<Required<HeadStatistics>, 'layer' | 'head' | Name>[]>;
/**
 * Computes statistics of every head of a run: all but `written`.
 *
 * @param input other ids or words, of the same length as the run's
 * @returns layer by layer, head by head
 */
export function headStatistics(
  run: Run,
  input?: ModelInput | { only?: undefined },
): Promise<HeadStatistics[]>;
export async function headStatistics(run: Run, given?: unknown): Promise<any[]> {
  const there = elsewhere.get(run);
  if (there) return there('headStatistics', [given]);
  const { heads, text, contributions } = partsOf(run);
  const isInput = Array.isArray(given) || (isRecord(given) && 'ids' in given);
  const { only } = isInput ? { only: undefined } : readOptions(given, 'options', OPTIONS);
  const wanted = only === undefined ? STATISTICS.slice(0, -1) : toNames(only);
  const { ids, words } = isInput ? checkText(given) : (text ?? refuseImage());
  const cells = cellsOf(wanted, { ids, words });
  const all = [];
  for (let layer = 0; layer < heads.length; layer++) {
    const { data, shape } = await run.attention({ layer });
    const length = shape[1];
    if (length !== ids.length) {
      throw wrongNumber('input', `the ${length} tokens that the run read`, ids.length);
    }
    const written = wanted.includes('written') ? sharesOf(contributions(layer)) : null;
    for (let head = 0; head < heads[layer]; head++) {
      const map = data.subarray(head * length * length, (head + 1) * length * length);
      all.push({
        ...{ layer, head, ...measure(map, length, wanted, cells) },
        ...(written && { written: { value: written[head], baseline: 1 / heads[layer] } }),
      });
    }
  }
  return all;
}

function toNames(only: unknown) {
  return Array.from(toList(only, 'only', 'an array of names of statistics'), (name, at) => {
    const known = STATISTICS.find((one) => one === name);
    if (known === undefined)
      throw wrongKind(`only[${at}]`, `one of ${STATISTICS.join(', ')}`, name);
    return known;
  });
}

function refuseImage(): never {
  throw new TypeError('run: expected the run of a text, got that of an image');
}

function checkText(input: unknown): Text {
  const { ids, words = [] } = isRecord(input) ? input : { ids: input };
  const list = (value: unknown) =>
    Array.from(toList(value, 'input', 'the result of tokenize()')) as number[];
  return { ids: list(ids), words: list(words) };
}

/** Lists the cells of each wanted measure. */
function cellsOf(wanted: readonly string[], { ids, words }: Text): Cells[] {
  const separator: Measure = (_, j) => words[j] === -1;
  const byToken: Record<string, Measure> = { separator, ...BY_TOKEN };
  const { length } = ids;
  const all: Record<string, Measure> = { ...BY_POSITION, ...byToken };
  return Object.entries(all)
    .filter(([name]) => wanted.includes(name))
    .map(([name, counts]) => {
      const begins = new Uint32Array(length + 1);
      const keys: number[] = [];
      let queries = 0;
      for (let i = 0; i < length; i++) {
        for (let j = 0; j < length; j++) if (counts(i, j, ids)) keys.push(j);
        begins[i + 1] = keys.length;
        if (keys.length > begins[i]) queries++;
      }
      return { name, isByToken: name in byToken, begins, keys: Uint32Array.from(keys), queries };
    });
}

/** The results of one pass over a head's map. */
interface Pass {
  /** number of each row's keys with a weight */
  seen: Float64Array;
  /** mean weight of the cells with a weight at each distance: from key j to query i at `length + j - i` */
  means: Float64Array;
  distance: Statistic;
}

function passOver(map: Float32Array, length: number): Pass {
  const seen = new Float64Array(length);
  const means = new Float64Array(2 * length);
  const counts = new Float64Array(2 * length);
  const distance = { value: 0, baseline: 0 };
  for (let i = 0, at = 0; i < length; i++) {
    let [count, away, value] = [0, 0, 0];
    for (let j = 0, d = length - i; j < length; j++, d++, at++) {
      const weight = map[at];
      const apart = i < j ? j - i : i - j;
      value += weight * apart;
      if (!(weight > 0)) continue;
      count++;
      away += apart;
      means[d] += weight;
      counts[d]++;
    }
    seen[i] = count;
    distance.value += value;
    if (count > 0) distance.baseline += away / count;
  }
  for (let d = 0; d < means.length; d++) means[d] /= counts[d] || 1;
  return { seen, means, distance };
}

/** The statistics of a map, all as means over rows. The baseline of most has equal weights on each row's keys with a weight. */
function measure(
  map: Float32Array,
  length: number,
  wanted: readonly string[],
  cells: readonly Cells[],
) {
  const { seen, means, distance } = passOver(map, length);
  const measured: Record<string, Statistic> = {};
  const add = (name: string, { value, baseline }: Statistic, rows: number) => {
    measured[name] = { value: value / (rows || 1), baseline: baseline / (rows || 1) };
  };
  if (wanted.includes('entropy')) {
    const baseline = seen.reduce((sum, count) => sum + (count > 0 ? logarithm(count) : 0), 0);
    add('entropy', { value: 0 - sumOfLogarithms(map), baseline }, length);
  }
  if (wanted.includes('distance')) add('distance', distance, length);
  for (const { name, isByToken, begins, keys, queries } of cells) {
    let [value, baseline] = [0, 0];
    for (let i = 0; i < length; i++) {
      if (begins[i] === begins[i + 1]) continue;
      const total = isByToken ? totalOf(map, length, i, means) : 0;
      for (let k = begins[i]; k < begins[i + 1]; k++) {
        const weight = map[i * length + keys[k]];
        value += weight;
        if (!(weight > 0)) continue;
        baseline += isByToken ? means[length + keys[k] - i] / total : 1 / seen[i];
      }
    }
    add(name, { value, baseline }, queries);
  }
  return measured;
}

/** The sum of the mean weights of a row's distances, over its keys with a weight. */
function totalOf(map: Float32Array, length: number, i: number, means: Float64Array) {
  let total = 0;
  for (let j = 0, at = i * length; j < length; j++, at++) {
    if (map[at] > 0) total += means[length + j - i];
  }
  return total;
}

/**
 * The mean length of each head's contributions to a row, divided by the sum over the heads.
 *
 * @param contributions (H, L, D)
 */
function sharesOf({ data, shape: [heads, rows, width] }: PlainTensor) {
  const lengths = Array.from({ length: heads }, (_, head) => {
    let sum = 0;
    for (let i = 0; i < rows; i++) {
      let square = 0;
      const at = (head * rows + i) * width;
      for (let j = 0; j < width; j++) square += data[at + j] * data[at + j];
      sum += Math.sqrt(square);
    }
    return sum;
  });
  const sum = lengths.reduce((a, b) => a + b, 0);
  return lengths.map((length) => (sum > 0 ? length / sum : 0));
}
