// Tests the records of archives that are written in parts: the numbers of zip64 are read back, and small archives have none.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readLater } from '../../../src/js/formats/ranges.ts';
import { zipHead, zipTail } from '../../../src/js/formats/write-zip.ts';
import { zipCommentReader, zipDataReader, zipReader } from '../../../src/js/formats/zip.ts';

/**
 * An archive whose files have no bytes in memory.
 *
 * @param {import('../../../src/js/formats/write-zip.ts').StoredFile[]} files
 */
function archiveOf(files, comment = '') {
  let size = 0;
  /** @type {{ at: number, bytes: Uint8Array }[]} */
  const parts = [];
  const add = (/** @type {Uint8Array} */ bytes) => {
    parts.push({ at: size, bytes });
    size += bytes.length;
  };
  for (const file of files) {
    add(zipHead(file));
    size += file.size;
  }
  zipTail(files, comment).forEach(add);
  const range = async (/** @type {number} */ begin, /** @type {number} */ end) => {
    const bytes = new Uint8Array(end - begin);
    for (const part of parts) {
      for (let i = 0; i < part.bytes.length; i++) {
        const at = part.at + i - begin;
        if (at >= 0 && at < bytes.length) bytes[at] = part.bytes[i];
      }
    }
    return bytes;
  };
  return { size, range };
}

test('files and places beyond 4 GB are read back', async () => {
  const sizes = { 'a.npy': 100, 'ü.npy': 5 * 2 ** 30, 'c.npy': 2 ** 32 - 1, 'd.npy': 7 };
  const files = Object.entries(sizes).map(([name, size], i) => ({
    name,
    size,
    crc: 2 ** 32 - 1 - i,
  }));
  const { size, range } = archiveOf(files, '{"ü": 1}');
  const found = await readLater(range, zipReader(size));
  assert.deepEqual(
    [...found.values()].map(({ name, size: length, crc }) => ({ name, size: length, crc })),
    files,
  );
  let at = 0;
  for (const file of files) {
    const entry = found.get(file.name) ?? assert.fail(file.name);
    assert.equal(entry.at, at);
    at += zipHead(file).length;
    assert.equal(await readLater(range, zipDataReader(entry, size)), at);
    at += file.size;
  }
  assert.equal(await readLater(range, zipCommentReader(size)), '{"ü": 1}');
});

test('more files than 16 bits count', async () => {
  const files = Array.from({ length: 65_600 }, (_, i) => ({ name: `${i}`, size: 0, crc: 0 }));
  const tail = zipTail(files);
  const { length } = tail;
  assert.equal(length, files.length + 2, 'a zip64 end');
  assert.equal(zipTail(files.slice(0, 65_534)).length, 65_535);
});

test('a small archive has no zip64 fields', () => {
  const file = { name: 'a.npy', size: 2 ** 32 - 2, crc: 1 };
  assert.equal(zipHead(file).length, 30 + 5);
  assert.deepEqual(
    zipTail([file]).map(({ length }) => length),
    [46 + 5, 56 + 20, 22],
  );
});
