// The cells of a board, each a change of a run: a head, an attention or an MLP taken away, or a part of another run put in its
// place; and the measure of the changed run, for which only the layers from the changed one on run again.

import { wrongKind } from '../../arguments/errors.ts';
import { Tensor } from '../../arguments/tensor-class.ts';
import { noChanges } from '../run-arguments.ts';
import { logitsOf } from './lens.ts';
import { callMeasure, measureRow, targetOf } from './measure.ts';
import type { Head } from '../description.ts';
import type { Buffer } from '../model-engine.ts';
import type { Changes, Numbers, Replacement } from '../saved-attention.ts';
import type { WeightStore } from '../weight-store.ts';
import type { Measure, Run } from '../../types/models.ts';
import type { Target } from './measure.ts';
import type { Inner } from './inner.ts';

/** The change in each cell of a board. */
export type Spec =
  | { of: 'heads' | 'attentions' | 'mlps'; by: 'zero' | 'mean' | { run: Inner } }
  | { over: 'residual' | 'attentions' | 'mlps' | 'heads' | 'patterns'; from: Inner };

export interface Cells {
  shape: [layers: number, columns: number] | [layers: number];
  /** the changes of a cell; null: they change nothing */
  changes: (index: number) => Promise<Changes | null>;
}

/** @param inner the run that is changed */
export function cellsOf(inner: Inner, spec: Spec): Cells {
  const { blocks, length } = inner;
  const layers = blocks.length;
  const heads = blocks[0]?.attention.numHeads ?? 0;
  if ('of' in spec) {
    const { of, by } = spec;
    if (of !== 'heads')
      return { shape: [layers], changes: (layer) => awayPart(inner, layer, of, by) };
    const changes = async (index: number) =>
      awayHead(inner, Math.floor(index / heads), index % heads, by);
    return { shape: [layers, heads], changes };
  }
  const { over, from } = spec;
  if (over === 'heads' || over === 'patterns') {
    const put = over === 'heads' ? putHead : putPattern;
    const changes = async (index: number) =>
      put(inner, from, Math.floor(index / heads), index % heads);
    return { shape: [layers, heads], changes };
  }
  let known: { layer: number; rows: Promise<[Numbers, Numbers]> } | null = null;
  const changes = async (index: number) => {
    const layer = Math.floor(index / length);
    if (over === 'mlps' && !blocks[layer].mlp) return null;
    if (known?.layer !== layer) {
      known = {
        layer,
        rows: Promise.all([addedRows(inner, layer, over), addedRows(from, layer, over)]),
      };
    }
    return putRow(...(await known.rows), layer, index % length, over);
  };
  return { shape: [layers, length], changes };
}

type By = 'zero' | 'mean' | { run: Inner };

const change = (one: Replacement): Changes => ({ removed: [], replaced: [one] });

function awayHead(inner: Inner, layer: number, head: number, by: By): Changes | null {
  if (by === 'zero') return { removed: [{ layer, head }], replaced: [] };
  const { data, shape } = inner.self[layer].heads as Numbers;
  const [, length, width] = shape;
  const size = length * width;
  if (by !== 'mean') return putHead(inner, by.run, layer, head);
  const own = data.subarray(head * size, (head + 1) * size);
  const all = data.slice();
  all.set(meansOf(own, length), head * size);
  return change({ layer, name: 'heads', tensor: new Tensor(all, shape), rows: null });
}

/** The output of an attention or of an MLP becomes zeros, its mean over positions, or its output in another run. */
async function awayPart(
  { again, length, blocks, hidden }: Inner,
  layer: number,
  of: 'attentions' | 'mlps',
  by: By,
): Promise<Changes | null> {
  const name = of === 'mlps' ? 'mlp' : 'attended';
  if (name === 'mlp' && !blocks[layer].mlp) return null;
  const { shape } = hidden[layer];
  const added = async (one: Inner['again']) => (await one.parts(layer))[name] as Numbers;
  const tensor =
    by === 'zero'
      ? new Tensor(new Float32Array(shape[0] * shape[1]), [...shape])
      : by === 'mean'
        ? new Tensor(meansOf((await added(again)).data, length), [...shape])
        : await added(by.run.again);
  return change({ layer, name, tensor, rows: null });
}

/** Each row becomes the mean of all rows. @param rows (length, width) */
function meansOf(rows: Float32Array, length: number): Float32Array {
  const width = rows.length / length;
  const mean = new Float64Array(width);
  for (let i = 0; i < rows.length; i++) mean[i % width] += rows[i] / length;
  return rows.map((_, i) => mean[i % width]);
}

/** The outputs of a head in another run. */
function putHead(inner: Inner, from: Inner, layer: number, head: number): Changes | null {
  const [into, other] = [inner.self[layer].heads as Numbers, from.self[layer].heads as Numbers];
  const size = into.shape[1] * into.shape[2];
  return putOne(into, other.data.subarray(head * size, (head + 1) * size), layer, head);
}

function putOne(into: Numbers, own: Float32Array, layer: number, head: number): Changes | null {
  const { data, shape } = into;
  const at = head * own.length;
  if (own.every((value, i) => value === data[at + i])) return null;
  const all = data.slice();
  all.set(own, at);
  return change({ layer, name: 'heads', tensor: new Tensor(all, shape), rows: null });
}

/** The output of a head with the map of another run, and its own values. */
async function putPattern(
  inner: Inner,
  from: Inner,
  layer: number,
  head: number,
): Promise<Changes | null> {
  const [own, map] = [inner.map(layer, head), from.map(layer, head)];
  if (own.data.every((value, i) => value === map.data[i])) return null;
  const { value, heads } = inner.self[layer];
  const into = heads as Numbers;
  const [count, length, width] = into.shape;
  const kv = Math.floor(head / (count / value.shape[0]));
  const z = new Float32Array(length * width);
  for (let i = 0; i < length; i++) {
    for (let e = 0; e < width; e++) {
      let sum = 0;
      for (let j = 0; j < length; j++) {
        const weight = map.data[i * length + j];
        if (weight !== 0) sum += weight * value.data[(kv * length + j) * width + e];
      }
      z[i * width + e] = sum;
    }
  }
  return putOne(into, z, layer, head);
}

type Over = 'residual' | 'attentions' | 'mlps';
const NAMES = { residual: 'residual', attentions: 'attended', mlps: 'mlp' } as const;

/** The stream that enters a layer, or the rows that its attention or its MLP adds. */
async function addedRows({ hidden, again }: Inner, layer: number, over: Over): Promise<Numbers> {
  if (over === 'residual') return hidden[layer];
  const parts = await again.parts(layer);
  return (over === 'mlps' ? parts.mlp : parts.attended) as Numbers;
}

/** A row of the stream, or of a part's output, of another run. */
function putRow(own: Numbers, other: Numbers, layer: number, row: number, over: Over) {
  const theirs = other.row(row);
  if (own.row(row).every((value, i) => value === theirs[i])) return null;
  return change({ layer, name: NAMES[over], tensor: other, rows: [row] });
}

/** Measures changed runs. */
export interface Measurer {
  base: number;
  /** whether several changed runs of a layer are measured at once */
  atOnce: boolean;
  /** @param variants changes of one layer; null: none */
  measure: (
    variants: readonly (Changes | null)[],
    signal: AbortSignal | null,
  ) => Promise<readonly number[]>;
  close: () => void;
}

/** @param run the handle of `inner` */
export async function measurerOf(inner: Inner, run: Run, measure: Measure): Promise<Measurer> {
  if (typeof measure === 'function') {
    const base = await callMeasure(measure, run);
    const ofRun = async (changes: Changes | null, signal: AbortSignal | null) => {
      if (changes === null) return base;
      const changed = await inner.again.run(changes, signal);
      try {
        return await callMeasure(measure, changed);
      } finally {
        changed.dispose();
      }
    };
    return {
      ...{ base, atOnce: false, close: () => {} },
      measure: async ([changes], signal) => [await ofRun(changes, signal)],
    };
  }
  const target = targetOf(inner, measure);
  const { row } = target;
  const { read, close } = readerOf(inner, target);
  try {
    const [base] = await inner.again.ends([noChanges()], { signal: null, row }, read);
    return {
      ...{ base, atOnce: true, close },
      measure: async (variants, signal) => {
        const some = variants.filter((one) => one !== null);
        const values = some.length > 0 ? await inner.again.ends(some, { signal, row }, read) : [];
        let at = 0;
        return variants.map((one) => (one === null ? base : values[at++]));
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads a measure from the final norm's output: of the head's last map only the rows of the measured tokens are computed. */
function readerOf(
  inner: Inner,
  target: Target,
): { read: (x: Buffer, count: number) => number[]; close: () => void } {
  const { opened } = inner;
  const { engine, weights } = opened;
  const head = opened.description.head as Head;
  const { id, against, isLog, row } = target;
  const last = head.steps.findLast((step) => 'linear' in step);
  // decoded rows have exact products
  if (head.kind !== 'tokens' || !last || (isLog && against === null) || engine.isInt8) {
    const read = (x: Buffer, count: number) =>
      logitsOf(inner, head, x, count, row !== null).map((one) => measureRow(engine, one, target));
    return { read, close: () => {} };
  }
  const { linear } = last;
  const { weight, bias } = weights.linear(linear);
  const ids = against === null ? [id] : [id, against];
  const rows = engine.buffer('measured', ids.length * weight.columns);
  engine.embed(weight, Int32Array.from(ids), rows);
  const values = engine.read(rows, ids.length * weight.columns);
  const own = engine.store('F32', ids.length, weight.columns, new Uint8Array(values.buffer));
  const biases = bias && engine.read(bias, weight.rows);
  const some = {
    linear: (one: typeof linear) => {
      if (one !== linear) return weights.linear(one);
      const place = biases && engine.put('measured bias', Float32Array.from(ids, (at) => biases[at])); // prettier-ignore
      return { weight: own, bias: place && engine.part(place, 0, ids.length) };
    },
    norm: (one: Parameters<WeightStore['norm']>[0]) => weights.norm(one),
  } as WeightStore;
  const short = { ...inner, opened: { ...opened, weights: some } };
  return {
    read: (x, count) =>
      logitsOf(short, head, x, count, true).map(([value, other = 0]) => value - other),
    close: () => engine.core.deleteSlot(own.slot),
  };
}

/** Refuses two runs of which one cannot take the other's numbers. @param name of the other one */
export function expectAlike(one: Inner, other: Inner, name: string) {
  if (one.opened !== other.opened) {
    throw wrongKind(name, 'a run of the same model', 'one of another');
  }
  if (one.length !== other.length) {
    throw new RangeError(`${name}: expected a run of ${one.length} tokens, got ${other.length}`);
  }
}
