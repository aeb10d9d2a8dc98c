// One score q · k as a sum over pairs of parts: where the query comes from, and where the key comes from. Both are linear in the
// stream but for norms, which count by the factor that they had, so the products of parts add up to the score.

import { HeadwiseError } from '../../arguments/errors.ts';
import { optionNames, readOptions, toInteger, toWord } from '../../arguments/options.ts';
import { Tensor } from '../../arguments/tensor-class.ts';
import { toHead } from '../run-arguments.ts';
import { factorsOf, linearOf, partsAt } from './parts.ts';
import type { Rotary } from '../description.ts';
import type { Part, ScoreParts } from '../../types/models.ts';
import type { Inner } from './inner.ts';
import type { Label, Parts } from './parts.ts';

const AT = optionNames('layer', 'head', 'query', 'key', 'by');

/** A cell of a head's map. */
interface Cell {
  layer: number;
  head: number;
  query: number;
  key: number;
}

/** A part's query or key, (E); null: a part that is no vector. */
type Side = { label: Label; vector: Float64Array | null }[];

export async function scorePartsOf(inner: Inner, at: unknown): Promise<ScoreParts> {
  const { query, key, by, ...place } = readOptions(at, 'at', AT);
  const last = inner.length - 1;
  const cell: Cell = {
    ...toHead(place, inner.self),
    query: toInteger(query, 'query', 0, last),
    key: toInteger(key, 'key', 0, last),
  };
  const how = by === undefined ? 'part' : toWord(by, 'by', ['part', 'layer']);
  for (const name of ['query', 'key'] as const) expectComputed(inner, cell, name);
  const parts = await partsAt(inner, [cell.query, cell.key], cell.layer, 'scoreParts');
  const { before } = inner.blocks[cell.layer].around;
  if (before) parts.normalize(factorsOf(inner.opened, before, parts.width));
  const sideOf = async (name: 'query' | 'key'): Promise<Side> => {
    const own = parts.pick([name === 'query' ? 0 : 1]);
    await project(inner, own, cell, name);
    const all = own.terms.map(({ label, values }) => ({ label, vector: values }));
    return how === 'layer' ? joined(all) : all;
  };
  const [queries, keys] = [await sideOf('query'), await sideOf('key')];
  const { score, relative } = scoreOf(inner, cell);
  if (relative !== null) {
    for (const side of [queries, keys]) side.push({ label: { kind: 'relative' }, vector: null });
  }
  const { scale } = inner.blocks[cell.layer].attention;
  const values = Float32Array.from({ length: queries.length * keys.length }, (_, index) => {
    const one = queries[Math.floor(index / keys.length)].vector;
    const other = keys[index % keys.length].vector;
    if (one && other) return scale * product(one, other);
    return one || other ? 0 : (relative as number);
  });
  const sum = (cells: readonly number[]) => cells.reduce((all, index) => all + values[index], 0);
  const counted = (side: Side, cellsOf: (which: number) => number[]) =>
    side.map(({ label }, which): Part => ({ ...label, value: sum(cellsOf(which)) }));
  return {
    score,
    queries: counted(queries, (i) => keys.map((_, j) => i * keys.length + j)),
    keys: counted(keys, (j) => queries.map((_, i) => i * keys.length + j)),
    values: new Tensor(values, [queries.length, keys.length]),
    rest: score - sum([...values.keys()]),
  };
}

/** @throws {HeadwiseError} 'unsupported' for a query or a key that a caller gave */
function expectComputed({ changes }: Inner, { layer, ...cell }: Cell, name: 'query' | 'key') {
  const row = cell[name];
  const isGiven = changes.replaced.some(
    (one) =>
      one.layer === layer && one.name === name && (one.rows === null || one.rows.includes(row)),
  );
  if (!isGiven) return;
  const text = `scoreParts: the ${name} at position ${row} in layer ${layer} of this run was replaced, so it is no sum of parts`;
  throw new HeadwiseError('unsupported', text);
}

/** Makes of one row of a layer's input a head's query or key, (1, E). */
async function project(
  { opened, blocks, length }: Inner,
  parts: Parts,
  cell: Cell,
  name: 'query' | 'key',
) {
  const part = blocks[cell.layer].attention;
  const { headDim, numHeads, numKvHeads, rotary, clip = 0 } = part;
  const head = name === 'query' ? cell.head : Math.floor(cell.head / (numHeads / numKvHeads));
  const norm = name === 'query' ? part.queryNorm : part.keyNorm;
  const factors = norm && factorsOf(opened, norm, headDim);
  const { weight, bias } = linearOf(opened, part[name]);
  const { width } = parts;
  const isWide = factors ? factors.gain.length > headDim : false;
  const [first, size] = isWide ? [0, weight.length / width] : [head * headDim, headDim];
  await parts.map(weight.subarray(first * width, (first + size) * width), bias && bias.subarray(first, first + size)); // prettier-ignore
  if (clip > 0) {
    const clipped = parts.sum.map((x) => Math.max(-clip, Math.min(clip, x)));
    parts.scale((at) => (parts.sum[at] === 0 ? 1 : clipped[at] / parts.sum[at]));
  }
  if (factors) parts.normalize(factors);
  if (isWide) parts.columns(head * headDim, headDim);
  if (rotary) rotate(opened, parts, rotary, length, cell[name]);
}

/** Rotates each part, as the run rotated their sum. */
function rotate(
  { engine }: Inner['opened'],
  parts: Parts,
  rotary: Rotary,
  length: number,
  position: number,
) {
  const { terms, width } = parts;
  const all = new Float32Array(terms.length * width);
  for (const [at, { values }] of terms.entries()) all.set(values, at * width);
  const x = engine.put('rotated parts', all);
  const { dims, interleaved } = rotary;
  engine.rotate({ ...rotary.of(length), dims, interleaved }, position, x, 1, terms.length, width);
  const rotated = engine.read(x, all.length);
  for (const [at, { values }] of terms.entries()) {
    values.set(rotated.subarray(at * width, (at + 1) * width));
  }
}

/** Heads, biases and MLP of a layer as one part. */
function joined(side: Side): Side {
  const all: Side = [];
  for (const { label, vector } of side) {
    const { layer } = label;
    const known = all.find((one) => layer !== undefined && one.label.layer === layer);
    if (!known) {
      const own = vector && vector.slice();
      all.push({ label: layer === undefined ? label : { kind: 'layer', layer }, vector: own });
    } else vector?.forEach((value, i) => ((known.vector as Float64Array)[i] += value));
  }
  return all;
}

/** The score as the run computed it, before mask and softcap, and the bias by distance in it; null: the model has none. */
function scoreOf({ opened, self }: Inner, { layer, head, query: i, key: j }: Cell) {
  const { query, key, bias, part } = self[layer];
  const [, length, width] = key.shape;
  const kv = Math.floor(head / (query.shape[0] / key.shape[0]));
  const size = length * width;
  const keys = { data: key.data.slice(kv * size, (kv + 1) * size), shape: [1, length, width] };
  const queries = { data: query.row(head, i).slice(), shape: [1, 1, width] };
  const { trace } = opened.engine.attention.scaledDotProductAttention(queries, keys, keys, {
    scale: part.scale,
    trace: true,
  });
  const scaled = trace.scores.data[j];
  const all = bias();
  if (all === null) return { score: scaled, relative: null };
  const relative = all.at(head, i, j);
  return { score: Math.fround(scaled + relative), relative };
}

function product(one: Float64Array, other: Float64Array) {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i];
  return sum;
}
