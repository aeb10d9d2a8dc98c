// A part of a tensor as a file stores it: some of its rows, turned over, or as float32; and its numbers back in their places.

import { formatShape, HeadwiseError } from '../arguments/errors.ts';
import { toFloat32 } from '../formats/stored.ts';
import type { StoredTensor } from '../formats/stored.ts';
import type { Part } from './description.ts';

/** Bytes of a number, where each stands alone. */
const BYTES = { F32: 4, F16: 2, BF16: 2 } as Record<string, number>;
export function asFloats(tensor: StoredTensor): StoredTensor {
  const values = toFloat32(tensor);
  return { dtype: 'F32', shape: tensor.shape, data: new Uint8Array(values.buffer) };
}

/**
 * @param tensor (in, out)
 * @returns (out, in)
 */
export function transposed(tensor: StoredTensor): StoredTensor {
  const { dtype, shape, data } = dtype4(tensor);
  const [inputs, outputs] = shape;
  const size = BYTES[dtype];
  const out = new Uint8Array(data.length);
  const from = size === 4 ? words(data, Uint32Array) : words(data, Uint16Array);
  const to = size === 4 ? new Uint32Array(out.buffer) : new Uint16Array(out.buffer);
  for (let i = 0; i < inputs; i++) {
    for (let o = 0; o < outputs; o++) to[o * inputs + i] = from[i * outputs + o];
  }
  return { dtype, shape: [outputs, inputs], data: out };
}

/** Numbers that stand alone. */
function dtype4(tensor: StoredTensor) {
  return Object.hasOwn(BYTES, tensor.dtype) ? tensor : asFloats(tensor);
}

function words(data: Uint8Array, Kind: Uint32ArrayConstructor | Uint16ArrayConstructor) {
  return new Kind(data.slice().buffer);
}

/** @param rows two numbers are a range */
export function someRows(
  { dtype, shape, data }: StoredTensor,
  rows: readonly number[],
  name: string,
): StoredTensor {
  const stride = data.length / shape[0];
  const range = rows.length === 2;
  const last = range ? rows[1] : rows.reduce((most, row) => Math.max(most, row), 0) + 1;
  const isPart = Number.isInteger(rows[0]) && Number.isInteger(last) && rows[0] >= 0;
  if (!(isPart && last > rows[0] && last <= shape[0])) {
    throw new HeadwiseError(
      'format',
      `${name}: expected at least ${last} rows, as config.json says, got ${formatShape(shape)}`,
    );
  }
  const rest = shape.slice(1);
  if (range) {
    const [first, end] = rows;
    const some = data.subarray(first * stride, end * stride);
    return { dtype, shape: [end - first, ...rest], data: some };
  }
  const out = new Uint8Array(rows.length * stride);
  for (const [i, row] of rows.entries()) {
    out.set(data.subarray(row * stride, (row + 1) * stride), i * stride);
  }
  return { dtype, shape: [rows.length, ...rest], data: out };
}

/** @param all of the tensor */
export function putBack(
  all: Float32Array,
  shape: readonly number[],
  { rows, transposed: turned }: Part,
  values: Float32Array,
) {
  const [first, ...rest] = shape;
  const count = turned ? rest[0] : first;
  const width = all.length / count;
  const places = rows ?? [0, count];
  const range = places.length === 2;
  for (let i = 0; i < values.length / width; i++) {
    const row = range ? places[0] + i : places[i];
    for (let j = 0; j < width; j++) {
      all[turned ? j * count + row : row * width + j] = values[i * width + j];
    }
  }
}
