// Reads the files of a zip archive, such as a Python wheel, by random access: a file is unpacked when it is read.

import { HeadwiseError } from '../../arguments/errors.ts';
import { crc32 } from '../../formats/crc.ts';
import { quote, readLater } from '../../formats/ranges.ts';
import { zipDataReader, zipReader } from '../../formats/zip.ts';
import { limitOf, readWithin } from './limits.ts';
import type { Bytes } from './bytes.ts';
import type { ZipEntry } from '../../formats/zip.ts';

/** @param memoryLimit for all unpacked files together */
export async function openZip(archive: Bytes, memoryLimit?: number): Promise<Map<string, Bytes>> {
  const size = await archive.size();
  const entries = await readLater(archive.range, zipReader(size));
  let unpacked = 0;
  const reserveMemory = (entry: ZipEntry) => {
    const [file, all] = [limitOf(entry.name, memoryLimit), limitOf('archive', memoryLimit)];
    if (entry.size > file.most) throw file.refuse(entry.size);
    if (unpacked + entry.size > all.most) throw all.refuse(unpacked + entry.size);
    unpacked += entry.size;
  };
  return new Map(
    [...entries].map(([name, entry]) => [name, entryBytes(archive, size, entry, reserveMemory)]),
  );
}

/**
 * @param size of the archive
 * @param reserveMemory reserves the bytes of an entry; throws if none is left
 */
function entryBytes(
  archive: Bytes,
  size: number,
  entry: ZipEntry,
  reserveMemory: (entry: ZipEntry) => void,
): Bytes {
  let offset: Promise<number> | undefined;
  const start = () => (offset ??= readLater(archive.range, zipDataReader(entry, size)));
  let whole: Promise<Uint8Array> | undefined; // a deflated file can only be unpacked from its beginning
  const inflated = () => {
    if (whole === undefined) {
      reserveMemory(entry);
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

async function inflate(archive: Bytes, begin: number, entry: ZipEntry) {
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

function expectCrc(bytes: Uint8Array, entry: ZipEntry) {
  if (crc32(bytes) !== entry.crc) throw broken(entry, 'its CRC differs');
}

function broken({ name }: ZipEntry, what: string, cause?: unknown) {
  return new HeadwiseError('format', `file: ${quote(name)} is damaged: ${what}`, { cause });
}
