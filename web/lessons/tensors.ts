// Slices, transposes and joins tensors without computing numbers.
// The engine computes every number of an experiment.

import type { PlainTensor } from 'headwise';
import type { Engine } from '../elements/shared/engine.ts';
import type { Trace } from '../elements/lab/answer/answer.ts';

export type { Engine, Trace };

/** (rows, columns) */
export type Matrix = PlainTensor;

export function tensorOf(data: ArrayLike<number>, ...shape: number[]): Matrix {
  return { data: data instanceof Float32Array ? data : Float32Array.from(data), shape };
}

/**
 * A trace, if one stored matrix projects queries, keys and values: only its parts can be
 * recombined.
 */
export const withProjection = (trace: Trace | null) =>
  trace && 'in_proj_weight' in trace.weights ? trace : null;

/** Some rows of a matrix. */
export function rowsOf({ data, shape }: Matrix, from: number, count: number) {
  const width = shape[1];
  return tensorOf(data.slice(from * width, (from + count) * width), count, width);
}

/** One row of a matrix. */
export function rowOfMatrix({ data, shape: [, width] }: Matrix, row: number) {
  return data.slice(row * width, (row + 1) * width);
}

/** Some columns of a matrix. */
export function columnsOf({ data, shape }: Matrix, from: number, count: number) {
  const [rows, width] = shape;
  const part = new Float32Array(rows * count);
  for (let row = 0; row < rows; row++) {
    part.set(data.subarray(row * width + from, row * width + from + count), row * count);
  }
  return tensorOf(part, rows, count);
}

/** Some numbers of a vector. */
export function piecesOf({ data }: Matrix, from: number, count: number) {
  return tensorOf(data.slice(from, from + count), count);
}

export function transposed({ data, shape }: Matrix) {
  const [rows, columns] = shape;
  const turned = new Float32Array(data.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      turned[column * rows + row] = data[row * columns + column];
    }
  }
  return tensorOf(turned, columns, rows);
}

/** Matrices of one shape, stacked: (count, rows, columns). */
export function stacked(matrices: readonly Matrix[]) {
  const [rows, columns] = matrices[0].shape;
  const data = new Float32Array(matrices.length * rows * columns);
  matrices.forEach((matrix, i) => data.set(matrix.data, i * rows * columns));
  return tensorOf(data, matrices.length, rows, columns);
}

/** (H, L, E) to (L, H E): a word's heads in one row. */
export function sideBySide({ data }: Matrix, heads: number, length: number, width: number) {
  const rows = new Float32Array(data.length);
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < length; row++) {
      const from = (head * length + row) * width;
      rows.set(data.subarray(from, from + width), (row * heads + head) * width);
    }
  }
  return tensorOf(rows, length, heads * width);
}

/** The same numbers in the same order, with another shape. */
export function reshaped({ data }: Matrix, ...shape: number[]) {
  return tensorOf(data, ...shape);
}

/**
 * One row of one head.
 *
 * @param tensor (H, L, N)
 */
export function rowAt({ data, shape }: Matrix, head: number, row: number) {
  const [, rows, width] = shape;
  const from = (head * rows + row) * width;
  return data.slice(from, from + width);
}

/**
 * One head of a tensor, such as its map.
 *
 * @param attention (H, L, S)
 */
export function headOf({ data, shape }: Matrix, head: number) {
  const [, rows, columns] = shape;
  const size = rows * columns;
  return tensorOf(data.slice(head * size, (head + 1) * size), rows, columns);
}

export function identity(size: number) {
  const data = new Float32Array(size * size);
  for (let i = 0; i < size; i++) data[i * size + i] = 1;
  return tensorOf(data, size, size);
}

/** The number of values in all of these. */
export function countOf(matrices: readonly Matrix[]) {
  return matrices.reduce((sum, { data }) => sum + data.length, 0);
}

/** The difference of two tensors of one shape, computed by the engine. */
export async function differences(
  engine: Engine,
  a: { data: Float32Array },
  b: { data: Float32Array },
): Promise<Float32Array> {
  const count = a.data.length;
  const pairs = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) pairs.set([a.data[i], b.data[i]], 2 * i);
  return (await engine.linear(tensorOf(pairs, count, 2), tensorOf([1, -1], 1, 2))).data;
}

/** The largest difference between two tensors of one shape, and whether all bits are equal. */
export async function compare(
  engine: Engine,
  a: { data: Float32Array },
  b: { data: Float32Array },
) {
  let largest = 0;
  for (const difference of await differences(engine, a, b)) {
    largest = Math.max(largest, Math.abs(difference));
  }
  return { largest, same: sameBits(a.data, b.data) };
}

function sameBits(a: Float32Array, b: Float32Array) {
  const left = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const right = new Uint32Array(b.buffer, b.byteOffset, b.length);
  return left.length === right.length && left.every((bits, i) => bits === right[i]);
}
