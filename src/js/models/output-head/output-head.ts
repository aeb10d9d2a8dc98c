// Computes a model's output head from the rows of its last block: logits, or one vector of a text.

import { Tensor } from '../../arguments/tensor-class.ts';
import type { Head, Linear, Pool, PoolStep, RowStep } from '../description.ts';
import type { Buffer } from '../model-engine.ts';
import type { Numbers } from '../saved-attention.ts';
import type { Opened } from '../model.ts';

/** The token ids that the model read */
interface Read {
  /** of the stack before the head */
  ids?: readonly number[];
  /** of the encoder before that stack */
  encoded?: readonly number[];
}

const SMALLEST = 1e-12; // the smallest divisor of a vector's length

/**
 * @param x (rows, D)
 * @returns null: the text has no row that the head needs
 */
export function headOf(
  opened: Opened,
  head: Head,
  x: Buffer,
  rows: number,
  read: Read,
): Numbers | null {
  const { engine, weights, description } = opened;
  let [from, count, width] = [x, rows, description.embedDim];
  for (const [i, step] of head.steps.entries()) {
    const size = count * width;
    const name = `head ${i}`;
    if ('pool' in step) {
      const pooled = pool(step, engine.read(from, size), width);
      [from, count, width] = [engine.put(name, pooled), 1, pooled.length];
    } else if ('row' in step) {
      const at = rowOf(step, read, count);
      if (at < 0) return null;
      const values = engine.read(from, size);
      from = engine.put(name, values.slice(at * width, (at + 1) * width));
      count = 1;
    } else if ('normalize' in step) {
      from = engine.put(name, normalizeLength(engine.read(from, size)));
    } else if ('width' in step) {
      const first = engine.read(from, size).slice(0, step.width);
      [from, width] = [engine.put(name, first), first.length];
    } else if ('average' in step) {
      from = average(opened, step.average, from, width, name);
      [count, width] = [1, from.size];
    } else if ('linear' in step) {
      const { weight, bias } = weights.linear(step.linear);
      const out = engine.buffer(name, count * weight.rows);
      engine.multiply(weight, bias, from, count, out);
      [from, width] = [out, weight.rows];
    } else if ('activation' in step) engine.activate(step.activation, from, null, size, from);
    else if ('norm' in step) engine.normalize(weights.norm(step.norm), from, count, width, from);
    else if ('scale' in step) {
      from = engine.put(name, engine.read(from, size));
      engine.scale(step.scale, size, from);
    } else {
      engine.scale(1 / step.softcap, size, from);
      engine.activate('tanh', from, null, size, from);
      engine.scale(step.softcap, size, from);
    }
  }
  const data = engine.read(from, count * width);
  if (head.kind === 'classes') return new Tensor(data, [width]);
  return new Tensor(data, width === 1 ? [count] : [count, width]);
}

/** The mean over linear maps, each applied to the row of the same index. */
function average(
  { engine, weights }: Opened,
  linears: readonly Linear[],
  x: Buffer,
  width: number,
  name: string,
): Buffer {
  const [{ rows: size }] = linears.map(({ weight }) => weights.matrix(weight));
  const sum = engine.buffer(name, size);
  for (const [i, one] of linears.entries()) {
    const { weight, bias } = weights.linear(one);
    const row = engine.part(x, i * width, width);
    const out = i === 0 ? sum : engine.buffer(`${name} of a row`, size);
    engine.multiply(weight, bias, row, 1, out);
    if (i > 0) engine.add(out, size, sum);
  }
  engine.scale(1 / linears.length, size, sum);
  return engine.part(sum, 0, size);
}

/** Pools rows into one vector, or several vectors that are concatenated. */
function pool({ pool: kinds, except = 0 }: PoolStep, rows: Float32Array, width: number) {
  const out = new Float32Array(kinds.length * width);
  for (const [i, kind] of kinds.entries()) {
    for (let j = 0; j < width; j++) {
      const from = kind === 'mean of the others' ? (1 + except) * width : 0;
      out[i * width + j] = POOL[kind](column(rows, from + j, width));
    }
  }
  return out;
}

function column(rows: Float32Array, first: number, width: number) {
  const values = [];
  for (let at = first; at < rows.length; at += width) values.push(rows[at]);
  return values;
}

const sum = (values: readonly number[], weight: (at: number) => number = () => 1) =>
  values.reduce((all, value, at) => all + weight(at) * value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

const POOL: Record<Pool, (values: readonly number[]) => number> = {
  first: (values) => values[0],
  last: (values) => values[values.length - 1],
  max: (values) => values.reduce((most, value) => Math.max(most, value), -Infinity),
  mean,
  'mean of the others': mean,
  'root mean': (values) => sum(values) / Math.sqrt(values.length),
  'weighted mean': (values) =>
    sum(values, (at) => at + 1) / ((values.length * (values.length + 1)) / 2),
};

function normalizeLength(row: Float32Array) {
  let square = 0;
  for (const value of row) square += value * value;
  const by = Math.max(Math.sqrt(square), SMALLEST);
  return row.map((value) => value / by);
}

/**
 * The index of the row that a step needs.
 *
 * @returns -1: there is no such row
 */
function rowOf({ row, id }: RowStep, { ids, encoded }: Read, rows: number): number {
  if (row === 'end') return encoded?.length === rows && id !== null ? encoded.lastIndexOf(id) : -1;
  if (id === null) return rows - 1;
  let at = rows - 1;
  while (at > 0 && ids?.[at] === id) at--;
  return at;
}
