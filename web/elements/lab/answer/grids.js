// Views of the matrices inside an answer's arrays. They copy nothing and compute nothing.

import { MATRICES, nameCell } from './cells.js';
import { isMasked } from './question.js';
import { placeOfWeight } from './weights.js';

/**
 * @typedef {import('./answer.js').Trace} Trace
 * @typedef {import('./answer.js').Answer} Answer
 *
 * @typedef {object} Grid
 * @property {string} matrix
 * @property {number | null} head
 * @property {Float32Array} data
 * @property {number} offset of the first number
 * @property {number} rows
 * @property {number} columns
 * @property {number} rowStride
 * @property {number} columnStride
 * @property {number} firstRow index of the first row; a part of a matrix does not begin at 0
 * @property {number} firstColumn
 *
 * @typedef {Pick<Grid, 'matrix' | 'head' | 'firstRow' | 'firstColumn'>} Place
 */

/** The matrices that a trace has under the same name, (heads, rows, columns). */
const PER_HEAD = [
  'query',
  'key',
  'normedQuery',
  'normedKey',
  'turnedQuery',
  'turnedKey',
  'value',
  'dotProducts',
  'scores',
  'softcapped',
  'distances',
  'masked',
  'exponentials',
  'attention',
  'heads',
  'contributions',
];
/** And (rows, columns). */
const SHARED = ['concatenated', 'output', 'sum'];
const WEIGHTS = ['W_Q', 'W_K', 'W_V', 'W_O', 'b_Q', 'b_K', 'b_V', 'b_O'];

/** Caches the grids of each answer: a number has hundreds of terms, requested one by one. */
const grids = /** @type {WeakMap<Answer, Map<string, Grid | null>>} */ (new WeakMap());

/**
 * The whole of a matrix; null where this answer has none.
 * @param {Answer} answer
 * @param {string} matrix
 * @param {number | null} head
 * @returns {Grid | null}
 */
export function gridOf(answer, matrix, head) {
  const known = grids.get(answer) ?? new Map();
  if (known.size === 0) grids.set(answer, known);
  const name = `${matrix}.${head}`;
  const grid = known.get(name);
  if (grid !== undefined) return grid;
  const made = makeGrid(answer, matrix, head);
  known.set(name, made);
  return made;
}

/**
 * @param {Answer} answer
 * @param {string} matrix
 * @param {number | null} head
 * @returns {Grid | null}
 */
function makeGrid({ trace, question }, matrix, head) {
  if (!trace || !Object.hasOwn(MATRICES, matrix)) return null;
  const at = { matrix, head, firstRow: 0, firstColumn: 0 };
  if (PER_HEAD.includes(matrix)) {
    const tensor = trace[/** @type {'turnedQuery'} */ (matrix)];
    if (!tensor || head === null || head >= question.heads) return null;
    const { data } = tensor;
    const [count, rows, columns] = tensor.shape;
    const offset = Math.floor((head * count) / question.heads) * rows * columns;
    return { ...at, data, offset, rows, columns, rowStride: columns, columnStride: 1 };
  }
  if (SHARED.includes(matrix)) return whole(at, trace[/** @type {'output'} */ (matrix)]);
  const [, ofNorm, ofSecond] = /^(mean|variance|norm)(2?)$/.exec(matrix) ?? [];
  if (ofNorm) return normGrid(at, trace[ofSecond ? 'normed2' : 'normed'], ofNorm);
  if (WEIGHTS.includes(matrix)) return weightGrid(trace, at);
  if (matrix === 'gain' || matrix === 'shift') {
    const data = trace.learned?.[matrix === 'gain' ? 'weight' : 'bias']?.data;
    return data ? whole(at, { data, shape: [1, data.length] }) : null;
  }
  if (matrix === 'gainQ' || matrix === 'gainK') {
    const gain = trace.weights[`${matrix.at(-1)?.toLowerCase()}_norm.weight`];
    return gain ? whole(at, { ...gain, shape: [1, gain.data.length] }) : null;
  }
  const made = trace.made?.grids;
  if (made && Object.hasOwn(made, matrix)) {
    const grid = whole(at, made[matrix]);
    return matrix === 'W_E' ? transposed(grid) : grid;
  }
  const [, name, other] = /^(tokens|positions|x)(2?)$/.exec(matrix) ?? [];
  const embedding = other ? trace.second : trace.first;
  const vectors = embedding?.[/** @type {'positions'} */ (name)];
  if (vectors) return whole(at, vectors);
  if (matrix === 'mask') return { ...at, ...maskOf(question) };
  return null;
}

/**
 * The matrix's head that belongs to a head of the layer: several heads may share keys and values.
 * @param {Answer} answer
 * @param {string} matrix
 * @param {number} head
 */
export function groupOf({ trace, question }, matrix, head) {
  const count = trace?.[/** @type {'key'} */ (matrix)].shape[0] ?? question.heads;
  return Math.floor((head * count) / question.heads);
}

/**
 * @param {Place} at
 * @param {import('./source.js').FloatTensor} tensor (rows, columns)
 * @returns {Grid}
 */
function whole(at, { data, shape: [rows, columns] }) {
  return { ...at, data, offset: 0, rows, columns, rowStride: columns, columnStride: 1 };
}

/**
 * @param {Place} at
 * @param {import('./answer.js').Normed | null} normed
 * @param {string} part of it
 * @returns {Grid | null}
 */
function normGrid(at, normed, part) {
  if (!normed) return null;
  if (part === 'norm') return whole(at, normed.output);
  // a norm of the mean square has no others
  const { data } = normed[/** @type {'mean'} */ (part)] ?? {};
  return data ? whole(at, { data, shape: [data.length, 1] }) : null;
}

/**
 * @param {Trace} trace
 * @param {Place} at
 * @returns {Grid | null} null for a bias that the layer does not have
 */
function weightGrid({ weights }, at) {
  const place = placeOfWeight({ ...at, row: 0, column: 0 }, weights);
  const { name, index: offset, outputs: columns } = place;
  if (offset === Infinity) return null;
  const { data, shape } = weights[name];
  const rows = shape[1] ?? 1;
  return { ...at, data, offset, rows, columns, rowStride: 1, columnStride: rows };
}

/** @type {WeakMap<object, Float32Array>} */
const masks = new WeakMap();

/** @param {import('./answer.js').Question} question */
function maskOf(question) {
  const rows = question.queries.length;
  const columns = (question.keys ?? question.queries).length;
  let data = masks.get(question);
  if (!data) {
    data = Float32Array.from({ length: rows * columns }, (_, at) =>
      isMasked(question, Math.floor(at / columns), at % columns) ? -Infinity : 0,
    );
    masks.set(question, data);
  }
  return { data, offset: 0, rows, columns, rowStride: columns, columnStride: 1 };
}

/**
 * Some columns of a grid, which keep their names.
 * @param {Grid} grid
 * @param {number} first
 * @param {number} count
 * @returns {Grid}
 */
export function columnsOf(grid, first, count) {
  return {
    ...grid,
    offset: grid.offset + first * grid.columnStride,
    columns: Math.max(0, Math.min(count, grid.columns - first)),
    firstColumn: grid.firstColumn + first,
  };
}

/**
 * The same numbers with rows and columns exchanged.
 * @param {Grid} grid
 * @returns {Grid}
 */
export function transposed(grid) {
  return {
    ...grid,
    rows: grid.columns,
    columns: grid.rows,
    rowStride: grid.columnStride,
    columnStride: grid.rowStride,
    firstRow: grid.firstColumn,
    firstColumn: grid.firstRow,
  };
}

/**
 * @param {Grid} grid
 * @param {number} row
 * @param {number} column
 */
export function numberAt(grid, row, column) {
  return grid.data[grid.offset + row * grid.rowStride + column * grid.columnStride];
}

/** @type {WeakMap<Float32Array, Map<string, number>>} */
const largest = new WeakMap();

/**
 * The size of the largest number of a grid that is finite. Matrices of millions of numbers are read in their order, and once.
 * @param {Grid} grid
 */
export function largestOf({ data, offset, rows, columns, rowStride, columnStride }) {
  const known = largest.get(data) ?? new Map();
  const key = [offset, rows, columns, rowStride, columnStride].join(' ');
  if (known.has(key)) return known.get(key);
  const isTurned = rowStride < columnStride;
  const [outer, inner] = isTurned ? [columns, rows] : [rows, columns];
  const [far, near] = isTurned ? [columnStride, rowStride] : [rowStride, columnStride];
  let most = 0;
  for (let i = 0; i < outer; i++) {
    for (let j = 0, at = offset + i * far; j < inner; j++, at += near) {
      const size = Math.abs(data[at]);
      if (size > most && size < Infinity) most = size;
    }
  }
  largest.set(data, known.set(key, most));
  return most;
}

/**
 * One number of an answer by its name; null for an unknown name.
 * @param {Answer} answer
 * @param {import('./cells.js').Cell} cell
 */
export function numberOf(answer, { matrix, head, row, column }) {
  const grid = gridOf(answer, matrix, head);
  if (!grid || row >= grid.rows || column >= grid.columns) return null;
  return numberAt(grid, row, column);
}

/**
 * The name of a cell of a grid. `turned` says that the grid is the transposed one.
 * @param {Grid} grid
 * @param {number} row
 * @param {number} column
 * @param {boolean} [turned]
 */
export function cellAt({ matrix, head, firstRow, firstColumn }, row, column, turned = false) {
  const [r, c] = [firstRow + row, firstColumn + column];
  return nameCell({ matrix, head, row: turned ? c : r, column: turned ? r : c });
}
