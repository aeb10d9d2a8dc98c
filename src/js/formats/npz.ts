// NumPy's .npz: a zip archive of .npy files, stored (numpy.savez) or deflated (numpy.savez_compressed).

import { Inflate } from 'fflate/browser'; // Node's own build starts workers, which nothing here uses
import { HeadwiseError, shorten, wrongKind } from '../arguments/errors.ts';
import { isRecord } from '../arguments/options.ts';
import { crc32 } from './crc.ts';
import { npyReader, parseNpy, writeNpy } from './npy.ts';
import { damaged, quote, readNow, toBytes } from './ranges.ts';
import { zipHead, zipTail } from './write-zip.ts';
import { decodeName, IN_64, IN_64_SHORT, LOCAL_SIZE, UTF8 } from './zip.ts';
import { zipDataReader, zipReader } from './zip.ts';
import type { Reader } from './ranges.ts';
import type { Entry } from './entry.ts';
import type { Tensor } from '../types/index.ts';
import type { ZipEntry } from './zip.ts';

const broken = damaged('an .npz file');

/** Bytes per step of inflating. Deflate expands one step to at most 32 MB. */
const STEP = 32_768;

/**
 * Reads the arrays of an .npz file by name. Numbers become float32, booleans a mask (Uint8Array).
 *
 * @returns copies that you own
 * @throws {TypeError} if the argument is not bytes
 * @throws {HeadwiseError} 'format' for a damaged file, 'unsupported' for arrays of objects, text or complex numbers
 *
 * @example
 * const { query, key } = readNpz(await (await fetch('inputs.npz')).arrayBuffer());
 */
export function readNpz(file: ArrayBuffer | Uint8Array): Record<string, Tensor> {
  const bytes = toBytes(file);
  const arrays: Map<string, Tensor> = new Map();
  for (const entry of readNow(bytes, zipReader(bytes.length)).values()) {
    const name = entry.name.replace(/\.npy$/, '');
    if (arrays.has(name)) throw broken(`${quote(name)} occurs twice`); // with and without .npy
    arrays.set(name, parseNpy(contentsOf(bytes, entry), entry.name));
  }
  return Object.fromEntries(arrays);
}

/**
 * Locates the arrays of an .npz file whose numbers are read later.
 *
 * @param files of the archive
 * @param size of the archive
 */
export function* npzReader(files: Map<string, ZipEntry>, size: number): Reader<Entry[]> {
  const entries = [];
  for (const file of files.values()) {
    if (file.method !== 0) {
      const message = `file: ${quote(file.name)}: expected arrays as numpy.savez stores them, got a compressed one`;
      throw new HeadwiseError('unsupported', message);
    }
    const begin = yield* zipDataReader(file, size);
    entries.push(yield* npyReader(file.name.replace(/\.npy$/, ''), begin, file.size));
  }
  return entries;
}

/** Whether all files of an archive are arrays. */
export function isNpz(files: Map<string, ZipEntry>) {
  return files.size > 0 && [...files.keys()].every((name) => name.endsWith('.npy'));
}

/**
 * The content of a file in an archive in memory; a view if it is stored without compression.
 *
 * @param bytes the archive
 */
function contentsOf(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const begin = readNow(bytes, zipDataReader(entry, bytes.length));
  const packed = bytes.subarray(begin, begin + entry.packed);
  const contents = entry.method === 0 ? packed : inflate(packed, entry);
  if (crc32(contents) !== entry.crc)
    throw broken(`${quote(entry.name)} is damaged: its CRC differs`);
  return contents;
}

function inflate(packed: Uint8Array, { name, size }: ZipEntry) {
  const parts = [] as Uint8Array[];
  let length = 0;
  const unpacker = new Inflate((part) => {
    length += part.length;
    if (length > size) throw broken(`${quote(name)}: expected ${size} bytes, got more`);
    parts.push(part);
  });
  try {
    for (let at = 0; at < packed.length; at += STEP) {
      unpacker.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
    }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (message.startsWith('file:')) throw cause;
    throw broken(`${quote(name)}: ${message}`);
  }
  if (length !== size) throw broken(`${quote(name)}: expected ${size} bytes, got ${length}`);
  const contents = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    contents.set(part, at);
    at += part.length;
  }
  return contents;
}

/**
 * Writes tensors as an .npz file, without compression like numpy.savez.
 *
 * @param arrays in this order
 * @returns the file's bytes, which you own
 * @throws {TypeError} if a value is not a tensor, or a name is one that readNpz refuses, such as '../x'
 * @throws {RangeError} if a shape does not match the data, or if the files exceed a zip archive's limits
 *
 * @example
 * const file = new Blob([writeNpz({ output, attention })]); // numpy.load(...)['attention']
 */
export function writeNpz(
  arrays: Record<
    string,
    { readonly data: Float32Array | Float64Array | Uint8Array; readonly shape: readonly number[] }
  >,
): Uint8Array<ArrayBuffer> {
  if (!isRecord(arrays)) throw wrongKind('arrays', 'an object of tensors', arrays);
  const files = Object.entries(arrays).map(([name, array]) => {
    expectName(name);
    const bytes = writeNpy(array, `arrays.${shorten(name)}`);
    return { name: `${name}.npy`, bytes, size: bytes.length, crc: crc32(bytes) };
  });
  const parts = [...files.flatMap((file) => [zipHead(file), file.bytes]), ...zipTail(files)];
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  if (
    size > IN_64 ||
    files.length >= IN_64_SHORT ||
    files.some((file) => zipHead(file).length > LOCAL_SIZE + 65_535)
  ) {
    throw new RangeError('arrays: expected at most 65534 arrays, and 4 GB, got more');
  }
  const zip = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    zip.set(part, at);
    at += part.length;
  }
  return zip;
}

/** Refuses a name that would be refused at reading, or read as another one. */
function expectName(name: string) {
  const file = `${name}.npy`;
  let read;
  let cause;
  try {
    read = decodeName(new TextEncoder().encode(file), UTF8);
  } catch (error) {
    cause = error;
  }
  if (read === file) return;
  const expected = "names without '..', '/' or 'C:' at the start and half characters";
  throw new TypeError(`arrays: expected ${expected}, got ${quote(name)}`, { cause });
}
