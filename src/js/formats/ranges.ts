// Reads parts of a file: a reader is a generator that requests ranges and receives their bytes. The same reader serves bytes
// in memory (synchronously), files and servers (asynchronously).

import { HeadwiseError, wrongKind, isBuffer, isDetached } from '../arguments/errors.ts';
import { kindOf } from '../arguments/typed-arrays.ts';

/** Requests the bytes [begin, end), both inside the file. */
export type Reader<T> = Generator<[begin: number, end: number], T, Uint8Array>;

/** @param bytes the whole file */
export function readNow<T>(bytes: Uint8Array, reader: Reader<T>): T {
  let asked = reader.next();
  while (!asked.done) asked = reader.next(bytes.subarray(...asked.value));
  return asked.value;
}

/** Reads the bytes [begin, end) of a file. */
export type RangeSource = (begin: number, end: number) => Promise<Uint8Array>;

export async function readLater<T>(readRange: RangeSource, reader: Reader<T>): Promise<T> {
  let asked = reader.next();
  while (!asked.done) asked = reader.next(await readRange(...asked.value));
  return asked.value;
}

/** Thrown by a parser that needs more bytes of a file's beginning. */
export class TooShort extends Error {}

const [FIRST_PART, LARGEST_START] = [2 ** 16, 2 ** 28];

/**
 * Parses the beginning of a file, of unknown length, from ever longer parts.
 *
 * @param size of the file
 * @param parse throws TooShort
 */
export function* readStart<T>(size: number, parse: (bytes: Uint8Array) => T): Reader<T> {
  let bytes = yield [0, Math.min(size, FIRST_PART)];
  for (;;) {
    try {
      return parse(bytes);
    } catch (error) {
      const { length } = bytes;
      if (!(error instanceof TooShort) || length >= Math.min(size, LARGEST_START)) throw error;
      const longer = new Uint8Array(Math.min(size, 4 * length));
      longer.set(bytes);
      longer.set(yield [length, longer.length], length);
      bytes = longer;
    }
  }
}

/** The bytes of a caller's file, without a copy. */
export function toBytes(file: unknown): Uint8Array {
  const isArray = kindOf(file) === 'Uint8Array';
  const bytes = file as Uint8Array | ArrayBuffer;
  if ((isArray || isBuffer(file)) && !isDetached(bytes)) {
    return isBuffer(bytes) ? new Uint8Array(bytes) : (bytes as Uint8Array);
  }
  throw wrongKind('file', 'an ArrayBuffer or a Uint8Array', file);
}

/** Quotes a name from a file, shortened for a sentence. */
export function quote(name: unknown): string {
  const text = typeof name === 'string' ? name : String(name);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

/**
 * Makes the errors of one format.
 *
 * @param format `a safetensors file`
 */
export function damaged(format: string): (what: string) => HeadwiseError {
  return (what) => new HeadwiseError('format', `file: not ${format} that can be read: ${what}`);
}
