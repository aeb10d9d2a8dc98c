// Checks tensor arguments, converts nested arrays, and reads typed arrays safely. Knows nothing of attention: the caller
// passes the expected shape.

import {
  ANY,
  HeadwiseError,
  formatShape,
  wrongKind,
  wrongNumber,
  wrongShape,
  isDetached,
} from './errors.js';
import { checkFlags, flatten } from './nested.js';
import { MAX_SIZE, toInteger } from './options.js';

/** @import { BoolTensor, FloatTensor, NestedBooleanArray, NestedNumberArray, Tensor } from '../types/index.js' */

/**
 * The kinds of array in a tensor: `float32` takes a Float32Array, for the engine; `float64` takes a Float64Array too, for the
 * reference.
 *
 * @typedef {'float32' | 'float64'} Precision
 */

/** The maximum rank of a tensor. It keeps a product of sizes finite. */
const MAX_RANK = 32;

/** The maximum number of elements of a result: 2^32 - 1, the longest array of JavaScript engines. */
const MAX_LENGTH = 4294967295;

/**
 * Makes a tensor from nested arrays, or from a flat list and a shape. It copies the numbers.
 *
 * Numbers become a Float32Array. Booleans become a Uint8Array of 0 and 1, the form of masks; a Uint8Array may hold only 0 and
 * 1. Rows may be typed arrays.
 *
 * @overload
 * @param {Uint8Array} values
 * @param {readonly number[]} [shape] default: the nesting of `values`, or its length
 * @returns {BoolTensor}
 * @throws {TypeError} if a value is neither number nor boolean, or if both occur; the text names the index
 * @throws {RangeError} for ragged nesting, and for a shape that does not fit
 *
 * @example
 * tensor(Uint8Array.of(1, 1, 0)); // a mask of three keys
 */
/**
 * Makes a tensor from nested arrays, or from a flat list and a shape. It copies the numbers.
 *
 * Numbers become a Float32Array. Booleans become a Uint8Array of 0 and 1, the form of masks; a Uint8Array may hold only 0 and
 * 1. Rows may be typed arrays.
 *
 * @overload
 * @param {ArrayLike<number> | NestedNumberArray} values
 * @param {readonly number[]} [shape] default: the nesting of `values`, or its length
 * @returns {FloatTensor}
 * @throws {TypeError} if a value is neither number nor boolean, or if both occur; the text names the index
 * @throws {RangeError} for ragged nesting, and for a shape that does not fit
 *
 * @example
 * tensor([[1, 2, 3], [4, 5, 6]]).shape; // [2, 3]
 * tensor(new Float64Array(6), [2, 3]).data; // Float32Array
 */
/**
 * Makes a tensor from nested arrays, or from a flat list and a shape. It copies the numbers.
 *
 * Numbers become a Float32Array. Booleans become a Uint8Array of 0 and 1, the form of masks; a Uint8Array may hold only 0 and
 * 1. Rows may be typed arrays.
 *
 * @overload
 * @param {NestedBooleanArray} values
 * @param {readonly number[]} [shape] default: the nesting of `values`, or its length
 * @returns {BoolTensor}
 * @throws {TypeError} if a value is neither number nor boolean, or if both occur; the text names the index
 * @throws {RangeError} for ragged nesting, and for a shape that does not fit
 *
 * @example
 * tensor([[true, false], [true, true]]).data; // Uint8Array [1, 0, 1, 1]
 */
/**
 * @param {unknown} values
 * @param {readonly number[]} [shape]
 * @returns {Tensor}
 */
export function tensor(values, shape) {
  const flat = flatten(values, 'values');
  if (shape === undefined) return flat;
  const wanted = toShape(shape, 'shape');
  if (flat.shape.length === 1) {
    expectLength(flat.data, wanted, 'values');
  } else {
    expectShape(flat.shape, 'values', wanted);
  }
  return { data: flat.data, shape: wanted };
}

/**
 * A numeric argument: a tensor, whose data is not copied, or a nested array.
 *
 * @param {unknown} value
 * @param {string} name
 * @param {Precision} precision
 * @returns {FloatTensor}
 */
export function toTensor(value, name, precision) {
  if (!looksLikeTensor(value)) return /** @type {FloatTensor} */ (flatten(value, name, 'number'));
  const { data, shape } = value;
  const kind = kindOf(data);
  if (kind !== 'Float32Array' && (kind !== 'Float64Array' || precision === 'float32')) {
    const expected = precision === 'float32' ? 'a Float32Array' : 'a Float32Array or Float64Array';
    throw wrongKind(`${name}.data`, expected, data);
  }
  const numbers = /** @type {Float32Array} */ (data);
  const sizes = toShape(shape, name, '.shape');
  expectLength(numbers, sizes, name, '.data');
  return { data: numbers, shape: sizes };
}

/**
 * A boolean argument: a tensor of 0 and 1 in a Uint8Array, or nested booleans.
 *
 * @param {unknown} value
 * @param {string} name
 * @returns {BoolTensor}
 */
export function toBooleans(value, name) {
  if (!looksLikeTensor(value)) return /** @type {BoolTensor} */ (flatten(value, name, 'boolean'));
  const { data, shape } = value;
  if (kindOf(data) !== 'Uint8Array')
    throw wrongKind(`${name}.data`, 'a Uint8Array of 0 and 1', data);
  const flags = /** @type {Uint8Array} */ (data);
  const sizes = toShape(shape, name, '.shape');
  expectLength(flags, sizes, name, '.data');
  checkFlags(flags, name, '.data');
  return { data: flags, shape: sizes };
}

/**
 * The caller's tensor for a result. Its data and shape are read once: a getter could return other values later.
 *
 * @typedef {FloatTensor & { own: FloatTensor }} Target own: the caller's object, which is the result
 */

/**
 * Checks the caller's tensor for a result. A nested array is refused.
 *
 * @param {unknown} value
 * @param {string} name
 * @param {Precision} precision
 * @returns {Target}
 */
export function toResultTensor(value, name, precision) {
  if (!looksLikeTensor(value)) throw wrongKind(name, 'a tensor to write into', value);
  const expected = precision === 'float32' ? 'Float32Array' : 'Float64Array';
  const { data, shape } = value;
  if (kindOf(data) !== expected) throw wrongKind(`${name}.data`, `a ${expected}`, data);
  const numbers = /** @type {Float32Array} */ (data);
  const sizes = toShape(shape, name, '.shape');
  expectLength(numbers, sizes, name, '.data');
  return { data: numbers, shape: sizes, own: /** @type {FloatTensor} */ (value) };
}

/**
 * @param {readonly number[]} shape
 * @param {string} name
 * @param {readonly number[]} expected ANY for a dimension of any size
 * @param {string} [reason] `to match query`
 * @param {boolean} [batched] false if the caller left out the first dimension, B
 */
export function expectShape(shape, name, expected, reason, batched = true) {
  if (fits(shape, expected, batched)) return;
  const sizes = formatShape(batched ? expected : expected.slice(1));
  throw wrongShape(name, `shape ${sizes}${reason === undefined ? '' : ` ${reason}`}`, shape);
}

/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} expected
 * @param {boolean} batched
 */
function fits(shape, expected, batched) {
  const skipped = batched ? 0 : 1;
  if (shape.length !== expected.length - skipped) return false;
  for (let axis = 0; axis < shape.length; axis++) {
    const size = expected[axis + skipped];
    if (size !== ANY && shape[axis] !== size) return false;
  }
  return true;
}

/**
 * Refuses a result that is too long for an array.
 *
 * @param {string} name
 * @param {readonly number[]} shape
 */
export function expectHoldable(name, shape) {
  let count = 1;
  for (let axis = 0; axis < shape.length; axis++) count *= shape[axis];
  if (count <= MAX_LENGTH) return;
  throw new HeadwiseError(
    'memory',
    `${name}: shape ${formatShape(shape)} needs ${count} elements, an array holds at most ${MAX_LENGTH}`,
  );
}

/**
 * An object with `data` or `shape`, own or inherited. An array or typed array is not a tensor, whatever its properties.
 *
 * @param {unknown} value
 * @returns {value is { data: unknown, shape: unknown }}
 */
export function looksLikeTensor(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('data' in value || 'shape' in value) &&
    !Array.isArray(value) &&
    kindOf(value) === undefined
  );
}

/**
 * A copy of the caller's shape, every size checked.
 *
 * @param {unknown} shape
 * @param {string} name
 * @param {string} [member] `.shape`, appended to the name in an error
 * @returns {number[]}
 */
function toShape(shape, name, member = '') {
  if (!Array.isArray(shape)) throw wrongKind(name + member, 'an array of integers', shape);
  const { length } = shape; // read once: a proxy could return another value later
  if (length > MAX_RANK) {
    throw new RangeError(
      `${name}${member}: expected at most ${MAX_RANK} dimensions, got ${length}`,
    );
  }
  const sizes = [];
  for (let axis = 0; axis < length; axis++) {
    const size = shape[axis];
    const plain =
      typeof size === 'number' && Number.isInteger(size) && size >= 0 && size <= MAX_SIZE;
    sizes.push(plain ? size + 0 : toInteger(size, `${name}${member}[${axis}]`, 0, MAX_SIZE));
  }
  return sizes;
}

/**
 * @param {ArrayBufferView} data
 * @param {readonly number[]} shape
 * @param {string} name
 * @param {string} [member]
 */
function expectLength(data, shape, name, member = '') {
  let count = 1; // at most MAX_RANK factors of 31 bits: large ones round, none overflows
  for (const size of shape) count *= size;
  const length = lengthOf(data);
  if (length === count) return;
  const detached = isDetached(data) ? ' (its buffer was detached)' : '';
  throw new RangeError(
    `${name}${member}: expected ${count} values for shape ${formatShape(shape)}, got ${length}${detached}`,
  );
}

/**
 * The data of a checked tensor, just before it is copied. A getter among the options may have detached or resized the array
 * since its check, and a copy must not pass the end of a buffer.
 *
 * @param {FloatTensor} tensor
 * @param {string} name
 * @returns {Float32Array}
 */
export function numbers({ data, shape }, name) {
  const length = count(shape);
  if (lengthOf(data) !== length) {
    throw wrongNumber(`${name}.data`, `${length} values, as when the call was made`, data);
  }
  return data;
}

/**
 * The numbers of a call's inputs. All are checked before the first is written.
 *
 * @param {{ query: FloatTensor, key: FloatTensor, value: FloatTensor }} checked
 */
export function inputsOf({ query, key, value }) {
  return [numbers(query, 'query'), numbers(key, 'key'), numbers(value, 'value')];
}

/**
 * The number of elements of a shape.
 *
 * @param {readonly number[]} shape
 */
export function count(shape) {
  let product = 1;
  for (const size of shape) product *= size;
  return product;
}

// ---- typed arrays by their built-in getters: `instanceof` fails for arrays of another frame, `length` can be overwritten ----

const prototype = Object.getPrototypeOf(Uint8Array.prototype);

/** @param {string | symbol} name */
const getterOf = (name) =>
  /** @type {{ get: () => any }} */ (Object.getOwnPropertyDescriptor(prototype, name)).get;

const kind = getterOf(Symbol.toStringTag);
const length = getterOf('length');
const buffer = getterOf('buffer');
const byteOffset = getterOf('byteOffset');
const { set } = prototype;

/**
 * @param {unknown} value
 * @returns {string | undefined} such as `Float32Array`; undefined if it is no typed array
 */
export function kindOf(value) {
  return kind.call(value);
}

/**
 * @param {ArrayBufferView} array a typed array
 * @returns {number} 0 when its buffer was detached
 */
export function lengthOf(array) {
  return length.call(array);
}

/**
 * A view of elements `begin` up to `end`, even if a subclass overrides `subarray`.
 *
 * @param {Float32Array} array
 * @param {number} begin
 * @param {number} end
 */
export function partOf(array, begin, end) {
  return new Float32Array(buffer.call(array), byteOffset.call(array) + 4 * begin, end - begin);
}

/**
 * Copies numbers into a caller's array, even if a subclass overrides `set`.
 *
 * @param {Float32Array | Float64Array} target
 * @param {Float32Array | Float64Array} source of the same length
 */
export function fill(target, source) {
  set.call(target, source);
}

const KINDS = { Float32Array, Float64Array, Int32Array, Uint8Array, Uint32Array };

/**
 * Copies a typed array into memory of its own, even if a subclass overrides `slice`: Node's Buffer returns a view.
 *
 * @template {Float32Array | Float64Array | Int32Array | Uint8Array | Uint32Array} T
 * @param {T} array
 * @returns {T}
 */
export function copyOf(array) {
  const Kind = KINDS[/** @type {keyof typeof KINDS} */ (kindOf(array))];
  return /** @type {T} */ (new Kind(array));
}
