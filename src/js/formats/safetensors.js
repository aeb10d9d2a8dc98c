// The safetensors format: tensors by name, and strings about them. Reads any file or says what is wrong with it; writes
// the same bytes for the same tensors. Knows nothing of models.
//
// A file is the length of its header as a 64-bit integer, little end first, the header, JSON of at most 100 MB, and the
// numbers of all tensors one after the other, without a gap.

import {
  formatShape,
  HeadwiseError,
  shorten,
  wrongKind,
  wrongNumber,
} from '../arguments/errors.js';
import { isRecord } from '../arguments/options.js';
import { looksLikeTensor } from '../arguments/tensor.js';
import { isBuffer, isDetached, kindOf, lengthOf } from '../arguments/typed-array.js';
import { parseJson } from './json.js';

/** @typedef {'BOOL' | 'U8' | 'I8' | 'U16' | 'I16' | 'U32' | 'I32' | 'U64' | 'I64' | 'F16' | 'BF16' | 'F32' | 'F64'} Dtype */

/**
 * A tensor as it stands in a file. Half precision, F16 and BF16, is given as Float32Array, which holds it exactly.
 *
 * @typedef {object} StoredTensor
 * @property {Dtype} dtype
 * @property {number[]} shape
 * @property {Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | BigUint64Array | BigInt64Array
 *   | Float32Array | Float64Array} data a copy
 */

const MOST_HEADER = 100_000_000;
/** Letters of a name: far beyond any that a model has, and short enough to be shown. */
const LONGEST_NAME = 65_536;
const FIELDS = ['dtype', 'shape', 'data_offsets'];
/** What the format keeps for itself. */
const METADATA = '__metadata__';

/** How each dtype is read; its size in bytes. @type {Record<Dtype, [size: number, Kind: any]>} */
const DTYPES = {
  BOOL: [1, Uint8Array],
  U8: [1, Uint8Array],
  I8: [1, Int8Array],
  U16: [2, Uint16Array],
  I16: [2, Int16Array],
  U32: [4, Uint32Array],
  I32: [4, Int32Array],
  U64: [8, BigUint64Array],
  I64: [8, BigInt64Array],
  F16: [2, Uint16Array],
  BF16: [2, Uint16Array],
  F32: [4, Float32Array],
  F64: [8, Float64Array],
};

/** What is written: the kinds of array that say their dtype. @type {Record<string, Dtype>} */
const WRITTEN = {
  Uint8Array: 'U8',
  Int8Array: 'I8',
  Uint16Array: 'U16',
  Int16Array: 'I16',
  Uint32Array: 'U32',
  Int32Array: 'I32',
  BigUint64Array: 'U64',
  BigInt64Array: 'I64',
  Float32Array: 'F32',
  Float64Array: 'F64',
};

/**
 * @param {ArrayBuffer | Uint8Array} file
 * @returns {{ tensors: Record<string, StoredTensor>, metadata: Record<string, string> }}
 * @throws {HeadwiseError} 'format', for whatever is not as it should be; the text says where
 *
 * @example
 * const { tensors } = readSafetensors(await (await fetch('model.safetensors')).arrayBuffer());
 * model.loadStateDict(tensors);
 */
export function readSafetensors(file) {
  const bytes = toBytes(file);
  const { header, start } = readHeader(bytes);
  const metadata = checkMetadata(header.has(METADATA) ? header.get(METADATA) : new Map());
  header.delete(METADATA);
  const entries = Array.from(header, ([name, entry]) => checkEntry(name, entry));
  const placed = [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end);
  let at = 0;
  for (const { name, begin, end } of placed) {
    if (begin !== at) throw broken(`${quote(name)} begins at ${begin}, expected ${at}`);
    at = end;
    if (start + end > bytes.length) throw cut(start + end, bytes.length);
  }
  if (start + at !== bytes.length)
    throw broken(`expected ${start + at} bytes, got ${bytes.length}`);
  /** @type {[string, StoredTensor][]} */
  const tensors = entries.map(({ name, dtype, shape, begin, end }) => [
    name,
    { dtype, shape, data: decode(dtype, bytes, start + begin, start + end) },
  ]);
  return { tensors: Object.fromEntries(tensors), metadata };
}

/**
 * @param {Record<string, { data: ArrayBufferView, shape: readonly number[] }>} tensors in this order
 * @param {Record<string, string>} [metadata]
 * @returns {Uint8Array<ArrayBuffer>}
 *
 * @example
 * await writeFile('model.safetensors', writeSafetensors(model.stateDict(), { task: 'grammar' }));
 */
export function writeSafetensors(tensors, metadata = {}) {
  if (!isRecord(tensors)) throw wrongKind('tensors', 'an object of tensors', tensors);
  if (!isRecord(metadata)) throw wrongKind('metadata', 'an object of strings', metadata);
  const about = Object.entries(metadata);
  for (const [name, value] of about) {
    if (typeof value !== 'string') throw wrongKind(`metadata.${shorten(name)}`, 'a string', value);
    expectName('metadata', name);
  }
  const texts = about.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const parts = about.length > 0 ? [`"${METADATA}":{${texts.join()}}`] : [];
  let size = 0;
  const entries = Object.entries(tensors).map(([name, tensor]) => {
    const entry = toEntry(name, tensor);
    const begin = size;
    size += entry.byteLength;
    parts.push(
      `${JSON.stringify(name)}:{"dtype":"${entry.dtype}","shape":[${entry.shape}],"data_offsets":[${begin},${size}]}`,
    );
    return entry.data;
  });
  const text = new TextEncoder().encode(`{${parts.join()}}`);
  const length = Math.ceil(text.length / 8) * 8; // so that numbers are aligned
  if (length > MOST_HEADER) {
    throw new RangeError(`tensors: expected names of at most ${MOST_HEADER} bytes, got ${length}`);
  }
  const start = 8 + length;
  const bytes = new Uint8Array(start + size).fill(32, 8, start);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.set(text, 8);
  let next = start;
  for (const data of entries) next = put(bytes, next, data);
  return bytes;
}

/**
 * @param {string} name
 * @param {unknown} tensor
 */
function toEntry(name, tensor) {
  const called = `tensors.${shorten(name)}`;
  expectName('tensors', name);
  if (name === METADATA) throw wrongKind(called, 'another name, as the format keeps it', tensor);
  if (!looksLikeTensor(tensor)) throw wrongKind(called, 'a tensor', tensor);
  const { data, shape } = tensor;
  const kind = kindOf(data) ?? '';
  if (!Object.hasOwn(WRITTEN, kind)) throw wrongKind(`${called}.data`, 'a typed array', data);
  if (!isSizes(shape)) throw wrongKind(`${called}.shape`, 'an array of whole numbers', shape);
  const sizes = [...shape]; // looked at once
  const numbers = /** @type {Float32Array} */ (data);
  const count = sizes.reduce((product, size) => product * size, 1);
  if (lengthOf(numbers) !== count) {
    throw wrongNumber(`${called}.data`, `${count} values for shape ${formatShape(sizes)}`, data);
  }
  const dtype = WRITTEN[kind];
  return { dtype, shape: sizes, data: numbers, byteLength: count * DTYPES[dtype][0] };
}

/**
 * @param {string} argument whose it is
 * @param {string} name
 */
function expectName(argument, { length }) {
  if (length <= LONGEST_NAME) return;
  throw new RangeError(
    `${argument}: expected names of at most ${LONGEST_NAME} letters, got one of ${length}`,
  );
}

/**
 * Copies numbers to a place in a file. Where it is aligned for them, as it nearly always is, without a look at their memory,
 * which would make an object for each tensor.
 *
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {any} data a typed array
 * @returns {number} where it ends
 */
function put(bytes, at, data) {
  const [size, Kind] = DTYPES[WRITTEN[/** @type {string} */ (kindOf(data))]];
  const length = lengthOf(data);
  if (at % size === 0) new Kind(bytes.buffer, at, length).set(data);
  else bytes.set(new Uint8Array(new Kind(data).buffer), at);
  return at + size * length;
}

/**
 * @param {unknown} file
 * @returns {Uint8Array}
 */
function toBytes(file) {
  if (kindOf(file) === 'Uint8Array') return /** @type {Uint8Array} */ (file);
  if (isBuffer(file) && !isDetached(file)) return new Uint8Array(file);
  throw wrongKind('file', 'an ArrayBuffer or a Uint8Array', file);
}

/**
 * @param {Uint8Array} bytes
 * @returns {{ header: Map<string, unknown>, start: number }} start: where the numbers begin
 */
function readHeader(bytes) {
  if (bytes.length < 8) throw cut(8, bytes.length);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  if (length > MOST_HEADER) {
    throw broken(`expected a header of at most ${MOST_HEADER} bytes, got ${length}`);
  }
  const start = 8 + Number(length);
  if (start > bytes.length) throw cut(start, bytes.length);
  if (bytes[8] !== 0x7b) throw broken('expected a header that begins with {');
  let header;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, start));
    header = parseJson(text, LONGEST_NAME);
  } catch (cause) {
    throw broken(`expected a header of JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
  return { header: /** @type {Map<string, unknown>} */ (header), start };
}

/**
 * @param {string} name
 * @param {unknown} entry
 * @returns {{ name: string, dtype: Dtype, shape: number[], begin: number, end: number }}
 */
function checkEntry(name, entry) {
  if (!(entry instanceof Map)) throw broken(`${quote(name)}: expected an object`);
  for (const field of entry.keys()) {
    if (!FIELDS.includes(field)) throw broken(`${quote(name)}: unknown field ${quote(field)}`);
  }
  const [dtype, shape, offsets] = FIELDS.map((field) => entry.get(field));
  if (typeof dtype !== 'string' || !Object.hasOwn(DTYPES, dtype)) {
    throw broken(
      `${quote(name)}: expected a dtype of ${Object.keys(DTYPES).join(', ')}, got ${quote(dtype)}`,
    );
  }
  if (!isSizes(shape)) throw broken(`${quote(name)}: expected a shape of whole numbers`);
  if (!isSizes(offsets) || offsets.length !== 2 || offsets[0] > offsets[1]) {
    throw broken(
      `${quote(name)}: expected data_offsets of two whole numbers, the first not larger`,
    );
  }
  const [begin, end] = offsets;
  let size = DTYPES[/** @type {Dtype} */ (dtype)][0];
  for (const count of shape) {
    size *= count;
    if (!Number.isSafeInteger(size))
      throw broken(`${quote(name)}: its shape is too large to count`);
  }
  if (end - begin !== size) {
    throw broken(
      `${quote(name)}: expected ${size} bytes for ${dtype} of shape ${formatShape(shape)}, got ${end - begin}`,
    );
  }
  return { name, dtype: /** @type {Dtype} */ (dtype), shape, begin, end };
}

/**
 * @param {unknown} value
 * @returns {value is number[]}
 */
function isSizes(value) {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}

/**
 * @param {unknown} about
 * @returns {Record<string, string>}
 */
function checkMetadata(about) {
  if (!(about instanceof Map)) throw broken(`${METADATA}: expected an object of strings`);
  for (const [name, value] of about) {
    if (typeof value !== 'string') throw broken(`${METADATA}: ${quote(name)} is not a string`);
  }
  return Object.fromEntries(about);
}

/**
 * A copy of the numbers between two places of a file.
 *
 * @param {Dtype} dtype
 * @param {Uint8Array} bytes
 * @param {number} begin
 * @param {number} end
 * @returns {StoredTensor['data']}
 */
function decode(dtype, bytes, begin, end) {
  const [size, Kind] = DTYPES[dtype];
  const place = bytes.byteOffset + begin;
  const data =
    place % size === 0
      ? new Kind(bytes.buffer, place, (end - begin) / size).slice()
      : new Kind(Uint8Array.from(bytes.subarray(begin, end)).buffer);
  if (dtype === 'F16') return Float32Array.from(data, halfToFloat);
  if (dtype !== 'BF16') return data;
  return new Float32Array(Uint32Array.from(data, (bits) => bits << 16).buffer);
}

/**
 * @param {number} bits of IEEE half precision
 * @returns {number}
 */
function halfToFloat(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 5.9604644775390625e-8;
  let power = 2.98023223876953125e-8; // of the exponent 0, times 1024
  for (let i = 0; i < exponent; i++) power *= 2;
  return sign * (1024 + fraction) * power;
}

/** @param {unknown} name */
function quote(name) {
  const text = typeof name === 'string' ? name : String(name);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

/** @param {string} what */
function broken(what) {
  return new HeadwiseError('format', `file: not a safetensors file that can be read: ${what}`);
}

/**
 * @param {number} expected
 * @param {number} got
 */
function cut(expected, got) {
  return broken(`expected at least ${expected} bytes, got ${got}`);
}
