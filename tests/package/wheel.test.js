// The wheel that `pip install headwise` installs: the same sources give the same bytes, it is small, its metadata lists
// its files, and its Python reads the attention of any library.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { unzipSync } from 'fflate';
import { writeWheel } from '../../src/build/release/wheel.ts';
import { buildDir, root } from '../../src/build/tools/paths.js';
import { plainPython, run } from '../web/support/python.js';

const TESTS = join(root, 'tests/python');

/** @type {string} */
let folder;
before(async () => {
  await mkdir(join(buildDir, 'pages'), { recursive: true });
  folder = await mkdtemp(join(buildDir, 'pages/wheel-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('it is small, the same each time, and lists what is in it', async (t) => {
  const [one, other] = await Promise.all(
    ['one', 'other'].map(async (name) => readFile(await writeWheel('any', join(folder, name)))),
  );
  assert.ok(one.equals(other), 'the same bytes');
  t.diagnostic(`${one.length} bytes`);
  const files = unzipSync(one);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const info = `headwise-${version}.dist-info`;
  const record = Buffer.from(files[`${info}/RECORD`]).toString().trim().split('\n');
  assert.deepEqual(
    record.map((line) => line.split(',')[0]).sort(),
    Object.keys(files).sort(),
    'every file once',
  );
  for (const line of record.filter((text) => !text.endsWith(',,'))) {
    const [name, hash, size] = line.split(',');
    const found = createHash('sha256').update(files[name]).digest('base64url');
    assert.deepEqual([`sha256=${found}`, String(files[name].length)], [hash, size], name);
  }
  assert.match(Buffer.from(files[`${info}/METADATA`]).toString(), /^Name: headwise\nVersion: /m);
  assert.deepEqual(
    Object.keys(files).filter((name) => !/^headwise(\/|-[\d.]+\.dist-info\/)/.test(name)),
    [],
  );
});

const hasNumPy = await run(plainPython(), ['-c', 'import numpy']).then(
  () => true,
  () => false,
);

test(
  'in Python the attention of any library has one form',
  { skip: hasNumPy ? false : 'this Python has no NumPy; npm run test:all installs one' },
  async () => {
    await run(plainPython(), ['-m', 'unittest', join(TESTS, 'test_numbers.py')]);
  },
);
