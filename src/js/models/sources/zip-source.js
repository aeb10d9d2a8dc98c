// The files of a zip archive, of a Python wheel for instance, by random access: nothing is unpacked before it is asked for.

import { HeadwiseError } from '../../arguments/errors.js';
import { crc32 } from '../../formats/crc.js';
import { quote, readLater } from '../../formats/ranges.js';
import { zipDataReader, zipReader } from '../../formats/zip.js';

/** @import { Bytes } from './bytes.js' */
/** @import { ZipEntry } from '../../formats/zip.js' */

/**
 * @param {Bytes} archive
 * @returns {Promise<Map<string, Bytes>>}
 */
export async function openZip(archive) {
  const size = await archive.size();
  const entries = await readLater(archive.range, zipReader(size));
  return new Map([...entries].map(([name, entry]) => [name, entryBytes(archive, size, entry)]));
}

/**
 * @param {Bytes} archive
 * @param {number} size of it
 * @param {ZipEntry} entry
 * @returns {Bytes}
 */
function entryBytes(archive, size, entry) {
  /** @type {Promise<number> | undefined} */
  let place;
  const start = () => (place ??= readLater(archive.range, zipDataReader(entry, size)));
  /** @type {Promise<Uint8Array> | undefined} */
  let whole; // of a deflated file, which can only be unpacked from its beginning
  const inflated = () => (whole ??= start().then((begin) => inflate(archive, begin, entry)));
  return {
    size: async () => entry.size,
    async range(begin, end) {
      if (entry.method !== 0) return (await inflated()).subarray(begin, end);
      const from = await start();
      const bytes = await archive.range(from + begin, from + end);
      if (begin === 0 && end === entry.size) expectCrc(bytes, entry);
      return bytes;
    },
  };
}

/**
 * @param {Bytes} archive
 * @param {number} begin
 * @param {ZipEntry} entry
 */
async function inflate(archive, begin, entry) {
  const packed = await archive.range(begin, begin + entry.packed);
  const stream = new Blob([Uint8Array.from(packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw broken(entry, 'it cannot be unpacked', cause);
    });
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > entry.size) {
      await reader.cancel().catch(() => undefined);
      throw broken(entry, `expected ${entry.size} bytes, got more`);
    }
  }
  if (length !== entry.size) throw broken(entry, `expected ${entry.size} bytes, got ${length}`);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  expectCrc(bytes, entry);
  return bytes;
}

/** @param {Uint8Array} bytes @param {ZipEntry} entry */
function expectCrc(bytes, entry) {
  if (crc32(bytes) !== entry.crc) throw broken(entry, 'its CRC differs');
}

/** @param {ZipEntry} entry @param {string} what @param {unknown} [cause] */
function broken({ name }, what, cause) {
  return new HeadwiseError('format', `file: ${quote(name)} is damaged: ${what}`, { cause });
}
