// Tests the doctor on right and wrong implementations in NumPy and PyTorch. python/ has them, and
// the file beside this one has their results, each in one of several sizes. With HEADWISE_TEST_ALL
// Python runs them again, each in all its sizes.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { root } from '../../src/build/tools/paths.js';
import { diagnose } from '../../src/js/doctor/index.ts';
import { pythonWithFrameworks, run } from '../web/support/python.js';
import { readSubmissions } from './submissions.js';

const FOLDER = join(root, 'tests/doctor');
/** Faults that are found fit this well, though 1e-5 is asked for: the rounding of float32. */
const FIT = 3e-6;

/** @param {string} name of one fault or of two */
const parts = (name) => name.split(' + ').sort().join(' + ');

/** @param {string} file */
async function checkAll(file) {
  const { version, cases } = readSubmissions(gunzipSync(await readFile(file)));
  /** @type {Set<string>[]} */
  const [right, wrong] = [new Set(), new Set()];
  let farthest = 0;
  for (const { name, fault, submission } of cases) {
    const { verdict, faults, first } = await diagnose(submission);
    const [implementation] = name.split(',');
    if (fault === null) {
      right.add(implementation);
      assert.equal(verdict, 'right', `${name}: ${faults[0]?.name} ${first?.name}`);
      continue;
    }
    wrong.add(implementation);
    const names = faults.map((found) => parts(found.name));
    assert.equal(verdict, 'fault', name);
    assert.ok(names.includes(parts(fault)), `${name}: ${fault} is not among ${names.join(', ')}`);
    for (const { difference } of faults) farthest = Math.max(farthest, difference);
  }
  return { version, cases: cases.length, right: right.size, wrong: wrong.size, farthest };
}

test('faults are named and right implementations are right, in NumPy and PyTorch', async (t) => {
  const found = await checkAll(join(FOLDER, 'submissions.safetensors.gz'));
  t.diagnostic(JSON.stringify(found));
  assert.ok(found.right >= 20 && found.wrong >= 40, JSON.stringify(found));
  assert.ok(found.farthest < FIT, `${found.farthest}`);
});

test(
  'and the same when Python computes the results now',
  { skip: !process.env.HEADWISE_TEST_ALL },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headwise-doctor-'));
    try {
      const file = join(folder, 'submissions.safetensors');
      await run(await pythonWithFrameworks(), [join(FOLDER, 'python/generate.py'), file]);
      await checkAll(`${file}.gz`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
