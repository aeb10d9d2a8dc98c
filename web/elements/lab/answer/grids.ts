// Grids: views of the matrices inside an answer's arrays, without copies.

import { nameCell } from './cells.ts';
import { matrixOf } from './matrices.ts';
import { isMasked } from './question.ts';
import { LAYOUT, placeOfWeight } from './weights.ts';
import type { PlainTensor } from './source.ts';
import type { Answer, Normed, Question, Trace } from './answer.ts';
import type { Cell } from './cells.ts';

export interface Grid {
  matrix: string;
  head: number | null;
  data: Float32Array;
  /** offset of the first number */
  offset: number;
  rows: number;
  columns: number;
  rowStride: number;
  columnStride: number;
  /** index of the first row, for a part of a matrix */
  firstRow: number;
  firstColumn: number;
}

type Place = Pick<Grid, 'matrix' | 'head' | 'firstRow' | 'firstColumn'>;

/** Matrices that a trace has under the same name, (rows, columns). */
const SHARED = ['concatenated', 'output', 'sum'];

/** Caches the grids of each answer: a number has hundreds of terms, requested one by one. */
const grids = new WeakMap() as WeakMap<Answer, Map<string, Grid | null>>;

/** A whole matrix; null where this answer has none. */
export function gridOf(answer: Answer, matrix: string, head: number | null): Grid | null {
  const known = grids.get(answer) ?? new Map();
  if (known.size === 0) grids.set(answer, known);
  const name = `${matrix}.${head}`;
  const grid = known.get(name);
  if (grid !== undefined) return grid;
  const made = makeGrid(answer, matrix, head);
  known.set(name, made);
  return made;
}

function makeGrid({ trace, question }: Answer, matrix: string, head: number | null): Grid | null {
  const known = matrixOf(matrix);
  if (!trace || !known) return null;
  const at = { matrix, head, firstRow: 0, firstColumn: 0 };
  if (known.perHead) {
    const tensor = trace[matrix as 'softcapped'];
    if (!tensor || head === null || head >= question.heads) return null;
    const { data } = tensor;
    const [count, rows, columns] = tensor.shape;
    const offset = Math.floor((head * count) / question.heads) * rows * columns;
    return { ...at, data, offset, rows, columns, rowStride: columns, columnStride: 1 };
  }
  if (SHARED.includes(matrix)) return whole(at, trace[matrix as 'output']);
  const [, ofNorm, ofSecond] = /^(mean|variance|norm)(2?)$/.exec(matrix) ?? [];
  if (ofNorm) return normGrid(at, trace[ofSecond ? 'normed2' : 'normed'], ofNorm);
  if (Object.hasOwn(LAYOUT, matrix)) return weightGrid(trace, at);
  if (matrix === 'gain' || matrix === 'shift') {
    const data = trace.learned?.[matrix === 'gain' ? 'weight' : 'bias']?.data;
    return data ? whole(at, { data, shape: [1, data.length] }) : null;
  }
  const [, learned, letter] = /^(gain|shift)([QK])$/.exec(matrix) ?? [];
  if (learned) {
    const name = `${letter.toLowerCase()}_norm.${learned === 'gain' ? 'weight' : 'bias'}`;
    return Object.hasOwn(trace.weights, name)
      ? whole(at, { ...trace.weights[name], shape: [1, trace.weights[name].data.length] })
      : null;
  }
  const made = trace.made?.grids;
  if (made && Object.hasOwn(made, matrix)) {
    const grid = whole(at, made[matrix]);
    return /^W_[E12]$/.test(matrix) ? transposed(grid) : grid;
  }
  const [, name, other] = /^(tokens|positions|x)(2?)$/.exec(matrix) ?? [];
  const embedding = other ? trace.second : trace.first;
  const vectors = embedding?.[name as 'positions'];
  if (vectors) return whole(at, vectors);
  if (matrix === 'mask') return { ...at, ...maskOf(question) };
  return null;
}

/**
 * The index of the matrix's head for a head of the layer: several heads may have one key and value
 * head in common.
 */
export function groupOf({ trace, question }: Answer, matrix: string, head: number) {
  const count = trace?.[matrix as 'key'].shape[0] ?? question.heads;
  return Math.floor((head * count) / question.heads);
}

/** @param tensor (rows, columns) */
function whole(at: Place, { data, shape: [rows, columns] }: PlainTensor): Grid {
  return { ...at, data, offset: 0, rows, columns, rowStride: columns, columnStride: 1 };
}

/** @param part name of a part of the norm */
function normGrid(at: Place, normed: Normed | null, part: string): Grid | null {
  if (!normed) return null;
  if (part === 'norm') return whole(at, normed.output);
  // an RMS norm has no mean
  const { data } = normed[part as 'mean'] ?? {};
  return data ? whole(at, { data, shape: [data.length, 1] }) : null;
}

/** @returns null for a bias that the layer does not have */
function weightGrid({ weights }: Trace, at: Place): Grid | null {
  const place = placeOfWeight({ ...at, row: 0, column: 0 }, weights);
  const { name, index: offset, outputs: columns } = place;
  if (offset === Infinity) return null;
  const { data, shape } = weights[name];
  const rows = shape[1] ?? 1;
  return { ...at, data, offset, rows, columns, rowStride: 1, columnStride: rows };
}

const masks: WeakMap<object, Float32Array> = new WeakMap();

function maskOf(question: Question) {
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

/** Some columns of a grid, which keep their names. */
export function columnsOf(grid: Grid, first: number, count: number): Grid {
  return {
    ...grid,
    offset: grid.offset + first * grid.columnStride,
    columns: Math.max(0, Math.min(count, grid.columns - first)),
    firstColumn: grid.firstColumn + first,
  };
}

/** The same numbers with rows and columns exchanged. */
export function transposed(grid: Grid): Grid {
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

export function numberAt(grid: Grid, row: number, column: number) {
  return grid.data[grid.offset + row * grid.rowStride + column * grid.columnStride];
}

const largest: WeakMap<Float32Array, Map<string, number>> = new WeakMap();

/**
 * The largest magnitude of a grid's finite numbers. Matrices of millions of numbers are read in
 * order, and once.
 */
export function largestOf({ data, offset, rows, columns, rowStride, columnStride }: Grid) {
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

/** One number of an answer by its name; null for an unknown name, and for a number of another layer. */
export function numberOf(answer: Answer, { matrix, head, row, column, layer }: Cell) {
  const grid = gridOf(answer, matrix, head);
  if (!grid || layer !== undefined || row >= grid.rows || column >= grid.columns) return null;
  return numberAt(grid, row, column);
}

/** The name of a cell of a grid. `turned` means that the grid is transposed. */
export function cellAt(
  { matrix, head, firstRow, firstColumn }: Grid,
  row: number,
  column: number,
  turned: boolean = false,
) {
  const [r, c] = [firstRow + row, firstColumn + column];
  return nameCell({ matrix, head, row: turned ? c : r, column: turned ? r : c });
}
