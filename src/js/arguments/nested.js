// Converts nested arrays, flat lists and typed arrays into { data, shape }. Refuses ragged, sparse or mixed arrays; the error
// names the index.

import { wrongKind, wrongNumber, isDetached } from './errors.js';
import { kindOf, lengthOf } from './tensor.js';

/** @import { Tensor } from '../types/index.js' */

/** @typedef {'number' | 'boolean'} Leaf kind of the innermost values */

/**
 * The state of a traversal. The path to the first value fixes the shape.
 *
 * @typedef {object} Nest
 * @property {string} name
 * @property {number[]} shape
 * @property {boolean} settled whether the shape is complete
 * @property {Leaf | undefined} leaf
 * @property {(number | boolean)[]} values in row-major order
 */

/** Deeper nesting is a mistake, most likely an array that contains itself. */
const MAX_DEPTH = 32;

const LEAF = { number: 'a number', boolean: 'true or false' };

/**
 * @param {unknown} value an array, a typed array, or an object with a length
 * @param {string} name
 * @param {Leaf} [leaf] kind of all values; default: the first value's
 * @returns {Tensor} a copy
 */
export function flatten(value, name, leaf) {
  const kind = kindOf(value);
  if (kind !== undefined) return copyTyped(/** @type {Uint8Array} */ (value), kind, name, leaf);
  if (!Array.isArray(value) && !isArrayLike(value)) throw wrongKind(name, wanted(leaf), value);
  /** @type {Nest} */
  const nest = { name, shape: [], settled: false, leaf, values: [] };
  collect(value, nest, []);
  const values = /** @type {number[]} */ (nest.values);
  return {
    data: nest.leaf === 'boolean' ? new Uint8Array(values) : new Float32Array(values),
    shape: nest.shape,
  };
}

/**
 * Appends everything inside `row` to the values.
 *
 * @param {ArrayLike<unknown>} row
 * @param {Nest} nest
 * @param {number[]} path indices of the row
 */
function collect(row, nest, path) {
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
  if (flags) checkFlags(/** @type {Uint8Array} */ (row), place(nest, path));
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

/**
 * @param {unknown} item
 * @param {Nest} nest
 * @param {number[]} path
 */
function toLeaf(item, nest, path) {
  nest.leaf ??= typeof item === 'boolean' ? 'boolean' : 'number';
  if (typeof item === nest.leaf) return /** @type {number | boolean} */ (item);
  const ragged = toRow(item) !== undefined;
  throw (ragged ? wrongNumber : wrongKind)(place(nest, path), LEAF[nest.leaf], item);
}

/**
 * @param {unknown} item
 * @param {Nest} nest
 * @param {number[]} path
 */
function notARow(item, nest, path) {
  const ragged = typeof item === 'number' || typeof item === 'boolean';
  const expected = `an array of length ${nest.shape[path.length]}`;
  return (ragged ? wrongNumber : wrongKind)(place(nest, path), expected, item);
}

/**
 * @param {Nest} nest
 * @param {number[]} path
 * @returns {string} `query[1][2]`
 */
function place(nest, path) {
  return nest.name + path.map((index) => `[${index}]`).join('');
}

/**
 * @param {Uint8Array} array a typed array of any kind
 * @param {string} kind
 * @param {string} name
 * @param {Leaf} [leaf]
 * @returns {Tensor}
 */
function copyTyped(array, kind, name, leaf) {
  const found = kind === 'Uint8Array' ? 'boolean' : 'number';
  if (kind.startsWith('Big') || (leaf ?? found) !== found)
    throw wrongKind(name, wanted(leaf), array);
  if (isDetached(array)) throw wrongKind(name, wanted(leaf), array);
  if (found === 'boolean') checkFlags(array, name);
  return {
    data: found === 'boolean' ? new Uint8Array(array) : new Float32Array(array),
    shape: [lengthOf(array)],
  };
}

/** @param {Leaf | undefined} leaf */
function wanted(leaf) {
  if (leaf === undefined) return 'numbers or booleans, nested or flat';
  return leaf === 'number'
    ? 'a tensor or nested array of numbers'
    : 'a tensor or nested array of booleans';
}

/**
 * @param {unknown} value
 * @returns {ArrayLike<unknown> | undefined} the value itself if it is an array or a typed array
 */
function toRow(value) {
  const isRow = Array.isArray(value) || kindOf(value) !== undefined;
  return isRow ? /** @type {unknown[]} */ (value) : undefined;
}

/**
 * @param {unknown} value
 * @returns {value is ArrayLike<unknown>}
 */
function isArrayLike(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    'length' in value &&
    Number.isSafeInteger(value.length) &&
    /** @type {number} */ (value.length) >= 0
  );
}

/**
 * Refuses values other than 0 and 1.
 *
 * @param {Uint8Array} flags
 * @param {string} name
 * @param {string} [member] appended to the name in an error
 */
export function checkFlags(flags, name, member = '') {
  let all = 0;
  for (let i = 0; i < flags.length; i++) all |= flags[i];
  if (all <= 1) return;
  const wrong = flags.findIndex((flag) => flag > 1);
  throw wrongNumber(`${name}${member}[${wrong}]`, '0 or 1', flags[wrong]);
}
