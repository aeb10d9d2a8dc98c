// A stored tensor: the dtype, shape and bytes of a tensor in a file. Knows the size and meaning of every dtype, and no file
// format.

import { formatShape, shorten, wrongKind, wrongNumber, isDetached } from '../arguments/errors.js';
import { looksLikeTensor, kindOf } from '../arguments/tensor.js';
import { halfToFloat } from './half.js';
import { BLOCKS, unpack } from './quantised.js';
import { DTYPES, isSizes } from './dtypes.js';

/** @import { PlainDtype } from './dtypes.js' */
/** @import { QuantisedDtype } from './quantised.js' */

/**
 * Number types of files: plain ones, or blocks (GGUF's), which toFloat32 dequantises.
 *
 * @typedef {PlainDtype | QuantisedDtype} Dtype
 */

/**
 * A tensor in the representation of its file.
 *
 * @typedef {object} StoredTensor
 * @property {Dtype} dtype
 * @property {number[]} shape row-major; blocks are along the last dimension
 * @property {Uint8Array} data its bytes, little-endian: a view of the file, not a copy
 */

/**
 * The size of a tensor in bytes.
 *
 * @param {Dtype} dtype
 * @param {readonly number[]} shape
 * @returns {number | undefined} undefined if the size is too large to count, or if a row is no whole number of blocks
 */
export function byteLengthOf(dtype, shape) {
  const [count, bytes] = Object.hasOwn(BLOCKS, dtype)
    ? BLOCKS[/** @type {QuantisedDtype} */ (dtype)]
    : [1, DTYPES[/** @type {PlainDtype} */ (dtype)][0]];
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
 * @param {StoredTensor} tensor
 * @param {string} [name] name of the tensor in errors
 * @returns {Float32Array<ArrayBuffer>} a copy that you own
 * @throws {TypeError} if the argument is not a stored tensor
 * @throws {RangeError} if shape and bytes do not match
 *
 * @example
 * const { tensors } = readSafetensors(await readFile('model.safetensors'));
 * const table = { data: toFloat32(tensors['embeddings.word_embeddings.weight']), shape: [30522, 384] };
 */
export function toFloat32(tensor, name = 'tensor') {
  const { dtype, data, count } = toStored(tensor, name);
  const values = new Float32Array(count);
  if (Object.hasOwn(BLOCKS, dtype)) {
    unpack(/** @type {QuantisedDtype} */ (dtype), data, values);
    return values;
  }
  const [size] = DTYPES[/** @type {PlainDtype} */ (dtype)];
  if (dtype === 'F32') {
    new Uint8Array(values.buffer).set(data);
    return values;
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const read = READ[/** @type {Exclude<PlainDtype, 'F32'>} */ (dtype)];
  for (let i = 0; i < count; i++) values[i] = read(view, size * i);
  return values;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** @param {number} brain a bfloat16 */
function widen(brain) {
  bits[0] = brain << 16;
  return float[0];
}

/** @type {Record<Exclude<PlainDtype, 'F32'>, (view: DataView, at: number) => number>} */
const READ = {
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

/**
 * Checks a caller's stored tensor; each property is read once.
 *
 * @param {unknown} tensor
 * @param {string} name
 * @returns {StoredTensor & { count: number }}
 */
export function toStored(tensor, name) {
  if (!looksLikeTensor(tensor) || !('dtype' in tensor)) {
    throw wrongKind(name, 'a stored tensor of dtype, shape and data', tensor);
  }
  const { dtype, shape, data } = tensor;
  if (typeof dtype !== 'string' || !(Object.hasOwn(DTYPES, dtype) || Object.hasOwn(BLOCKS, dtype)))
    throw wrongKind(`${name}.dtype`, `one of ${[...PLAIN, ...QUANTISED].join(', ')}`, dtype);
  if (!isSizes(shape)) throw wrongKind(`${name}.shape`, 'an array of whole numbers', shape);
  const bytes = /** @type {Uint8Array} */ (data);
  if (kindOf(data) !== 'Uint8Array' || isDetached(bytes)) {
    throw wrongKind(`${name}.data`, 'a Uint8Array', data);
  }
  const sizes = [...shape];
  const known = /** @type {Dtype} */ (dtype);
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
