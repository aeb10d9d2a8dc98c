// Computes a window of a kept call's maps again, for its rows and columns alone, and pools it: the check of its arguments,
// for the engine and the reference, and the work on a core.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  optionNames,
  readOptions,
  throwIfAborted,
  toInteger,
  toList,
  toSignal,
} from '../arguments/options.ts';
import { bytesOf, Expected, readResults } from '../runtime/results.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { Operation } from '../runtime/operation.ts';
import type { Sizes } from './schema.ts';

/** The sizes of the maps that a window is a part of. */
export interface MapSizes {
  /** B */
  batch: number;
  /** H */
  numHeads: number;
  /** L */
  rows: number;
  /** T: all keys, including the layer's extra ones */
  columns: number;
}

export interface CheckedWindow {
  batch: number;
  head: number;
  rowBegin: number;
  /** not included */
  rowEnd: number;
  columnBegin: number;
  /** not included */
  columnEnd: number;
  /** of the result; at most the number of rows in the window */
  height: number;
  /** of the result; at most the number of columns in the window */
  width: number;
  /** whether bins are pooled by their maximum; otherwise by their mean */
  max: boolean;
  signal: AbortSignal | null;
}

/**
 * @param checked sizes of a call
 * @param extraLen number of keys that the layer appends
 */
export function mapSizes(
  { batch, numHeads, queryLen, pastLen, keyLen }: Sizes,
  extraLen: number,
): MapSizes {
  return { batch, numHeads, rows: queryLen, columns: pastLen + keyLen + extraLen };
}

const WINDOW = optionNames(
  'batch',
  'head',
  'rows',
  'columns',
  'width',
  'height',
  'reduce',
  'signal',
);

export function checkWindow(sizes: MapSizes, window: unknown): CheckedWindow {
  if (window === undefined) throw wrongKind('window', 'an object', window);
  const given = readOptions(window, 'window', WINDOW);
  const batch = given.batch === undefined ? 0 : toIndex(given.batch, 'batch', sizes.batch);
  const head = toIndex(given.head, 'head', sizes.numHeads);
  const [rowBegin, rowEnd] = toRange(given.rows, 'rows', sizes.rows);
  const [columnBegin, columnEnd] = toRange(given.columns, 'columns', sizes.columns);
  const checked = {
    batch,
    head,
    rowBegin,
    rowEnd,
    columnBegin,
    columnEnd,
    height: toBins(given.height, 'height', 'rows', rowEnd - rowBegin),
    width: toBins(given.width, 'width', 'columns', columnEnd - columnBegin),
    max: toReduce(given.reduce) === 'max',
    signal: given.signal === undefined ? null : toSignal(given.signal),
  };
  throwIfAborted(checked);
  return checked;
}

/**
 * The first row or column of bin `index`, of `bins` over `size`; each bin ends at the begin of the next. So every cell is in
 * one bin, and the sizes of bins differ by at most one.
 */
export function binBegin(index: number, size: number, bins: number) {
  return Math.floor((index * size) / bins);
}

function toIndex(value: unknown, name: string, count: number) {
  if (count === 0) throw wrongNumber(name, 'maps, but the batch is empty', value);
  return toInteger(value, name, 0, count - 1);
}

function toRange(value: unknown, name: string, size: number) {
  const expected = `[begin, end) within [0, ${size}]`;
  const list = toList(value, name, expected);
  if (list.length !== 2) throw wrongNumber(name, expected, value);
  const begin = toInteger(list[0], `${name}[0]`, 0, size);
  return [begin, toInteger(list[1], `${name}[1]`, begin, size)];
}

/** @param of `rows` or `columns`, for the error */
function toBins(value: unknown, name: string, of: string, size: number) {
  if (value === undefined) return size;
  const bins = toInteger(value, name, Math.min(1, size));
  if (bins <= size) return bins;
  throw wrongNumber(name, `at most ${size}, the ${of} of the window`, bins);
}

function toReduce(value: unknown) {
  if (value === undefined || value === 'mean' || value === 'max') return value;
  throw wrongKind('reduce', "'mean' or 'max'", value);
}

export const attentionWindow: Operation = {
  name: 'attentionWindow',
  check: atCaller(({ about: { maps } }, [window]) => checkWindow(maps, window)),
  results: atHost(windowResults),

  work: atCore(function* (core, checked: CheckedWindow, kept) {
    const { batch, head, height, width, max } = checked;
    const { rowBegin, rowEnd, columnBegin, columnEnd } = checked;
    const results = windowResults(checked);
    const resultBytes = bytesOf(results);
    const range = { rowBegin, rowEnd, columnBegin, columnEnd };
    const fields = { batch, head, ...range, height, width, pooling: Number(max) };
    core.plan(['window', kept, ...Object.values(fields)], (engine) =>
      engine.planWindow(kept, core.describe('WindowRequest', fields), resultBytes),
    );
    return yield* core.compute(() => readResults(core, results));
  }),
};

function windowResults({ height, width }: CheckedWindow) {
  return new Expected([height, width], 'output');
}
