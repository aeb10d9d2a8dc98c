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
} from './errors.ts';
import { checkFlags, flatten } from './nested.ts';
import { MAX_SIZE, toInteger } from './options.ts';
import { Tensor as Readable } from './tensor-class.ts';
import { kindOf, lengthOf } from './typed-arrays.ts';
import type {
  BoolTensor,
  FloatTensor,
  NestedBooleanArray,
  NestedNumberArray,
  PlainMask,
  PlainTensor,
  Tensor,
} from '../types/index.ts';

/**
 * The kinds of array in a tensor: `float32` takes a Float32Array, for the engine; `float64` takes a Float64Array too, for the
 * reference.
 */
export type Precision = 'float32' | 'float64';

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
 * @param shape default: the nesting of `values`, or its length
 * @throws {TypeError} if a value is neither number nor boolean, or if both occur; the text names the index
 * @throws {RangeError} for ragged nesting, and for a shape that does not fit
 *
 * @example
 * tensor(Uint8Array.of(1, 1, 0)); // a mask of three keys
 */
export function tensor(values: Uint8Array, shape?: readonly number[]): BoolTensor;
/**
 * Makes a tensor from nested arrays, or from a flat list and a shape. It copies the numbers.
 *
 * Numbers become a Float32Array. Booleans become a Uint8Array of 0 and 1, the form of masks; a Uint8Array may hold only 0 and
 * 1. Rows may be typed arrays.
 *
 * @param shape default: the nesting of `values`, or its length
 * @throws {TypeError} if a value is neither number nor boolean, or if both occur; the text names the index
 * @throws {RangeError} for ragged nesting, and for a shape that does not fit
 *
 * @example
 * tensor([[1, 2, 3], [4, 5, 6]]).shape; // [2, 3]
 * tensor(new Float64Array(6), [2, 3]).data; // Float32Array
 */
export function tensor(
  values: ArrayLike<number> | NestedNumberArray,
  shape?: readonly number[],
): FloatTensor;
/**
 * Makes a tensor from nested arrays, or from a flat list and a shape. It copies the numbers.
 *
 * Numbers become a Float32Array. Booleans become a Uint8Array of 0 and 1, the form of masks; a Uint8Array may hold only 0 and
 * 1. Rows may be typed arrays.
 *
 * @param shape default: the nesting of `values`, or its length
 * @throws {TypeError} if a value is neither number nor boolean, or if both occur; the text names the index
 * @throws {RangeError} for ragged nesting, and for a shape that does not fit
 *
 * @example
 * tensor([[true, false], [true, true]]).data; // Uint8Array [1, 0, 1, 1]
 */
export function tensor(values: NestedBooleanArray, shape?: readonly number[]): BoolTensor;
export function tensor(values: unknown, shape?: readonly number[]): Tensor {
  const flat = flatten(values, 'values');
  if (shape === undefined) return flat as any;
  const wanted = toShape(shape, 'shape');
  if (flat.shape.length === 1) {
    expectLength(flat.data, wanted, 'values');
  } else {
    expectShape(flat.shape, 'values', wanted);
  }
  return new Readable(flat.data, wanted) as any;
}

/** A numeric argument: a tensor, whose data is not copied, a stored tensor, or a nested array. */
export function toTensor(value: unknown, name: string, precision: Precision): PlainTensor {
  if (!looksLikeTensor(value)) return flatten(value, name, 'number');
  const { data, shape } = isStored(value) ? value.toFloat32() : value;
  const kind = kindOf(data);
  if (kind !== 'Float32Array' && (kind !== 'Float64Array' || precision === 'float32')) {
    throw wrongNumbers(value, name, precision);
  }
  const numbers = data as Float32Array;
  const sizes = toShape(shape, name, '.shape');
  expectLength(numbers, sizes, name, '.data');
  return { data: numbers, shape: sizes };
}

/** Whether it is a tensor of headwise/formats, which converts itself: the engine holds no number types of files. */
function isStored(value: object): value is { toFloat32: () => { data: unknown; shape: unknown } } {
  return 'toFloat32' in value && typeof value.toFloat32 === 'function';
}

function wrongNumbers(value: { data: unknown }, name: string, precision: Precision) {
  const { data } = value;
  const dtype = 'dtype' in value ? value.dtype : undefined;
  if (kindOf(data) === 'Uint8Array' && typeof dtype === 'string' && dtype !== 'bool') {
    const how = `convert it with toFloat32() of headwise/formats`;
    return wrongKind(`${name}.dtype`, `float32 (${how})`, dtype);
  }
  const expected = precision === 'float32' ? 'a Float32Array' : 'a Float32Array or Float64Array';
  return wrongKind(`${name}.data`, expected, data);
}

/** A boolean argument: a tensor of 0 and 1 in a Uint8Array, or nested booleans. */
export function toBooleans(value: unknown, name: string): PlainMask {
  if (!looksLikeTensor(value)) return flatten(value, name, 'boolean') as unknown as PlainMask;
  const { data, shape } = value;
  if (kindOf(data) !== 'Uint8Array')
    throw wrongKind(`${name}.data`, 'a Uint8Array of 0 and 1', data);
  const flags = data as Uint8Array;
  const sizes = toShape(shape, name, '.shape');
  expectLength(flags, sizes, name, '.data');
  checkFlags(flags, name, '.data');
  return { data: flags, shape: sizes };
}

/**
 * The caller's tensor for a result. Its data and shape are read once: a getter could return other values later.
 *
 * own: the caller's object, which is the result
 */
export type Target = PlainTensor & { own: PlainTensor };

/** Checks the caller's tensor for a result. A nested array is refused. */
export function toResultTensor(value: unknown, name: string, precision: Precision): Target {
  if (!looksLikeTensor(value)) throw wrongKind(name, 'a tensor to write into', value);
  const expected = precision === 'float32' ? 'Float32Array' : 'Float64Array';
  const { data, shape } = value;
  if (kindOf(data) !== expected) throw wrongKind(`${name}.data`, `a ${expected}`, data);
  const numbers = data as Float32Array;
  const sizes = toShape(shape, name, '.shape');
  expectLength(numbers, sizes, name, '.data');
  return { data: numbers, shape: sizes, own: value as unknown as PlainTensor };
}

/**
 * @param expected ANY for a dimension of any size
 * @param reason `to match query`
 * @param batched false if the caller left out the first dimension, B
 */
export function expectShape(
  shape: readonly number[],
  name: string,
  expected: readonly number[],
  reason?: string,
  batched: boolean = true,
) {
  if (fits(shape, expected, batched)) return;
  const sizes = formatShape(batched ? expected : expected.slice(1));
  throw wrongShape(name, `shape ${sizes}${reason === undefined ? '' : ` ${reason}`}`, shape);
}

function fits(shape: readonly number[], expected: readonly number[], batched: boolean) {
  const skipped = batched ? 0 : 1;
  if (shape.length !== expected.length - skipped) return false;
  for (let axis = 0; axis < shape.length; axis++) {
    const size = expected[axis + skipped];
    if (size !== ANY && shape[axis] !== size) return false;
  }
  return true;
}

/** Refuses a result that is too long for an array. */
export function expectHoldable(name: string, shape: readonly number[]) {
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
 */
export function looksLikeTensor(value: unknown): value is { data: unknown; shape: unknown } {
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
 * @param member `.shape`, appended to the name in an error
 */
function toShape(shape: unknown, name: string, member: string = ''): number[] {
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

function expectLength(
  data: ArrayBufferView,
  shape: readonly number[],
  name: string,
  member: string = '',
) {
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
 */
export function numbers({ data, shape }: PlainTensor, name: string): Float32Array {
  const length = count(shape);
  if (lengthOf(data) !== length) {
    throw wrongNumber(`${name}.data`, `${length} values, as when the call was made`, data);
  }
  return data;
}

/** The numbers of a call's inputs. All are checked before the first is written. */
export function inputsOf({
  query,
  key,
  value,
}: {
  query: PlainTensor;
  key: PlainTensor;
  value: PlainTensor;
}) {
  return [numbers(query, 'query'), numbers(key, 'key'), numbers(value, 'value')];
}

/** The number of elements of a shape. */
export function count(shape: readonly number[]) {
  let product = 1;
  for (const size of shape) product *= size;
  return product;
}
