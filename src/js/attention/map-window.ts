// Computes a window of a kept call's maps again, for its rows and columns alone, and pools it: the check of its arguments,
// for the engine and the reference, and the work on a core.

import { wrongKind, wrongNumber } from '../arguments/errors.ts';
import {
  INTEGER,
  option,
  recordOf,
  throwIfAborted,
  toInteger,
  toList,
  word,
} from '../arguments/options.ts';
import { fieldsOf } from '../runtime/fields.ts';
import { bytesOf, ResultTensor, readResults } from '../runtime/results.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import { ATTENTION } from './schema.ts';
import type { CheckedOf, Option } from '../arguments/options.ts';
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

const POOLINGS = ['mean', 'max'] as const;

type Range = readonly [begin: number, end: number];

/**
 * A part of one map. Rows are queries, columns keys.
 *
 * ```js
 * kept.attentionWindow({ head: 3, rows: [0, 32768], columns: [0, 32768], width: 512, height: 512, reduce: 'max' });
 * ```
 */
export const WINDOW = atCaller({
  /** default 0 */
  batch: option({
    kind: 'number',
    usual: 0,
    read: atCaller((value, name, _, { batch }: MapSizes) => toIndex(value, name, batch)),
    core: INTEGER,
  }),
  head: option({
    kind: 'number',
    usual: 0,
    required: true,
    read: atCaller((value, name, _, { numHeads }: MapSizes) => toIndex(value, name, numHeads)),
    core: INTEGER,
  }),
  /** [begin, end), end not included, within [0, L] */
  rows: option({
    kind: 'list',
    usual: [0, 0] as Range,
    required: true,
    read: atCaller((value, name, _, { rows }: MapSizes) => toRange(value, name, rows)),
    core: {
      rowBegin: { type: 'integer', of: ([begin]) => begin },
      rowEnd: { type: 'integer', of: ([, end]) => end },
    },
  }),
  /** [begin, end) within [0, S], including the layer's extra keys */
  columns: option({
    kind: 'list',
    usual: [0, 0] as Range,
    required: true,
    read: atCaller((value, name, _, { columns }: MapSizes) => toRange(value, name, columns)),
    core: {
      columnBegin: { type: 'integer', of: ([begin]) => begin },
      columnEnd: { type: 'integer', of: ([, end]) => end },
    },
  }),
  /** number of rows of the result, as `width` of columns */
  height: bins('rows'),
  /**
   * Number of columns of the result; default n, the number of columns of the window. A smaller width pools them: column x of
   * the result pools the window's columns from floor(x n / width) to before floor((x + 1) n / width), so each is in one
   * bin, and the sizes of bins differ by at most one. A larger width is a RangeError.
   */
  width: bins('columns'),
  /** the pooling of cells; default 'mean' */
  reduce: word(POOLINGS, 'mean', { pooling: { type: 'Pooling', words: POOLINGS } }),
  /** as in a call */
  signal: ATTENTION.signal,
});

const readWindow = atCaller(recordOf(WINDOW));

export type CheckedWindow = CheckedOf<typeof WINDOW>;

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

export function checkMapWindow(sizes: MapSizes, window: unknown): CheckedWindow {
  if (window === undefined) throw wrongKind('window', 'an object', window);
  const checked = readWindow(window, 'window', sizes);
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

function toRange(value: unknown, name: string, size: number): Range {
  const expected = `[begin, end) within [0, ${size}]`;
  const list = toList(value, name, expected);
  if (list.length !== 2) throw wrongNumber(name, expected, value);
  const begin = toInteger(list[0], `${name}[0]`, 0, size);
  return [begin, toInteger(list[1], `${name}[1]`, begin, size)];
}

/** The number of rows or columns of the result; default all of the window. */
function bins(of: 'rows' | 'columns'): Option<number> {
  return {
    kind: 'number',
    usual: 0,
    derive: ({ [of]: [begin, end] }) => end - begin,
    read: atCaller((value, name, { [of]: [begin, end] }) => {
      const count = toInteger(value, name, Math.min(1, end - begin));
      if (count <= end - begin) return count;
      throw wrongNumber(name, `at most ${end - begin}, the ${of} of the window`, count);
    }),
    core: INTEGER,
  };
}

export const attentionWindow: Operation = {
  name: 'attentionWindow',
  check: atCaller(({ about: { maps } }, [window]) => {
    const checked = checkMapWindow(maps, window);
    return Object.assign(checked, { fields: fieldsOf(WINDOW, checked) });
  }),
  results: atHost(windowResults),

  work: atCore(function* (core, checked: CheckedWindow & { fields: object }, kept) {
    const results = windowResults(checked);
    const resultBytes = bytesOf(results);
    const { fields } = checked;
    core.plan(['window', kept, ...Object.values(fields)], (engine) =>
      engine.planWindow(kept, core.describe('WindowRequest', fields), resultBytes),
    );
    return yield* core.compute(() => readResults(core, results));
  }),
};

function windowResults({ height, width }: CheckedWindow) {
  return new ResultTensor([height, width], 'output');
}
