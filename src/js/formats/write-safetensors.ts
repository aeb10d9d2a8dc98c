// Writes safetensors files: the same tensors give the same bytes. safetensors.ts describes the layout.

import {
  formatShape,
  HeadwiseError,
  shorten,
  wrongKind,
  wrongNumber,
} from '../arguments/errors.ts';
import { isRecord } from '../arguments/options.ts';
import { looksLikeTensor } from '../arguments/tensor.ts';
import { kindOf, lengthOf } from '../arguments/typed-arrays.ts';
import { DTYPES, isSizes } from './dtypes.ts';
import { quote } from './ranges.ts';
import { LONGEST_NAME, METADATA, MOST_HEADER } from './safetensors.ts';
import type { Numbers, PlainDtype } from './dtypes.ts';
import type { StoredValues } from './stored.ts';
import type { PlainMask, PlainTensor } from '../types/index.ts';

/** The dtype of each kind of typed array. */
const WRITTEN: Record<string, PlainDtype> = {
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
 * Writes a safetensors file; the same tensors give the same bytes. A Float32Array becomes F32, other typed arrays their own
 * dtypes, a tensor of booleans BOOL, and a stored tensor keeps its dtype and bytes.
 *
 * @param tensors in this order
 * @returns the file's bytes, which you own
 * @throws {TypeError} if a value is not a tensor, or a name cannot be written
 * @throws {RangeError} for a shape that does not fit the data
 * @throws {HeadwiseError} 'unsupported' for quantised blocks, which the format does not have
 *
 * @example
 * await writeFile('layer.safetensors', writeSafetensors(layer.stateDict(), { format: 'pt' }));
 */
export function writeSafetensors(
  tensors: Record<
    string,
    StoredValues | PlainTensor | PlainMask | { data: Numbers; shape: readonly number[] }
  >,
  metadata: Record<string, string> = {},
): Uint8Array<ArrayBuffer> {
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
  const length = Math.ceil(text.length / 8) * 8; // aligns the numbers
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

function toEntry(name: string, tensor: unknown) {
  const called = `tensors.${shorten(name)}`;
  expectName('tensors', name);
  if (name === METADATA) throw wrongKind(called, 'another name, as the format keeps it', tensor);
  if (!looksLikeTensor(tensor)) throw wrongKind(called, 'a tensor', tensor);
  const { data, shape } = tensor;
  const kind = kindOf(data) ?? '';
  const dtypeOf = kind === 'Uint8Array' && 'dtype' in tensor ? tensor.dtype : undefined;
  const given = dtypeOf === 'bool' ? 'BOOL' : dtypeOf;
  if (!Object.hasOwn(WRITTEN, kind)) throw wrongKind(`${called}.data`, 'a typed array', data);
  if (!isSizes(shape)) throw wrongKind(`${called}.shape`, 'an array of whole numbers', shape);
  const sizes = [...shape]; // read once
  const numbers = data as Float32Array;
  if (given !== undefined) return storedEntry(called, given, sizes, numbers);
  const count = sizes.reduce((product, size) => product * size, 1);
  if (lengthOf(numbers) !== count) {
    throw wrongNumber(`${called}.data`, `${count} values for shape ${formatShape(sizes)}`, data);
  }
  const dtype = WRITTEN[kind];
  return { dtype, shape: sizes, data: numbers, byteLength: count * DTYPES[dtype][0] };
}

/** @param data a Uint8Array */
function storedEntry(called: string, dtype: unknown, shape: number[], data: any) {
  if (typeof dtype !== 'string' || !Object.hasOwn(DTYPES, dtype)) {
    const message = `${called}: expected a dtype of ${Object.keys(DTYPES).join(', ')}, got ${quote(dtype)}`;
    throw new HeadwiseError('unsupported', message);
  }
  const known = dtype as PlainDtype;
  const byteLength = shape.reduce((product, size) => product * size, DTYPES[known][0]);
  if (lengthOf(data) !== byteLength) {
    const expected = `${byteLength} bytes for ${dtype} of shape ${formatShape(shape)}`;
    throw wrongNumber(`${called}.data`, expected, data);
  }
  return { dtype: known, shape, data, byteLength };
}

/** @param argument name of the argument in the error */
function expectName(argument: string, { length }: string) {
  if (length <= LONGEST_NAME) return;
  throw new RangeError(
    `${argument}: expected names of at most ${LONGEST_NAME} letters, got one of ${length}`,
  );
}

/**
 * Copies numbers to an offset in a file. An aligned offset, the usual case, needs no view of the source's bytes, which would be
 * one more object per tensor.
 *
 * @param data a typed array
 * @returns offset of the end
 */
function put(bytes: Uint8Array, at: number, data: any): number {
  const [size, Kind] = DTYPES[WRITTEN[kindOf(data) as string]];
  const length = lengthOf(data);
  if (at % size === 0) new Kind(bytes.buffer, at, length).set(data);
  else bytes.set(new Uint8Array(new Kind(data).buffer), at);
  return at + size * length;
}
