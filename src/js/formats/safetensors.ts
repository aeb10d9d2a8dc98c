// Reads safetensors files: named tensors, and string metadata. Refuses a wrong file with the reason. Knows no models.
//
// A file is the length of its header as a little-endian 64-bit integer, the header (JSON of at most 100 MB), and the numbers
// of all tensors in order, without gaps.

import { formatShape } from '../arguments/errors.ts';
import { isRecord } from '../arguments/options.ts';
import { parseJson } from './json.ts';
import { decode, DTYPES, isSizes } from './dtypes.ts';
import { storedFrom } from './entry.ts';
import { damaged, quote, readNow, toBytes } from './ranges.ts';
import type { Numbers, PlainDtype } from './dtypes.ts';
import type { Reader } from './ranges.ts';
import type { StoredTensor } from './stored.ts';

const broken = damaged('a safetensors file');

export const MOST_HEADER = 100_000_000;
/** Maximum length of a name in characters: far longer than any model's, and short enough for a message. */
export const LONGEST_NAME = 65_536;
const FIELDS = ['dtype', 'shape', 'data_offsets'];
/** The key that the format reserves. */
export const METADATA = '__metadata__';

/** The location of a tensor in a file. */
interface Entry {
  name: string;
  dtype: PlainDtype;
  shape: number[];
  /** offset of its bytes in the file */
  begin: number;
  end: number;
}

/** A tensor as a typed array. */
export type StoredArray = { dtype: PlainDtype; shape: number[]; data: Numbers };

/**
 * Reads a safetensors file. The tensors are views of the file in its own dtypes, and valid wherever the engine takes numbers;
 * their toFloat32() gives a copy as float32.
 *
 * @throws {TypeError} if the argument is not bytes
 * @throws {HeadwiseError} 'format' for any violation of the format; the text names it
 *
 * @example
 * const { tensors } = readSafetensors(await readFile('layer.safetensors'));
 * layer.loadStateDict(tensors); // the state dict of an nn.MultiheadAttention
 */
export function readSafetensors(file: ArrayBuffer | Uint8Array): {
  tensors: Record<string, StoredTensor>;
  metadata: Record<string, string>;
} {
  expectSafetensors(toBytes(file));
  return read(file, storedFrom);
}

/** Names the function that reads a file of another format. */
function expectSafetensors(bytes: Uint8Array) {
  const begins = String.fromCharCode(...bytes.subarray(0, 4));
  if (begins === 'GGUF') throw broken('it is a GGUF file; readGguf reads it');
  if (begins.startsWith('PK')) {
    throw broken(
      'it is a zip archive, as of torch.save and NumPy; readTorch and readNpz read them',
    );
  }
  if (bytes[0] === 0x80 && bytes[1] <= 5 && bytes[3] > 5) {
    throw broken('it is a pickle, as of torch.save; readTorch reads it');
  }
}

/** Reads the tensors as typed arrays, each a copy. Half precision becomes float32. */
export function readArrays(file: ArrayBuffer | Uint8Array): {
  tensors: Record<string, StoredArray>;
  metadata: Record<string, string>;
} {
  return read(file, ({ dtype, shape }, bytes) => ({ dtype, shape, data: decode(dtype, bytes) }));
}

function read<T>(
  file: ArrayBuffer | Uint8Array,
  take: (entry: Entry, bytes: Uint8Array) => T,
): { tensors: Record<string, T>; metadata: Record<string, string> } {
  const bytes = toBytes(file);
  const { entries, metadata } = readNow(bytes, safetensorsReader(bytes.length));
  const tensors: [string, T][] = entries.map((entry) => [
    entry.name,
    take(entry, bytes.subarray(entry.begin, entry.end)),
  ]);
  return { tensors: Object.fromEntries(tensors), metadata };
}

/**
 * Reads and checks the header of a file: its tensors and their locations.
 *
 * @param size of the file
 */
export function* safetensorsReader(
  size: number,
): Reader<{ entries: Entry[]; metadata: Record<string, string> }> {
  if (size < 8) throw cut(8, size);
  const lead = yield [0, 8];
  const start = headerEnd(lead, size);
  const header = parseHeader(yield [8, start]);
  const metadata = checkMetadata(header.has(METADATA) ? header.get(METADATA) : {});
  header.delete(METADATA);
  const entries = Array.from(header, ([name, entry]) => checkEntry(name, entry, start));
  const placed = [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end);
  let at = start;
  for (const { name, begin, end } of placed) {
    if (begin !== at)
      throw broken(`${quote(name)} begins at ${begin - start}, expected ${at - start}`);
    at = end;
    if (end > size) throw cut(end, size);
  }
  if (at !== size) throw broken(`expected ${at} bytes, got ${size}`);
  return { entries, metadata };
}

/**
 * @param lead the first 8 bytes
 * @param size of the file
 * @returns offset of the numbers
 */
function headerEnd(lead: Uint8Array, size: number): number {
  const length = new DataView(lead.buffer, lead.byteOffset).getBigUint64(0, true);
  if (length > MOST_HEADER) {
    const text = String.fromCharCode(...lead);
    if (text === 'version ') throw broken('this is a pointer of Git LFS, which names the file');
    if (/^\s*</.test(text)) throw broken('this is a page of HTML or XML');
    throw broken(`expected a header of at most ${MOST_HEADER} bytes, got ${length}`);
  }
  const start = 8 + Number(length);
  if (start > size) throw cut(start, size);
  return start;
}

function parseHeader(bytes: Uint8Array): Map<string, unknown> {
  if (bytes[0] !== 0x7b) throw broken('expected a header that begins with {');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return membersOf(parseJson(text, LONGEST_NAME) as object);
  } catch (cause) {
    throw broken(`expected a header of JSON: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** An object of JSON as a Map, in which no name has a special meaning. */
const membersOf = (value: object): Map<string, unknown> => new Map(Object.entries(value));

/** @param start offset of the numbers */
function checkEntry(name: string, entry: unknown, start: number): Entry {
  if (!isRecord(entry)) throw broken(`${quote(name)}: expected an object`);
  const members = membersOf(entry);
  for (const field of members.keys()) {
    if (!FIELDS.includes(field)) throw broken(`${quote(name)}: unknown field ${quote(field)}`);
  }
  const [dtype, shape, offsets] = FIELDS.map((field) => members.get(field));
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
  let size = DTYPES[dtype as PlainDtype][0];
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
  return {
    name,
    dtype: dtype as PlainDtype,
    shape,
    begin: start + begin,
    end: start + end,
  };
}

function checkMetadata(about: unknown): Record<string, string> {
  if (!isRecord(about)) throw broken(`${METADATA}: expected an object of strings`);
  for (const [name, value] of Object.entries(about)) {
    if (typeof value !== 'string') throw broken(`${METADATA}: ${quote(name)} is not a string`);
  }
  return about as Record<string, string>;
}

function cut(expected: number, got: number) {
  return broken(`expected at least ${expected} bytes, got ${got}`);
}
