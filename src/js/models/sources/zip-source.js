// The files of a zip archive, of a Python wheel for instance, by random access: nothing is unpacked before it is asked for.

import { HeadwiseError } from '../../arguments/errors.js';
import { crc32 } from '../../formats/crc.js';
import { quote, readLater } from '../../formats/ranges.js';
import { zipDataReader, zipReader } from '../../formats/zip.js';
import { limitOf, readWithin } from './limits.js';

/** @import { Bytes } from './bytes.js' */
/** @import { ZipEntry } from '../../formats/zip.js' */

/**
 * @param {Bytes} archive
 * @param {number} [memoryLimit] for all files together that are unpacked
 * @returns {Promise<Map<string, Bytes>>}
 */
export async function openZip(archive, memoryLimit) {
  const size = await archive.size();
  const entries = await readLater(archive.range, zipReader(size));
  let unpacked = 0;
  /** @param {ZipEntry} entry */
  const takeRoom = (entry) => {
    const [file, all] = [limitOf(entry.name, memoryLimit), limitOf('archive', memoryLimit)];
    if (entry.size > file.most) throw file.refuse(entry.size);
    if (unpacked + entry.size > all.most) throw all.refuse(unpacked + entry.size);
    unpacked += entry.size;
  };
  return new Map(
    [...entries].map(([name, entry]) => [name, entryBytes(archive, size, entry, takeRoom)]),
  );
}

/**
 * @param {Bytes} archive
 * @param {number} size of it
 * @param {ZipEntry} entry
 * @param {(entry: ZipEntry) => void} takeRoom throws where there is none left
 * @returns {Bytes}
 */
function entryBytes(archive, size, entry, takeRoom) {
  /** @type {Promise<number> | undefined} */
  let place;
  const start = () => (place ??= readLater(archive.range, zipDataReader(entry, size)));
  /** @type {Promise<Uint8Array> | undefined} */
  let whole; // of a deflated file, which can only be unpacked from its beginning
  const inflated = () => {
    if (whole === undefined) {
      takeRoom(entry);
      whole = start().then((begin) => inflate(archive, begin, entry));
    }
    return whole;
  };
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
  const size = entry.size;
  const refuse = () => broken(entry, `expected ${size} bytes, got more`);
  const bytes = await readWithin(stream, { most: size, refuse }).catch((cause) => {
    throw cause instanceof HeadwiseError ? cause : broken(entry, 'it cannot be unpacked', cause);
  });
  if (bytes.length !== size) throw broken(entry, `expected ${size} bytes, got ${bytes.length}`);
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
