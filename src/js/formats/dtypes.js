// Kinds of numbers that stand one by one in a file, and typed arrays of them.

import { halfToFloat } from './half.js';

/** @typedef {'BOOL' | 'U8' | 'I8' | 'U16' | 'I16' | 'U32' | 'I32' | 'U64' | 'I64' | 'F16' | 'BF16' | 'F32' | 'F64'} PlainDtype */

/**
 * @typedef {Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | BigUint64Array | BigInt64Array
 *   | Float32Array | Float64Array} Numbers
 */

/** How each dtype is read; its size in bytes. @type {Record<PlainDtype, [size: number, Kind: any]>} */
export const DTYPES = {
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

/**
 * A copy of bytes as the numbers that they are. Half precision, F16 and BF16, becomes float32, which holds it exactly.
 *
 * @param {PlainDtype} dtype
 * @param {Uint8Array} bytes
 * @returns {Numbers}
 */
export function decode(dtype, bytes) {
  const [, Kind] = DTYPES[dtype];
  const data = new Kind(Uint8Array.from(bytes).buffer);
  if (dtype === 'F16') return Float32Array.from(data, halfToFloat);
  if (dtype !== 'BF16') return data;
  return new Float32Array(Uint32Array.from(data, (bits) => bits << 16).buffer);
}

/**
 * Whether this is a shape: whole numbers.
 *
 * @param {unknown} value
 * @returns {value is number[]}
 */
export function isSizes(value) {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}
