// Converts nested arrays, flat lists and typed arrays into { data, shape }. Refuses ragged, sparse or mixed arrays; the error
// names the index.

import { wrongKind, wrongNumber, isDetached } from './errors.ts';
import { Tensor } from './tensor-class.ts';
import { kindOf, lengthOf } from './typed-arrays.ts';

/** kind of the innermost values */
type Leaf = 'number' | 'boolean';

/** The state of a traversal. The path to the first value fixes the shape. */
interface Nest {
  name: string;
  shape: number[];
  /** whether the shape is complete */
  settled: boolean;
  leaf: Leaf | undefined;
  /** in row-major order */
  values: (number | boolean)[];
}

/** Deeper nesting is a mistake, most likely an array that contains itself. */
const MAX_DEPTH = 32;

const LEAF = { number: 'a number', boolean: 'true or false' };

/**
 * @param value an array, a typed array, or an object with a length
 * @param leaf kind of all values; default: the first value's
 * @returns a copy
 */
export function flatten(value: unknown, name: string, leaf?: Leaf): Tensor {
  const kind = kindOf(value);
  if (kind !== undefined) return copyTyped(value as Uint8Array, kind, name, leaf);
  if (!Array.isArray(value) && !isArrayLike(value)) throw wrongKind(name, wanted(leaf), value);
  const nest: Nest = { name, shape: [], settled: false, leaf, values: [] };
  collect(value, nest, []);
  const values = nest.values as number[];
  const data = nest.leaf === 'boolean' ? new Uint8Array(values) : new Float32Array(values);
  return new Tensor(data, nest.shape);
}

/**
 * Appends everything inside `row` to the values.
 *
 * @param path indices of the row
 */
function collect(row: ArrayLike<unknown>, nest: Nest, path: number[]) {
  const depth = path.length;
  const { length } = row;
  if (!nest.settled) {
    if (depth === MAX_DEPTH)
      throw new RangeError(`${nest.name}: expected at most ${MAX_DEPTH} nested arrays, got more`);
    nest.shape.push(length);
    nest.settled = length === 0;
  } else if (length !== nest.shape[depth]) {
    throw wrongNumber(place(nest, path), `an array of length ${nest.shape[depth]}`, row);
  }
  const flags = kindOf(row) === 'Uint8Array';
  if (flags) checkFlags(row as Uint8Array, place(nest, path));
  for (let i = 0; i < length; i++) {
    path.push(i);
    const item = flags ? row[i] === 1 : row[i];
    const inner = toRow(item);
    if (nest.settled ? depth + 1 < nest.shape.length : inner !== undefined) {
      if (inner === undefined) throw notARow(item, nest, path);
      collect(inner, nest, path);
    } else {
      nest.settled = true;
      nest.values.push(toLeaf(item, nest, path));
    }
    path.pop();
  }
}

function toLeaf(item: unknown, nest: Nest, path: number[]) {
  nest.leaf ??= typeof item === 'boolean' ? 'boolean' : 'number';
  if (typeof item === nest.leaf) return item as number | boolean;
  const ragged = toRow(item) !== undefined;
  throw (ragged ? wrongNumber : wrongKind)(place(nest, path), LEAF[nest.leaf], item);
}

function notARow(item: unknown, nest: Nest, path: number[]) {
  const ragged = typeof item === 'number' || typeof item === 'boolean';
  const expected = `an array of length ${nest.shape[path.length]}`;
  return (ragged ? wrongNumber : wrongKind)(place(nest, path), expected, item);
}

/** @returns `query[1][2]` */
function place(nest: Nest, path: number[]): string {
  return nest.name + path.map((index) => `[${index}]`).join('');
}

/** @param array a typed array of any kind */
function copyTyped(array: Uint8Array, kind: string, name: string, leaf?: Leaf): Tensor {
  const found = kind === 'Uint8Array' ? 'boolean' : 'number';
  if (kind.startsWith('Big') || (leaf ?? found) !== found)
    throw wrongKind(name, wanted(leaf), array);
  if (isDetached(array)) throw wrongKind(name, wanted(leaf), array);
  if (found === 'boolean') checkFlags(array, name);
  const data = found === 'boolean' ? new Uint8Array(array) : new Float32Array(array);
  return new Tensor(data, [lengthOf(array)]);
}

function wanted(leaf: Leaf | undefined) {
  if (leaf === undefined) return 'numbers or booleans, nested or flat';
  return leaf === 'number'
    ? 'a tensor or nested array of numbers'
    : 'a tensor or nested array of booleans';
}

/** @returns the value itself if it is an array or a typed array */
function toRow(value: unknown): ArrayLike<unknown> | undefined {
  const isRow = Array.isArray(value) || kindOf(value) !== undefined;
  return isRow ? (value as unknown[]) : undefined;
}

function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'length' in value &&
    Number.isSafeInteger(value.length) &&
    (value.length as number) >= 0
  );
}

/**
 * Refuses values other than 0 and 1.
 *
 * @param member appended to the name in an error
 */
export function checkFlags(flags: Uint8Array, name: string, member: string = '') {
  let all = 0;
  for (let i = 0; i < flags.length; i++) all |= flags[i];
  if (all <= 1) return;
  const wrong = flags.findIndex((flag) => flag > 1);
  throw wrongNumber(`${name}${member}[${wrong}]`, '0 or 1', flags[wrong]);
}
