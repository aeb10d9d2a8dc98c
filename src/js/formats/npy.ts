// NumPy's .npy: a header in Python's notation, then the numbers of one array. Reads numpy.save's numbers and booleans, refuses
// objects, and never runs anything from a file.

import { formatShape, HeadwiseError, shorten } from '../arguments/errors.ts';
import { toBooleans, toTensor } from '../arguments/tensor.ts';
import { kindOf } from '../arguments/typed-arrays.ts';
import { halfToFloat } from './float16.ts';
import { damaged, quote, toBytes } from './ranges.ts';
import { Tensor as Readable } from '../arguments/tensor-class.ts';
import type { PlainDtype } from './dtypes.ts';
import type { Reader } from './ranges.ts';
import type { Entry } from './entry.ts';
import type { Tensor } from '../types/index.ts';

const broken = damaged('an .npy file');

const MAGIC = '\x93NUMPY';
/** The alignment of the numbers, for NumPy's memory maps. */
const ALIGNMENT = 64;
const LONGEST_HEADER = 65535;
const LARGEST = 2 ** 53 - 1;

/**
 * Writes a tensor as an .npy file, version 1.0: float32 as `<f4`, float64 as `<f8`, a boolean mask as `|b1`; row-major.
 *
 * @param tensor of any shape
 * @param name name of the tensor in errors
 * @returns the file's bytes, which you own
 * @throws {TypeError} if the argument is not a tensor
 * @throws {RangeError} if the shape does not match the data
 *
 * @example
 * const file = new Blob([writeNpy(attention)]); // numpy.load gives an array of shape (heads, from, to)
 */
export function writeNpy(
  tensor: {
    readonly data: Float32Array | Float64Array | Uint8Array;
    readonly shape: readonly number[];
  },
  name: string = 'tensor',
): Uint8Array<ArrayBuffer> {
  const isMask = kindOf(Object(tensor)?.data) === 'Uint8Array';
  const { data, shape } = isMask ? toBooleans(tensor, name) : toTensor(tensor, name, 'float64');
  const type = isMask ? '|b1' : data.BYTES_PER_ELEMENT === 8 ? '<f8' : '<f4';
  const header = npyHeader(type, shape);
  const start = header.length;
  const bytes = new Uint8Array(start + data.byteLength);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  if (type === '|b1') bytes.set(data as Uint8Array, start);
  else if (type === '<f8') data.forEach((value, i) => view.setFloat64(start + 8 * i, value, true));
  else data.forEach((value, i) => view.setFloat32(start + 4 * i, value, true));
  return bytes;
}

/**
 * The bytes before an array's numbers.
 *
 * @param type as NumPy writes it, such as `<f4`
 */
export function npyHeader(type: string, shape: readonly number[]): Uint8Array<ArrayBuffer> {
  // Python writes a tuple of one element with a comma.
  const sizes = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const said = `{'descr': '${type}', 'fortran_order': False, 'shape': ${sizes}, }`;
  const before = MAGIC.length + 4;
  const length = Math.ceil((before + said.length + 1) / ALIGNMENT) * ALIGNMENT - before;
  const bytes = new Uint8Array(before + length);
  const view = new DataView(bytes.buffer);
  view.setUint8(MAGIC.length, 1);
  view.setUint16(MAGIC.length + 2, length, true);
  const put = (text: string, at: number) =>
    [...text].forEach((sign, i) => view.setUint8(at + i, sign.charCodeAt(0)));
  put(MAGIC, 0);
  put(`${said.padEnd(length - 1)}\n`, before);
  return bytes;
}

/** The supported number types: size in bytes, and reader. */
const TYPES: Record<
  string,
  { size: number; read: (view: DataView, at: number, little: boolean) => number }
> = {
  f2: { size: 2, read: (view, at, little) => halfToFloat(view.getUint16(at, little)) },
  f4: { size: 4, read: (view, at, little) => view.getFloat32(at, little) },
  f8: { size: 8, read: (view, at, little) => view.getFloat64(at, little) },
  b1: { size: 1, read: (view, at) => view.getUint8(at) },
  i1: { size: 1, read: (view, at) => view.getInt8(at) },
  u1: { size: 1, read: (view, at) => view.getUint8(at) },
  i2: { size: 2, read: (view, at, little) => view.getInt16(at, little) },
  u2: { size: 2, read: (view, at, little) => view.getUint16(at, little) },
  i4: { size: 4, read: (view, at, little) => view.getInt32(at, little) },
  u4: { size: 4, read: (view, at, little) => view.getUint32(at, little) },
  i8: { size: 8, read: (view, at, little) => Number(view.getBigInt64(at, little)) },
  u8: { size: 8, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
};

/**
 * Reads an .npy file, versions 1.0 to 3.0, in either byte order. Fortran order becomes row-major. Booleans become a mask
 * (Uint8Array), numbers become float32, rounded to nearest.
 *
 * @returns a copy that you own
 * @throws {TypeError} if the argument is not bytes
 * @throws {HeadwiseError} 'format' for a damaged file or another format, 'unsupported' for objects, text, complex numbers and
 *   other types
 *
 * @example
 * const { data, shape } = readNpy(await (await fetch('x.npy')).arrayBuffer());
 */
export function readNpy(file: ArrayBuffer | Uint8Array): Tensor {
  return parseNpy(toBytes(file), 'file');
}

/** @param name name of the file in errors */
export function parseNpy(bytes: Uint8Array, name: string): Tensor {
  try {
    return parse(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (name === 'file' || !(error instanceof HeadwiseError)) throw error;
    throw new HeadwiseError(error.code, `${shorten(name)}: ${error.message}`);
  }
}

function parse(view: DataView): Tensor {
  const { header, start } = readHeader(view);
  const { type, little, fortran, shape } = parseHeader(header);
  const { size, read } = TYPES[type];
  const count = shape.reduce((product, length) => product * length, 1);
  const expected = start + count * size;
  if (count > LARGEST || view.byteLength !== expected) {
    throw broken(
      `expected ${expected} bytes for shape ${formatShape(shape)}, got ${view.byteLength}`,
    );
  }
  const data = type === 'b1' ? new Uint8Array(count) : new Float32Array(count);
  const place = fortran ? rowMajor(shape) : (i: number) => i;
  for (let i = 0; i < count; i++) data[place(i)] = read(view, start + i * size, little);
  if (type === 'b1' && data.some((flag) => flag > 1)) throw broken('a boolean is neither 0 nor 1');
  return new Readable(data, shape) as unknown as Tensor;
}

/** The number of bytes that contain the length of the header, for all versions. */
const LEAD = 12;

function readHeader(view: DataView) {
  if (view.byteLength < LEAD) throw broken('it does not begin as an .npy file does');
  const { before, start } = placeOfHeader(view, view.byteLength);
  return { header: textOf(view, before, start), start };
}

/**
 * @param view of the file's beginning
 * @param size of the file
 */
function placeOfHeader(view: DataView, size: number) {
  if (textOf(view, 0, MAGIC.length) !== MAGIC) {
    throw broken('it does not begin as an .npy file does');
  }
  const version = view.getUint8(6);
  if (version < 1 || version > 3) throw broken(`version ${version} is not known`);
  const before = version === 1 ? 10 : 12;
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEADER || before + length > size) {
    throw broken(`its header of ${length} bytes does not fit`);
  }
  return { before, start: before + length };
}

function textOf(view: DataView, begin: number, end: number) {
  const signs = Array.from({ length: end - begin }, (_, i) => view.getUint8(begin + i));
  return String.fromCharCode(...signs);
}

/** The dtypes of stored tensors. */
const DTYPES_OF: Record<string, PlainDtype> = {
  ...{ f2: 'F16', f4: 'F32', f8: 'F64', b1: 'BOOL', i1: 'I8', u1: 'U8', i2: 'I16', u2: 'U16' },
  ...{ i4: 'I32', u4: 'U32', i8: 'I64', u8: 'U64' },
};

/**
 * Locates an array's numbers inside a larger file, without reading them.
 *
 * @param begin offset of the .npy file in the larger file
 * @param size of the .npy file
 */
export function* npyReader(name: string, begin: number, size: number): Reader<Entry> {
  if (size < LEAD) throw broken(`${quote(name)}: it does not begin as an .npy file does`);
  const { before, start } = placeOfHeader(viewOf(yield [begin, begin + LEAD]), size);
  const view = viewOf(yield [begin + before, begin + start]);
  const { type, little, fortran, shape } = parseHeader(textOf(view, 0, start - before));
  const { size: width } = TYPES[type];
  if (!little && width > 1) {
    const message = `file: ${quote(name)}: expected little-endian numbers, got big-endian ones`;
    throw new HeadwiseError('unsupported', message);
  }
  const count = shape.reduce((product, length) => product * length, 1);
  if (count > LARGEST || size !== start + count * width) {
    throw broken(
      `${quote(name)}: expected ${start + count * width} bytes for shape ${formatShape(shape)}, got ${size}`,
    );
  }
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((a, b) => a * b, 1));
  return {
    ...{ name, dtype: DTYPES_OF[type], shape, begin: begin + start, end: begin + size },
    ...(fortran && shape.length > 1 && { strides }),
  };
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Reads the three fields of a header: a Python dictionary of exactly these, and no other Python.
 */
function parseHeader(header: string) {
  if (!/^\{[^{}#]*\}\s*$/.test(header)) throw broken('its header is not a dictionary');
  const find = (name: string, value: string) => {
    const found = [...header.matchAll(new RegExp(`['"]${name}['"]\\s*:\\s*(${value})`, 'g'))];
    if (found.length !== 1) throw broken(`its header does not say ${name} once`);
    return found[0][1];
  };
  const descr = find('descr', `'[^']*'|"[^"]*"|\\[.*\\]`).replace(/['"]/g, '');
  const [, order, type] = /^([<>|=])([a-zA-Z]\d+)$/.exec(descr) ?? [];
  if (!Object.hasOwn(TYPES, type) || order === '=' || (order === '|' && TYPES[type].size > 1)) {
    throw new HeadwiseError(
      'unsupported',
      `file: expected an .npy file of numbers or booleans, got dtype ${JSON.stringify(shorten(descr))}`,
    );
  }
  const fortran = find('fortran_order', 'True|False') === 'True';
  const sizes = find('shape', '\\([\\d\\s,]*\\)').slice(1, -1).trim();
  if (!/^(\d+\s*,\s*)*(\d+)?$/.test(sizes)) throw broken('its shape cannot be read');
  const shape = sizes === '' ? [] : sizes.replace(/,$/, '').split(',').map(Number);
  if (!shape.every(Number.isSafeInteger)) throw broken('its shape cannot be read');
  return { type, little: order !== '>', fortran, shape };
}

/** Maps the index of a number in Fortran order to its index in row-major order. */
function rowMajor(shape: readonly number[]) {
  return (i: number) => {
    let place = 0;
    let stride = shape.reduce((product, length) => product * length, 1);
    for (const length of shape) {
      stride /= length;
      place += (i % length) * stride;
      i = Math.floor(i / length);
    }
    return place;
  };
}
