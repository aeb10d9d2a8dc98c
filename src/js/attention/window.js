// Computes a window of a kept call's maps again, for its rows and columns alone, and pools it: the check of its arguments,
// for the engine and the reference, and the work on a core.

import { wrongKind, wrongNumber } from '../arguments/errors.js';
import {
  optionNames,
  readOptions,
  throwIfAborted,
  toInteger,
  toList,
  toSignal,
} from '../arguments/options.js';
import { bytesOf, Expected, readResults } from '../runtime/results.js';
import { atCaller, atCore } from '../runtime/sides.js';

/** @import { Operation } from '../runtime/operation.js' */
/** @import { Sizes } from './options.js' */

/**
 * The sizes of the maps that a window is a part of.
 *
 * @typedef {object} MapSizes
 * @property {number} batch B
 * @property {number} numHeads H
 * @property {number} rows L
 * @property {number} columns T: all keys, including the layer's extra ones
 */

/**
 * @typedef {object} CheckedWindow
 * @property {number} batch
 * @property {number} head
 * @property {number} rowBegin
 * @property {number} rowEnd not included
 * @property {number} columnBegin
 * @property {number} columnEnd not included
 * @property {number} height of the result; at most the number of rows in the window
 * @property {number} width of the result; at most the number of columns in the window
 * @property {boolean} max whether bins are pooled by their maximum; otherwise by their mean
 * @property {AbortSignal | null} signal
 */

/**
 * @param {Sizes} checked sizes of a call
 * @param {number} extraLen number of keys that the layer appends
 * @returns {MapSizes}
 */
export function mapSizes({ batch, numHeads, queryLen, pastLen, keyLen }, extraLen) {
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

/**
 * @param {MapSizes} sizes
 * @param {unknown} window
 * @returns {CheckedWindow}
 */
export function checkWindow(sizes, window) {
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
 *
 * @param {number} index
 * @param {number} size
 * @param {number} bins
 */
export function binBegin(index, size, bins) {
  return Math.floor((index * size) / bins);
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {number} count
 */
function toIndex(value, name, count) {
  if (count === 0) throw wrongNumber(name, 'maps, but the batch is empty', value);
  return toInteger(value, name, 0, count - 1);
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {number} size
 */
function toRange(value, name, size) {
  const expected = `[begin, end) within [0, ${size}]`;
  const list = toList(value, name, expected);
  if (list.length !== 2) throw wrongNumber(name, expected, value);
  const begin = toInteger(list[0], `${name}[0]`, 0, size);
  return [begin, toInteger(list[1], `${name}[1]`, begin, size)];
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {string} of `rows` or `columns`, for the error
 * @param {number} size
 */
function toBins(value, name, of, size) {
  if (value === undefined) return size;
  const bins = toInteger(value, name, Math.min(1, size));
  if (bins <= size) return bins;
  throw wrongNumber(name, `at most ${size}, the ${of} of the window`, bins);
}

/** @param {unknown} value */
function toReduce(value) {
  if (value === undefined || value === 'mean' || value === 'max') return value;
  throw wrongKind('reduce', "'mean' or 'max'", value);
}

/** @type {Operation} */
export const attentionWindow = {
  name: 'attentionWindow',
  check: atCaller(({ about: { maps } }, [window]) => checkWindow(maps, window)),

  work: atCore(function* (core, /** @type {CheckedWindow} */ checked, kept) {
    const { batch, head, height, width, max } = checked;
    const { rowBegin, rowEnd, columnBegin, columnEnd } = checked;
    const results = { output: new Expected([height, width], 'output') };
    const resultBytes = bytesOf(results);
    const range = { rowBegin, rowEnd, columnBegin, columnEnd };
    const fields = { batch, head, ...range, height, width, pooling: Number(max) };
    core.plan(['window', kept, ...Object.values(fields)], (engine) =>
      engine.planWindow(kept, core.describe('WindowRequest', fields), resultBytes),
    );
    return yield* core.compute(() => readResults(core, results).output);
  }),
};
