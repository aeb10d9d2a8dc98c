// Converts tensors between layouts of frameworks. Moves numbers, changes none.

/** @import { PlainTensor } from '../../src/js/types/index.ts' */

/**
 * (B, L, H * E) becomes (B, H, L, E).
 *
 * @param {PlainTensor} rows
 * @param {number} heads H
 * @returns {PlainTensor}
 */
export function splitHeads({ data, shape }, heads) {
  const [batch, length, total] = shape;
  const width = total / heads;
  const split = new Float32Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const e = at % width;
    const h = Math.floor(at / width) % heads;
    const i = Math.floor(at / total) % length;
    const b = Math.floor(at / (total * length));
    split[((b * heads + h) * length + i) * width + e] = data[at];
  }
  return { data: split, shape: [batch, heads, length, width] };
}

/**
 * Lengthens every row to a number of columns.
 *
 * @template {Float32Array | Uint8Array} Data
 * @param {{ readonly data: Data, readonly shape: readonly number[] }} tensor (..., fewer)
 * @param {number} columns
 * @param {number} filling
 * @returns {{ data: Data, shape: number[] }} (..., columns)
 */
export function padColumns({ data, shape }, columns, filling) {
  const width = shape[shape.length - 1];
  const rows = data.length / width;
  const Numbers = /** @type {{ new (length: number): Data }} */ (data.constructor);
  const padded = new Numbers(rows * columns);
  padded.fill(filling);
  for (let row = 0; row < rows; row++) {
    padded.set(data.subarray(row * width, (row + 1) * width), row * columns);
  }
  return { data: padded, shape: [...shape.slice(0, -1), columns] };
}

/**
 * (B, H, L1, E) and (B, H, L2, E) become (B, H, L1 + L2, E).
 *
 * @param {PlainTensor} first
 * @param {PlainTensor} second
 * @returns {PlainTensor}
 */
export function joinRows(first, second) {
  const [batch, heads, length, width] = first.shape;
  const [one, two] = [length * width, second.shape[2] * width];
  const joined = new Float32Array(first.data.length + second.data.length);
  for (let n = 0; n < batch * heads; n++) {
    joined.set(first.data.subarray(n * one, (n + 1) * one), n * (one + two));
    joined.set(second.data.subarray(n * two, (n + 1) * two), n * (one + two) + one);
  }
  return { data: joined, shape: [batch, heads, length + second.shape[2], width] };
}

/**
 * Rows become columns.
 *
 * @param {PlainTensor} matrix (N, M)
 * @returns {PlainTensor} (M, N)
 */
export function transpose({ data, shape }) {
  const [rows, columns] = shape;
  const turned = data.map((_, at) => data[(at % rows) * columns + Math.floor(at / rows)]);
  return { data: turned, shape: [columns, rows] };
}

/**
 * Identity maps: a layer with them returns attention alone.
 *
 * @param {number} size
 * @param {number} [times] how many of them, one below the other
 * @returns {PlainTensor} (times * size, size)
 */
export function identity(size, times = 1) {
  const data = new Float32Array(times * size * size);
  for (let row = 0; row < times * size; row++) data[row * size + (row % size)] = 1;
  return { data, shape: [times * size, size] };
}

/**
 * @param {...number} shape
 * @returns {PlainTensor}
 */
export function zeros(...shape) {
  const size = shape.reduce((product, axis) => product * axis, 1);
  return { data: new Float32Array(size), shape };
}

/**
 * (B, H, L, E) becomes (B, L, H * E).
 *
 * @param {PlainTensor} split
 * @returns {PlainTensor}
 */
export function mergeHeads({ data, shape }) {
  const [batch, heads, length, width] = shape;
  const rows = new Float32Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const e = at % width;
    const i = Math.floor(at / width) % length;
    const h = Math.floor(at / (width * length)) % heads;
    const b = Math.floor(at / (width * length * heads));
    rows[((b * length + i) * heads + h) * width + e] = data[at];
  }
  return { data: rows, shape: [batch, length, heads * width] };
}
