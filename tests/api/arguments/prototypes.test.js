// Tests that properties which a page adds to Object.prototype or Array.prototype change nothing:
// every operation of every entry gives the same bits, in the calling thread, in workers and in
// threads.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('../support/digest.js', import.meta.url));

/**
 * @param {string} before run first, in every thread
 * @returns {Promise<string>} the digest of all results
 */
async function digest(before) {
  const first = `data:text/javascript,${encodeURIComponent(before)}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', first, program]);
  return stdout.trim();
}

const additions = {
  'a number': 'Object.prototype.x = Array.prototype.x = 1;',
  'an object, and a method': `Object.prototype.x = Array.prototype.x = { write() {}, read() {} };
  for (const { prototype } of [Object, Array, Function, String, Number, Boolean, Float32Array, Map, Promise]) {
    prototype.each = function () { return this; };
  }`,
};

test('properties that a page adds to prototypes change nothing', async (t) => {
  const expected = await digest('');
  assert.match(expected, /^[0-9a-f]{64}$/);
  for (const [what, before] of Object.entries(additions)) {
    await t.test(what, async () => assert.equal(await digest(before), expected));
  }
});
