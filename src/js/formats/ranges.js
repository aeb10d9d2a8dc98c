// Reads parts of a file: a reader is a generator that requests ranges and receives their bytes. The same reader serves bytes
// in memory (synchronously), files and servers (asynchronously).

import { HeadwiseError, wrongKind, isBuffer, isDetached } from '../arguments/errors.js';
import { kindOf } from '../arguments/tensor.js';

/**
 * Requests the bytes [begin, end), both inside the file.
 *
 * @template T
 * @typedef {Generator<[begin: number, end: number], T, Uint8Array>} Reader
 */

/**
 * @template T
 * @param {Uint8Array} bytes the whole file
 * @param {Reader<T>} reader
 * @returns {T}
 */
export function readNow(bytes, reader) {
  let asked = reader.next();
  while (!asked.done) asked = reader.next(bytes.subarray(...asked.value));
  return asked.value;
}

/**
 * @template T
 * @param {(begin: number, end: number) => Promise<Uint8Array>} readRange
 * @param {Reader<T>} reader
 * @returns {Promise<T>}
 */
export async function readLater(readRange, reader) {
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
 * @template T
 * @param {number} size of the file
 * @param {(bytes: Uint8Array) => T} parse throws TooShort
 * @returns {Reader<T>}
 */
export function* readStart(size, parse) {
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

/**
 * The bytes of a caller's file, without a copy.
 *
 * @param {unknown} file
 * @returns {Uint8Array}
 */
export function toBytes(file) {
  const isArray = kindOf(file) === 'Uint8Array';
  const bytes = /** @type {Uint8Array | ArrayBuffer} */ (file);
  if ((isArray || isBuffer(file)) && !isDetached(bytes)) {
    return isBuffer(bytes) ? new Uint8Array(bytes) : /** @type {Uint8Array} */ (bytes);
  }
  throw wrongKind('file', 'an ArrayBuffer or a Uint8Array', file);
}

/**
 * Quotes a name from a file, shortened for a sentence.
 *
 * @param {unknown} name
 * @returns {string}
 */
export function quote(name) {
  const text = typeof name === 'string' ? name : String(name);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

/**
 * Makes the errors of one format.
 *
 * @param {string} format `a safetensors file`
 * @returns {(what: string) => HeadwiseError}
 */
export function damaged(format) {
  return (what) => new HeadwiseError('format', `file: not ${format} that can be read: ${what}`);
}
