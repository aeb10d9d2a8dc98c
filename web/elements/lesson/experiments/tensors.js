// Slices, transposes and joins tensors without computing numbers.
// Whatever is computed in an experiment is asked of the engine.

/**
 * @typedef {import('../../shared/engine.js').Engine} Engine
 * @typedef {import('../../lab/answer/answer.js').Trace} Trace
 * @typedef {import('headwise').FloatTensor} Matrix (rows, columns)
 */

/**
 * @param {ArrayLike<number>} data
 * @param {...number} shape
 * @returns {Matrix}
 */
export function tensorOf(data, ...shape) {
  return { data: data instanceof Float32Array ? data : Float32Array.from(data), shape };
}

/**
 * A trace, if one stored matrix projects queries, keys and values: only its parts can be put together in other ways.
 * @param {Trace | null} trace
 */
export const withProjection = (trace) =>
  trace && 'in_proj_weight' in trace.weights ? trace : null;

/**
 * Some rows of a matrix.
 * @param {Matrix} matrix
 * @param {number} from
 * @param {number} count
 */
export function rowsOf({ data, shape }, from, count) {
  const width = shape[1];
  return tensorOf(data.slice(from * width, (from + count) * width), count, width);
}

/**
 * Some columns of a matrix.
 * @param {Matrix} matrix
 * @param {number} from
 * @param {number} count
 */
export function columnsOf({ data, shape }, from, count) {
  const [rows, width] = shape;
  const part = new Float32Array(rows * count);
  for (let row = 0; row < rows; row++) {
    part.set(data.subarray(row * width + from, row * width + from + count), row * count);
  }
  return tensorOf(part, rows, count);
}

/**
 * Some numbers of a vector.
 * @param {Matrix} vector
 * @param {number} from
 * @param {number} count
 */
export function piecesOf({ data }, from, count) {
  return tensorOf(data.slice(from, from + count), count);
}

/** @param {Matrix} matrix */
export function transposed({ data, shape }) {
  const [rows, columns] = shape;
  const turned = new Float32Array(data.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      turned[column * rows + row] = data[row * columns + column];
    }
  }
  return tensorOf(turned, columns, rows);
}

/**
 * Matrices of one shape behind one another: (count, rows, columns).
 * @param {readonly Matrix[]} matrices
 */
export function stacked(matrices) {
  const [rows, columns] = matrices[0].shape;
  const data = new Float32Array(matrices.length * rows * columns);
  matrices.forEach((matrix, i) => data.set(matrix.data, i * rows * columns));
  return tensorOf(data, matrices.length, rows, columns);
}

/**
 * (H, L, E) to (L, H E): a word's heads in one row.
 * @param {Matrix} matrix
 * @param {number} heads
 * @param {number} length
 * @param {number} width
 */
export function sideBySide({ data }, heads, length, width) {
  const rows = new Float32Array(data.length);
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < length; row++) {
      const from = (head * length + row) * width;
      rows.set(data.subarray(from, from + width), (row * heads + head) * width);
    }
  }
  return tensorOf(rows, length, heads * width);
}

/**
 * The same numbers in the same order, under another shape.
 * @param {Matrix} matrix
 * @param {...number} shape
 */
export function reshaped({ data }, ...shape) {
  return tensorOf(data, ...shape);
}

/**
 * One row of one head.
 * @param {Matrix} tensor (H, L, N)
 * @param {number} head
 * @param {number} row
 */
export function rowAt({ data, shape }, head, row) {
  const [, rows, width] = shape;
  const from = (head * rows + row) * width;
  return data.slice(from, from + width);
}

/**
 * One head's part, such as its map.
 * @param {Matrix} attention (H, L, S)
 * @param {number} head
 */
export function headOf({ data, shape }, head) {
  const [, rows, columns] = shape;
  const size = rows * columns;
  return tensorOf(data.slice(head * size, (head + 1) * size), rows, columns);
}

/** @param {number} size */
export function identity(size) {
  const data = new Float32Array(size * size);
  for (let i = 0; i < size; i++) data[i * size + i] = 1;
  return tensorOf(data, size, size);
}

/**
 * How many numbers there are in all of these.
 * @param {readonly Matrix[]} matrices
 */
export function countOf(matrices) {
  return matrices.reduce((sum, { data }) => sum + data.length, 0);
}

/**
 * One tensor less another of its shape, as the engine computes it.
 * @param {Engine} engine
 * @param {{ data: Float32Array }} a
 * @param {{ data: Float32Array }} b
 * @returns {Promise<Float32Array>}
 */
export async function differences(engine, a, b) {
  const count = a.data.length;
  const pairs = new Float32Array(2 * count);
  for (let i = 0; i < count; i++) pairs.set([a.data[i], b.data[i]], 2 * i);
  return (await engine.linear(tensorOf(pairs, count, 2), tensorOf([1, -1], 1, 2))).data;
}

/**
 * The largest difference between two tensors of one shape, and whether they are the same bit for bit.
 * @param {Engine} engine
 * @param {{ data: Float32Array }} a
 * @param {{ data: Float32Array }} b
 */
export async function compare(engine, a, b) {
  let largest = 0;
  for (const difference of await differences(engine, a, b)) {
    largest = Math.max(largest, Math.abs(difference));
  }
  return { largest, same: sameBits(a.data, b.data) };
}

/**
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
function sameBits(a, b) {
  const left = new Uint32Array(a.buffer, a.byteOffset, a.length);
  const right = new Uint32Array(b.buffer, b.byteOffset, b.length);
  return left.length === right.length && left.every((bits, i) => bits === right[i]);
}
