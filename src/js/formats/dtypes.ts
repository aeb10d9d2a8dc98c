// Plain number types of files, which are stored one by one, and their typed arrays.

import { halfToFloat } from './float16.ts';

export type PlainDtype =
  | 'BOOL'
  | 'U8'
  | 'I8'
  | 'U16'
  | 'I16'
  | 'U32'
  | 'I32'
  | 'U64'
  | 'I64'
  | 'F16'
  | 'BF16'
  | 'F32'
  | 'F64';

export type Numbers =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | BigUint64Array
  | BigInt64Array
  | Float32Array
  | Float64Array;

/** Each dtype's size in bytes, and the array that reads it. */
export const DTYPES: Record<PlainDtype, [size: number, Kind: any]> = {
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
 * Decodes bytes into a copy. Half precision, F16 and BF16, becomes float32, which represents it exactly.
 */
export function decode(dtype: PlainDtype, bytes: Uint8Array): Numbers {
  const [, Kind] = DTYPES[dtype];
  const data = new Kind(Uint8Array.from(bytes).buffer);
  if (dtype === 'F16') return Float32Array.from(data, halfToFloat);
  if (dtype !== 'BF16') return data;
  return new Float32Array(Uint32Array.from(data, (bits: number) => bits << 16).buffer);
}

/** Whether a value is a shape: an array of integers of at least 0. */
export function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
}
