// Reads GGUF, llama.cpp's format: metadata with the tokenizer, then tensors, mostly in blocks. Little-endian versions 2 and 3,
// after ggml/include/gguf.h and docs/gguf.md of ggml. Knows no model.

import { formatShape, HeadwiseError } from '../arguments/errors.ts';
import { BLOCKS } from './quantised.ts';
import { storedTensors } from './entry.ts';
import { damaged, quote, readNow, readStart, toBytes, TooShort } from './ranges.ts';
import { byteLengthOf } from './stored.ts';
import type { Entry } from './entry.ts';
import type { Reader } from './ranges.ts';
import type { Dtype, StoredTensor } from './stored.ts';

export type GgufValue =
  number | bigint | boolean | string | number[] | bigint[] | boolean[] | string[];

const broken = damaged('a GGUF file');

const MAGIC = 0x46554747;
const ALIGNMENT = 'general.alignment';
const [MOST_KEYS, MOST_TENSORS, MOST_DIMENSIONS] = [65_536, 1_000_000, 4];
/** Maximum length of a name in bytes: ggml allows 64 for a tensor, 65535 for a key. */
const LONGEST_NAME = 65_535;

/** Tensor types by number. Unsupported types are refused by their name. */
const KINDS = [
  ...['F32', 'F16', 'Q4_0', 'Q4_1', 'Q4_2', 'Q4_3', 'Q5_0', 'Q5_1', 'Q8_0', 'Q8_1', 'Q2_K', 'Q3_K'],
  ...['Q4_K', 'Q5_K', 'Q6_K', 'Q8_K', 'IQ2_XXS', 'IQ2_XS', 'IQ3_XXS', 'IQ1_S', 'IQ4_NL', 'IQ3_S'],
  ...['IQ2_S', 'IQ4_XS', 'I8', 'I16', 'I32', 'I64', 'F64', 'IQ1_M', 'BF16'],
];
const KNOWN = ['F32', 'F16', 'BF16', 'F64', 'I8', 'I16', 'I32', 'I64', ...Object.keys(BLOCKS)];

const [STRING, ARRAY] = [8, 9];

/** Metadata types by number: their size in bytes and their reader. */
const VALUES: Record<number, [number, (view: DataView, at: number) => number | bigint | boolean]> =
  {
    0: [1, (view, at) => view.getUint8(at)],
    1: [1, (view, at) => view.getInt8(at)],
    2: [2, (view, at) => view.getUint16(at, true)],
    3: [2, (view, at) => view.getInt16(at, true)],
    4: [4, (view, at) => view.getUint32(at, true)],
    5: [4, (view, at) => view.getInt32(at, true)],
    6: [4, (view, at) => view.getFloat32(at, true)],
    7: [1, (view, at) => view.getUint8(at) !== 0],
    10: [8, (view, at) => narrow(view.getBigUint64(at, true))],
    11: [8, (view, at) => narrow(view.getBigInt64(at, true))],
    12: [8, (view, at) => view.getFloat64(at, true)],
  };

/**
 * Reads a GGUF file, llama.cpp's format: its tensors, in its own dtypes and blocks, and its metadata, among it the config and
 * the tokenizer. The tensors are views of the file; their toFloat32() dequantises them.
 *
 * @throws {TypeError} if the argument is not bytes
 * @throws {HeadwiseError} 'format' for a damaged file, 'unsupported' for a dtype or version that is not implemented
 *
 * @example
 * const { tensors, metadata } = readGguf(await readFile('model.gguf'));
 * metadata['general.architecture']; // 'llama'
 * tensors['blk.0.attn_q.weight'].toFloat32().shape;
 */
export function readGguf(file: ArrayBuffer | Uint8Array): {
  tensors: Record<string, StoredTensor>;
  metadata: Record<string, GgufValue>;
} {
  const bytes = toBytes(file);
  const { entries, metadata } = readNow(bytes, ggufReader(bytes.length));
  return { tensors: storedTensors(bytes, entries), metadata };
}

/**
 * Reads and checks the tensors and metadata of a file. Shapes are row-major; GGUF stores the fastest dimension first.
 *
 * @param size of the file
 */
export function* ggufReader(
  size: number,
): Reader<{ entries: Entry[]; metadata: Record<string, GgufValue> }> {
  try {
    return yield* readStart(size, (bytes) => parse(bytes, size));
  } catch (error) {
    throw error instanceof TooShort ? broken('it ends within its header') : error;
  }
}

/**
 * @param bytes the file's beginning
 * @param size of the file
 */
function parse(bytes: Uint8Array, size: number) {
  const cursor = new Cursor(bytes, size);
  if (cursor.uint32() !== MAGIC) throw broken('it does not begin with GGUF');
  const version = cursor.uint32();
  if (version !== 2 && version !== 3) {
    const other = version > 65_535 ? 'big-endian numbers' : `version ${version}`;
    throw new HeadwiseError('unsupported', `file: expected GGUF version 2 or 3, got ${other}`);
  }
  const tensorCount = cursor.count('tensors', MOST_TENSORS);
  const keyCount = cursor.count('keys', MOST_KEYS);
  const metadata: Map<string, GgufValue> = new Map();
  for (let i = 0; i < keyCount; i++) {
    const key = cursor.string(LONGEST_NAME);
    if (metadata.has(key)) throw broken(`${quote(key)} occurs twice`);
    metadata.set(key, cursor.value(key));
  }
  const infos = Array.from({ length: tensorCount }, () => readInfo(cursor));
  const entries = place(infos, alignmentOf(metadata), cursor.at, size);
  return { entries, metadata: Object.fromEntries(metadata) };
}

function readInfo(cursor: Cursor) {
  const name = cursor.string(LONGEST_NAME);
  const rank = cursor.uint32();
  if (rank > MOST_DIMENSIONS) {
    throw broken(`${quote(name)}: expected at most ${MOST_DIMENSIONS} dimensions, got ${rank}`);
  }
  const shape = Array.from({ length: rank }, () => cursor.length()).reverse();
  const kind = cursor.uint32();
  const dtype = KINDS[kind] ?? `type ${kind}`;
  if (!KNOWN.includes(dtype)) {
    const text = `file: ${quote(name)}: expected ${KNOWN.join(', ')}, got ${dtype}`;
    throw new HeadwiseError('unsupported', text);
  }
  return { name, shape, dtype: dtype as Dtype, offset: cursor.length() };
}

function alignmentOf(metadata: Map<string, GgufValue>) {
  const alignment = metadata.get(ALIGNMENT) ?? 32;
  const isRight = typeof alignment === 'number' && alignment >= 8 && alignment <= 65_536;
  if (!isRight || (alignment & (alignment - 1)) !== 0)
    throw broken(`${ALIGNMENT}: expected a power of two from 8, got ${String(alignment)}`);
  return alignment;
}

/** @param size of the file */
function place(
  infos: { name: string; shape: number[]; dtype: Dtype; offset: number }[],
  alignment: number,
  headerEnd: number,
  size: number,
): Entry[] {
  const start = Math.ceil(headerEnd / alignment) * alignment;
  const entries = infos.map(({ name, shape, dtype, offset }) => {
    const length = byteLengthOf(dtype, shape);
    if (length === undefined) {
      throw broken(`${quote(name)}: shape ${formatShape(shape)} does not suit ${dtype}`);
    }
    const begin = start + offset;
    if (offset % alignment !== 0) throw broken(`${quote(name)} begins at ${offset}, not aligned`);
    if (begin + length > size) {
      throw broken(`${quote(name)}: expected ${length} bytes at ${begin}, the file has ${size}`);
    }
    return { name, dtype, shape, begin, end: begin + length };
  });
  const names = new Set();
  let end = 0;
  for (const entry of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (entry.begin < end) throw broken(`${quote(entry.name)} overlaps the tensor before it`);
    if (names.has(entry.name)) throw broken(`${quote(entry.name)} occurs twice`);
    names.add(entry.name);
    ({ end } = entry);
  }
  return entries;
}

class Cursor {
  #bytes;
  #view;
  #size;
  #decoder = new TextDecoder();

  declare at: number;

  /** @param size of the file */
  constructor(bytes: Uint8Array, size: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#size = size;
    this.at = 0;
  }

  /** @param length bytes; throws TooShort if they are not loaded yet */
  #take(length: number) {
    const { at } = this;
    if (at + length > this.#size) throw broken(`expected ${length} bytes at ${at} of its header`);
    if (at + length > this.#bytes.length) throw new TooShort();
    this.at += length;
    return at;
  }

  uint32() {
    return this.#view.getUint32(this.#take(4), true);
  }

  length() {
    const value = this.#view.getBigUint64(this.#take(8), true);
    if (value > Number.MAX_SAFE_INTEGER) throw broken(`a length of ${value} is too large`);
    return Number(value);
  }

  count(what: string, most: number) {
    const count = this.length();
    if (count > most) throw broken(`expected at most ${most} ${what}, got ${count}`);
    return count;
  }

  /** @param most maximum length in bytes */
  string(most: number = Infinity) {
    const length = this.length();
    if (length > most) throw broken(`expected a name of at most ${most} bytes, got ${length}`);
    const at = this.#take(length);
    return this.#decoder.decode(this.#bytes.subarray(at, at + length));
  }

  value(key: string): GgufValue {
    const kind = this.uint32();
    return kind === ARRAY ? this.#array(key) : this.#scalar(kind, key);
  }

  #scalar(kind: number, key: string) {
    if (kind === STRING) return this.string();
    if (!Object.hasOwn(VALUES, kind)) throw broken(`${quote(key)}: kind ${kind} is not known`);
    const [size, read] = VALUES[kind];
    return read(this.#view, this.#take(size));
  }

  #array(key: string): any[] {
    const kind = this.uint32();
    const count = this.length();
    if (kind === ARRAY) throw broken(`${quote(key)}: expected no lists of lists`);
    const each = kind === STRING ? 8 : VALUES[kind]?.[0];
    if (each === undefined) throw broken(`${quote(key)}: kind ${kind} is not known`);
    if (count * each > this.#size - this.at) {
      throw broken(`${quote(key)}: expected ${count} values, the file has not as many bytes`);
    }
    if (this.at + count * each > this.#bytes.length) throw new TooShort();
    const values = [];
    for (let i = 0; i < count; i++) values.push(this.#scalar(kind, key));
    return values;
  }
}

function narrow(value: bigint) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
