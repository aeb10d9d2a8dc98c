// The location of a tensor in a file, in any format, and its bytes as a row-major tensor.

import { byteLengthOf, Stored } from './stored.ts';
import { DTYPES } from './dtypes.ts';
import type { PlainDtype } from './dtypes.ts';
import type { Dtype, StoredTensor } from './stored.ts';

export interface Entry {
  name: string;
  dtype: Dtype;
  /** row-major */
  shape: number[];
  /** offset of its bytes in the file */
  begin: number;
  end: number;
  /** in numbers, if they are not stored row by row: torch's views */
  strides?: number[];
}

/**
 * @param bytes from begin to end
 * @returns a view of the bytes; with strides, a copy
 */
export function storedFrom({ dtype, shape, strides }: Entry, bytes: Uint8Array): StoredTensor {
  return new Stored({ dtype, shape, data: strides ? gather(dtype, shape, strides, bytes) : bytes });
}

/** The tensors of a file in memory, by name. */
export function storedTensors(
  file: Uint8Array,
  entries: readonly Entry[],
): Record<string, StoredTensor> {
  return Object.fromEntries(
    entries.map((entry) => [entry.name, storedFrom(entry, file.subarray(entry.begin, entry.end))]),
  );
}

/** Copies strided numbers into row-major order. */
function gather(dtype: Dtype, shape: number[], strides: number[], bytes: Uint8Array) {
  const [size] = DTYPES[dtype as PlainDtype];
  const data = new Uint8Array(byteLengthOf(dtype, shape) as number);
  const index = shape.map(() => 0);
  let from = 0;
  for (let at = 0; at < data.length; at += size) {
    for (let i = 0; i < size; i++) data[at + i] = bytes[from * size + i];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      from += strides[axis];
      if (++index[axis] < shape[axis]) break;
      from -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
  return data;
}
