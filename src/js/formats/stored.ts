// A stored tensor: the dtype, shape and bytes of a tensor in a file. Knows the size and meaning of every dtype, and no file
// format.

import { formatShape, shorten, wrongKind, wrongNumber, isDetached } from '../arguments/errors.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import { looksLikeTensor } from '../arguments/tensor.ts';
import { kindOf } from '../arguments/typed-arrays.ts';
import { halfToFloat } from './float16.ts';
import { BLOCKS, unpack } from './quantised.ts';
import { DTYPES, isSizes } from './dtypes.ts';
import type { FloatTensor } from '../types/index.ts';
import type { PlainDtype } from './dtypes.ts';
import type { QuantisedDtype } from './quantised.ts';

/** Number types of files: plain ones, or blocks (GGUF's), which toFloat32 dequantises. */
export type Dtype = PlainDtype | QuantisedDtype;

/** The dtype, shape and bytes of a tensor in the representation of its file. */
export interface StoredValues {
  dtype: Dtype;
  /** row-major; blocks are along the last dimension */
  shape: number[];
  /** its bytes, little-endian: a view of the file, not a copy */
  data: Uint8Array;
}

/**
 * A tensor in the representation of its file. It is valid wherever the engine takes numbers:
 *
 * ```js
 * layer.loadStateDict(readSafetensors(file).tensors);
 * ```
 */
export interface StoredTensor extends StoredValues {
  /** its numbers as float32, a copy that you own */
  toFloat32(): FloatTensor;
}

/** A stored tensor with its conversion. */
export class Stored implements StoredTensor {
  declare dtype: Dtype;
  declare shape: number[];
  declare data: Uint8Array;

  constructor({ dtype, shape, data }: StoredValues) {
    this.dtype = dtype;
    this.shape = shape;
    this.data = data;
  }

  toFloat32() {
    return new Tensor(toFloat32(this), [...this.shape]);
  }
}

/**
 * The size of a tensor in bytes.
 *
 * @returns undefined if the size is too large to count, or if a row is no whole number of blocks
 */
export function byteLengthOf(dtype: Dtype, shape: readonly number[]): number | undefined {
  const [count, bytes] = Object.hasOwn(BLOCKS, dtype)
    ? BLOCKS[dtype as QuantisedDtype]
    : [1, DTYPES[dtype as PlainDtype][0]];
  if (count > 1 && (shape.length === 0 || shape[shape.length - 1] % count !== 0)) return undefined;
  let numbers = 1;
  for (const size of shape) numbers *= size;
  if (numbers > Number.MAX_SAFE_INTEGER / 8) return undefined;
  return (numbers / count) * bytes;
}

/**
 * The numbers of a stored tensor as float32. Half precision and quantised blocks are exact by the definitions of their
 * formats, integers and float64 are rounded to nearest, booleans become 0 and 1.
 *
 * @param name name of the tensor in errors
 * @returns a copy that you own
 * @throws {TypeError} if the argument is not a stored tensor
 * @throws {RangeError} if shape and bytes do not match
 *
 * @example
 * const { tensors } = readSafetensors(await readFile('model.safetensors'));
 * const numbers = toFloat32(tensors['embeddings.word_embeddings.weight']); // Float32Array
 */
export function toFloat32(
  tensor: StoredValues,
  name: string = 'tensor',
): Float32Array<ArrayBuffer> {
  const { dtype, data, count } = toStored(tensor, name);
  const values = new Float32Array(count);
  if (Object.hasOwn(BLOCKS, dtype)) {
    unpack(dtype as QuantisedDtype, data, values);
    return values;
  }
  const [size] = DTYPES[dtype as PlainDtype];
  if (dtype === 'F32') {
    new Uint8Array(values.buffer).set(data);
    return values;
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const read = READ[dtype as Exclude<PlainDtype, 'F32'>];
  for (let i = 0; i < count; i++) values[i] = read(view, size * i);
  return values;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** @param brain a bfloat16 */
function widen(brain: number) {
  bits[0] = brain << 16;
  return float[0];
}

const READ: Record<Exclude<PlainDtype, 'F32'>, (view: DataView, at: number) => number> = {
  BOOL: (view, at) => (view.getUint8(at) === 0 ? 0 : 1),
  U8: (view, at) => view.getUint8(at),
  I8: (view, at) => view.getInt8(at),
  U16: (view, at) => view.getUint16(at, true),
  I16: (view, at) => view.getInt16(at, true),
  U32: (view, at) => view.getUint32(at, true),
  I32: (view, at) => view.getInt32(at, true),
  U64: (view, at) => Number(view.getBigUint64(at, true)),
  I64: (view, at) => Number(view.getBigInt64(at, true)),
  F16: (view, at) => halfToFloat(view.getUint16(at, true)),
  BF16: (view, at) => widen(view.getUint16(at, true)),
  F64: (view, at) => view.getFloat64(at, true),
};

/** Checks a caller's stored tensor; each property is read once. */
function toStored(tensor: unknown, name: string): StoredValues & { count: number } {
  if (!looksLikeTensor(tensor) || !('dtype' in tensor)) {
    throw wrongKind(name, 'a stored tensor of dtype, shape and data', tensor);
  }
  const { dtype, shape, data } = tensor;
  if (typeof dtype !== 'string' || !(Object.hasOwn(DTYPES, dtype) || Object.hasOwn(BLOCKS, dtype)))
    throw wrongKind(`${name}.dtype`, `one of ${[...PLAIN, ...QUANTISED].join(', ')}`, dtype);
  if (!isSizes(shape)) throw wrongKind(`${name}.shape`, 'an array of whole numbers', shape);
  const bytes = data as Uint8Array;
  if (kindOf(data) !== 'Uint8Array' || isDetached(bytes)) {
    throw wrongKind(`${name}.data`, 'a Uint8Array', data);
  }
  const sizes = [...shape];
  const known = dtype as Dtype;
  const length = byteLengthOf(known, sizes);
  if (bytes.byteLength !== length) {
    const expected = length === undefined ? 'a shape' : `${length} bytes`;
    throw wrongNumber(
      `${name}.data`,
      `${expected} for ${shorten(dtype)} of shape ${formatShape(sizes)}`,
      data,
    );
  }
  const count = sizes.reduce((product, size) => product * size, 1);
  return { dtype: known, shape: sizes, data: bytes, count };
}

const PLAIN = Object.keys(DTYPES);
const QUANTISED = Object.keys(BLOCKS);
