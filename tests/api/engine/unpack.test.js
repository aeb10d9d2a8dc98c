// The decoder of the built-in core gives what npm's encoder was given: bytes of every kind of match, and each core of dist/.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { compress } from 'lzma1';
import { distDir } from '../../../src/build/tools/paths.js';
import { unpackLzma } from '../../../src/js/loading/lzma.js';
import { Random } from '../support/random.js';

/** Of an .lzma file; the core is packed without it. */
const HEADER = 13;

/** @param {Uint8Array} bytes */
function expectSame(bytes) {
  const packed = Uint8Array.from(compress(bytes, 9)).subarray(HEADER);
  assert.ok(Buffer.from(unpackLzma(packed, bytes.length)).equals(bytes));
}

test('nothing, one byte, and bytes that repeat', () => {
  for (const length of [0, 1, 2, 3, 300, 5000]) expectSame(new Uint8Array(length).fill(7));
});

test('random bytes with copies of earlier ones, near and far', () => {
  const random = new Random(1);
  for (let round = 0; round < 40; round++) {
    const bytes = new Uint8Array(random.integer(1, 1 << random.integer(2, 17)));
    for (let at = 0; at < bytes.length; at++) bytes[at] = random.integer(0, 3 + 6 * round);
    for (let copy = 0; copy < 60; copy++) {
      const from = random.integer(0, bytes.length - 1);
      const to = random.integer(0, bytes.length - 1);
      bytes.copyWithin(to, from, from + random.integer(1, 600));
    }
    expectSame(bytes);
  }
});

test('the modules of dist/', async () => {
  const names = (await readdir(distDir)).filter((name) =>
    /^(headwise|models)-fixed.*\.wasm$/.test(name),
  );
  assert.ok(names.length > 1);
  for (const name of names) expectSame(new Uint8Array(await readFile(join(distDir, name))));
});
