// The location of a tensor in a file, in any format, and its bytes as a row-major tensor.

import { HeadwiseError } from '../arguments/errors.ts';
import { quote } from './ranges.ts';
import { byteLengthOf, Stored } from './stored.ts';
import { DTYPES } from './dtypes.ts';
import type { PlainDtype } from './dtypes.ts';
import type { Dtype, StoredTensor } from './stored.ts';

/** The bytes that the copies of views may have: for a small file, and for each byte of a larger one. */
const [SMALL_COPIES, MOST_COPIES] = [2 ** 26, 16];

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

/**
 * The tensors of a file in memory, by name. Equal views with strides, as of tied weights, have one copy.
 *
 * @throws {HeadwiseError} 'format' if the copies would take many times the bytes of the file
 */
export function storedTensors(
  file: Uint8Array,
  entries: readonly Entry[],
): Record<string, StoredTensor> {
  const most = Math.max(SMALL_COPIES, MOST_COPIES * file.length);
  const copies: Map<string, Uint8Array> = new Map();
  let copied = 0;
  const tensors = entries.map((entry): [string, StoredTensor] => {
    const { name, dtype, shape, strides, begin, end } = entry;
    const bytes = file.subarray(begin, end);
    if (strides === undefined) return [name, storedFrom(entry, bytes)];
    const view = JSON.stringify([begin, dtype, shape, strides]);
    let data = copies.get(view);
    if (data === undefined) {
      copied += byteLengthOf(dtype, shape) as number;
      if (copied > most) {
        const text = `file: expected views with strides of at most ${most} bytes in all, got ${quote(name)} beyond that`;
        throw new HeadwiseError('format', text);
      }
      data = gather(dtype, shape, strides, bytes);
      copies.set(view, data);
    }
    return [name, new Stored({ dtype, shape, data })];
  });
  return Object.fromEntries(tensors);
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
