// The safetensors format: tensors by name, and strings about them. Reads any file or says what is wrong with it; writes
// the same bytes for the same tensors. Knows nothing of models.
//
// A file is the length of its header as a 64-bit integer, little end first, the header, JSON of at most 100 MB, and the
// numbers of all tensors one after the other, without a gap.

import { formatShape, HeadwiseError, wrongKind, wrongNumber } from '../errors.js';
import { isRecord } from '../options.js';
import { kindOf, lengthOf } from '../typed-array.js';

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
  const { __metadata__: about = {}, ...entries } = header;
  /** @type {Record<string, StoredTensor>} */
  const tensors = Object.create(null);
  const placed = Object.entries(entries)
    .map(([name, entry]) => checkEntry(name, entry))
    .sort((a, b) => a.begin - b.begin || a.end - b.end);
  let at = 0;
  for (const { name, dtype, shape, begin, end } of placed) {
    if (begin !== at) throw broken(`${quote(name)} begins at ${begin}, expected ${at}`);
    at = end;
    if (start + end > bytes.length) throw cut(start + end, bytes.length);
    tensors[name] = {
      dtype,
      shape,
      // a copy, also of Node's Buffer, whose own slice would be a view
      data: decode(dtype, Uint8Array.from(bytes.subarray(start + begin, start + end)).buffer),
    };
  }
  if (start + at !== bytes.length)
    throw broken(`expected ${start + at} bytes, got ${bytes.length}`);
  return {
    tensors: Object.fromEntries(Object.keys(entries).map((name) => [name, tensors[name]])),
    metadata: checkMetadata(about),
  };
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
  /** @type {Record<string, unknown>} */
  const header = {};
  for (const [name, value] of Object.entries(metadata)) {
    if (typeof value !== 'string') throw wrongKind(`metadata.${name}`, 'a string', value);
  }
  if (Object.keys(metadata).length > 0) header.__metadata__ = metadata;
  let at = 0;
  for (const [name, { data, shape }] of Object.entries(tensors)) {
    const dtype = WRITTEN[kindOf(data) ?? ''];
    if (dtype === undefined) throw wrongKind(`${name}.data`, 'a typed array', data);
    const count = shape.reduce((product, size) => product * size, 1);
    if (lengthOf(data) !== count) {
      throw wrongNumber(`${name}.data`, `${count} values for shape ${formatShape(shape)}`, data);
    }
    header[name] = { dtype, shape, data_offsets: [at, at + data.byteLength] };
    at += data.byteLength;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const start = 8 + Math.ceil(text.length / 8) * 8; // so that numbers are aligned
  const bytes = new Uint8Array(start + at).fill(32, 8, start);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(start - 8), true);
  bytes.set(text, 8);
  let next = start;
  for (const { data } of Object.values(tensors)) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), next);
    next += data.byteLength;
  }
  return bytes;
}

/**
 * @param {unknown} file
 * @returns {Uint8Array}
 */
function toBytes(file) {
  if (kindOf(file) === 'Uint8Array') return /** @type {Uint8Array} */ (file);
  if (Object.prototype.toString.call(file) === '[object ArrayBuffer]') {
    return new Uint8Array(/** @type {ArrayBuffer} */ (file));
  }
  throw wrongKind('file', 'an ArrayBuffer or a Uint8Array', file);
}

/**
 * @param {Uint8Array} bytes
 * @returns {{ header: Record<string, unknown>, start: number }} start: where the numbers begin
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
  let text;
  let header;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, start));
    header = JSON.parse(text);
  } catch (cause) {
    throw broken(`expected a header of JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
  const twice = repeatedKey(text);
  if (twice !== null) throw broken(`${quote(twice)} stands in the header twice`);
  return { header, start };
}

/**
 * JSON.parse takes the last of equal keys and says nothing.
 *
 * @param {string} json known to be right
 * @returns {string | null}
 */
function repeatedKey(json) {
  /** @type {(Set<string> | null)[]} the keys of the objects that are open, null for arrays */
  const open = [];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const key = JSON.parse(token.slice(0, -1));
      const keys = /** @type {Set<string>} */ (open[open.length - 1]);
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return null;
}

/**
 * @param {string} name
 * @param {unknown} entry
 * @returns {{ name: string, dtype: Dtype, shape: number[], begin: number, end: number }}
 */
function checkEntry(name, entry) {
  if (!isRecord(entry)) throw broken(`${quote(name)}: expected an object`);
  const { dtype, shape, data_offsets: offsets, ...rest } = entry;
  const more = Object.keys(rest)[0];
  if (more !== undefined) throw broken(`${quote(name)}: unknown field ${quote(more)}`);
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
  if (!isRecord(about)) throw broken('__metadata__: expected an object of strings');
  for (const [name, value] of Object.entries(about)) {
    if (typeof value !== 'string') throw broken(`__metadata__: ${quote(name)} is not a string`);
  }
  return /** @type {Record<string, string>} */ (about);
}

/**
 * @param {Dtype} dtype
 * @param {ArrayBuffer} buffer
 * @returns {StoredTensor['data']}
 */
function decode(dtype, buffer) {
  const data = new DTYPES[dtype][1](buffer);
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
  return new HeadwiseError('format', `this is not a safetensors file that can be read: ${what}`);
}

/**
 * @param {number} expected
 * @param {number} got
 */
function cut(expected, got) {
  return broken(`expected at least ${expected} bytes, got ${got}`);
}
