// Questions about maps alone: two runs compared, rollout over layers, and positions tied to positions. A run may be in a worker.

import { wrongKind, wrongNumber } from '../../arguments/errors.ts';
import {
  optionNames,
  readNested,
  readOptions,
  toInteger,
  toList,
  toNumber,
  toWord,
} from '../../arguments/options.ts';
import { Tensor } from '../../arguments/tensor-class.ts';
import { layersOf } from '../run-parts.ts';
import { makePause } from '../yield-to-page.ts';
import type { FloatTensor } from '../../types/index.ts';
import type { Alignment, MovedHead, Run } from '../../types/models.ts';

const ROLLOUT = optionNames('residual');
const ALIGN = optionNames('heads', 'pairs', 'kind');
const HEAD = optionNames('layer', 'head');

/** How far each head's map moved from one run to another: the mean total variation of its rows. */
export async function movedHeads(a: Run, b: Run): Promise<MovedHead[]> {
  const [layers, others] = [layersOf(a, 'a'), layersOf(b, 'b')];
  if (layers !== others) throw wrongNumber('b', `a run of ${layers} layers`, others);
  const pause = makePause(null);
  const all: MovedHead[] = [];
  for (let layer = 0; layer < layers; layer++) {
    const [one, other] = [await a.attention({ layer }), await b.attention({ layer })];
    if (String(one.shape) !== String(other.shape)) {
      const shapes = [one, other].map(({ shape }) => `(${shape.join(', ')})`);
      throw new RangeError(
        `b: expected maps of shape ${shapes[0]} in layer ${layer}, got ${shapes[1]}`,
      );
    }
    const [heads, rows, columns] = one.shape;
    for (let head = 0; head < heads; head++) {
      const begin = head * rows * columns;
      let sum = 0;
      for (let i = begin; i < begin + rows * columns; i++) {
        sum += Math.abs(one.data[i] - other.data[i]);
      }
      all.push({ layer, head, moved: sum / 2 / rows });
      await pause();
    }
  }
  return all;
}

/** The product of the layers' mean maps, each mixed with the identity; (L, L). */
export async function rolledOut(run: Run, options: unknown): Promise<FloatTensor> {
  const given = readOptions(options, 'options', ROLLOUT);
  const residual = toNumber(given.residual, 'residual', 0.5, { most: 1 });
  const pause = makePause(null);
  let product: Float64Array | null = null;
  let length = 0;
  for (let layer = 0; layer < layersOf(run, 'run'); layer++) {
    const { data, shape } = await run.attention({ layer });
    const [heads] = shape;
    length = shape[1];
    const size = length * length;
    const mixed = new Float64Array(size);
    for (let i = 0; i < data.length; i++) mixed[i % size] += ((1 - residual) * data[i]) / heads;
    for (let i = 0; i < length; i++) mixed[i * length + i] += residual;
    product = product === null ? mixed : await multiply(mixed, product, length, pause);
  }
  return new Tensor(Float32Array.from(product ?? []), [length, length]);
}

async function multiply(
  a: Float64Array,
  b: Float64Array,
  size: number,
  pause: () => Promise<void>,
) {
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    await pause();
    for (let k = 0; k < size; k++) {
      const value = a[i * size + k];
      if (value === 0) continue;
      for (let j = 0; j < size; j++) out[i * size + j] += value * b[k * size + j];
    }
  }
  return out;
}

/** Links from each position of the queries to the position of its largest weight. */
export async function aligned(run: Run, options: unknown): Promise<Alignment> {
  const given = readOptions(options, 'options', ALIGN);
  const layers = layersOf(run, 'run');
  const known = given.kind === undefined ? (run.target ? 'cross' : 'self') : given.kind;
  const kind = toWord(known, 'kind', ['cross', 'self']);
  const first = await run.attention({ layer: 0, kind });
  const [, rows, columns] = first.shape;
  const isText = (words: readonly number[] | undefined, at: number) => words?.[at] !== -1;
  const [targets, sources] = [run.target ?? run.input, kind === 'cross' ? run.input : (run.target ?? run.input)]; // prettier-ignore
  const queries = [...Array(rows).keys()].filter((at) => isText(targets?.words, at));
  const keys = [...Array(columns).keys()].filter((at) => isText(sources?.words, at));
  const pairs = given.pairs === undefined ? null : toPairs(given.pairs, rows, columns);
  const chosen = given.heads === undefined ? null : toHeads(given.heads, layers, first.shape[0]);
  const map = new Float64Array(rows * columns);
  let best: { links: Link[]; errorRate: number } | null = null;
  let count = 0;
  const pause = makePause(null);
  for (let layer = 0; layer < layers; layer++) {
    const own = chosen?.filter((one) => one.layer === layer).map(({ head }) => head);
    if (own?.length === 0) continue;
    const { data, shape } = await run.attention({ layer, kind });
    for (const head of own ?? Array(shape[0]).keys()) {
      const values = data.subarray(head * map.length, (head + 1) * map.length);
      if (chosen === null && pairs) {
        const links = linksOf(values, columns, queries, keys);
        const errorRate = errorRateOf(links, pairs);
        if (best === null || errorRate < best.errorRate) best = { links, errorRate };
      }
      for (let i = 0; i < map.length; i++) map[i] += values[i];
      count++;
      await pause();
    }
  }
  if (best) return best;
  const links = linksOf(
    map.map((value) => value / count),
    columns,
    queries,
    keys,
  );
  return { links, ...(pairs && { errorRate: errorRateOf(links, pairs) }) };
}

type Link = [target: number, source: number, share: number];

/** A link for each query whose row is not empty, to its largest weight, the first of equal ones. */
function linksOf(
  map: Float32Array | Float64Array,
  columns: number,
  queries: readonly number[],
  keys: readonly number[],
): Link[] {
  return queries.flatMap((query): Link[] => {
    let best = -1;
    let share = 0;
    for (const key of keys) {
      const value = map[query * columns + key];
      if (value > share) [best, share] = [key, value];
    }
    return best < 0 ? [] : [[query, best, share]];
  });
}

/** AER of Och and Ney (2003), with all given pairs sure: 1 - 2 |links and pairs| / (|links| + |pairs|). */
function errorRateOf(links: readonly Link[], pairs: readonly (readonly [number, number])[]) {
  const sure = new Set(pairs.map((pair) => pair.join()));
  const right = links.filter(([target, source]) => sure.has(`${target},${source}`)).length;
  return 1 - (2 * right) / (links.length + sure.size);
}

/** Checks pairs of a row and a column. */
export function toPairs(pairs: unknown, rows: number, columns: number): [number, number][] {
  const list = Array.from(toList(pairs, 'pairs', 'an array of [target, source]'));
  if (list.length === 0) throw wrongNumber('pairs', 'at least one pair', pairs);
  return list.map((pair, at) => {
    const both = Array.from(toList(pair, `pairs[${at}]`, 'two positions'));
    if (both.length !== 2) throw wrongNumber(`pairs[${at}]`, 'two positions', pair);
    return [
      toInteger(both[0], `pairs[${at}][0]`, 0, rows - 1),
      toInteger(both[1], `pairs[${at}][1]`, 0, columns - 1),
    ];
  });
}

function toHeads(heads: unknown, layers: number, count: number) {
  const list = Array.from(toList(heads, 'heads', 'an array of { layer, head }'));
  if (list.length === 0) throw wrongKind('heads', 'at least one head', heads);
  return list.map((one, at) => {
    const given = readNested(one, `heads[${at}]`, HEAD);
    return {
      layer: toInteger(given.layer, `heads[${at}].layer`, 0, layers - 1),
      head: toInteger(given.head, `heads[${at}].head`, 0, count - 1),
    };
  });
}
