// Tests the doctor on half precision, as PyTorch and NumPy compute it on the CPU: right
// implementations are right at every magnitude, and faults are still named. python/generate_half.py
// made the file beside this one.

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

/** @import { Submission } from '../../src/js/doctor/submission.ts' */
/** @import { PlainTensor } from '../../src/js/types/index.ts' */

const FOLDER = join(root, 'tests/doctor');

/** @param {string} name of one fault or of two */
const parts = (name) => name.split(' + ').sort().join(' + ');

/** @param {string} file */
async function checkAll(file) {
  const { version, cases } = readSubmissions(gunzipSync(await readFile(file)));
  const count = { right: 0, faults: 0 };
  /** @type {string[]} */
  const wrong = [];
  for (const { name, fault, submission } of cases) {
    const { verdict, faults, first, format } = await diagnose(submission);
    assert.equal(format, name.slice(name.lastIndexOf('torch.') + 6), name);
    const names = faults.map((found) => parts(found.name));
    const isAsItShould = fault === null ? verdict === 'right' : names.includes(parts(fault));
    count[fault === null ? 'right' : 'faults']++;
    if (!isAsItShould) wrong.push(`${name}: ${verdict} ${names.join(', ')} ${first?.name}`);
  }
  assert.deepEqual(wrong, []);
  return { version, ...count };
}

/** @param {Submission} submission */
const outputOf = ({ output }) => /** @type {PlainTensor} */ (output);

const open = async () =>
  readSubmissions(gunzipSync(await readFile(join(FOLDER, 'half.safetensors.gz')))).cases;

test('right implementations are right and faults are named, in float16 and bfloat16', async (t) => {
  const found = await checkAll(join(FOLDER, 'half.safetensors.gz'));
  t.diagnostic(JSON.stringify(found));
  assert.ok(found.right >= 80 && found.faults >= 80, JSON.stringify(found));
});

test('a result of no known formula is different in half precision too', async () => {
  const cases = (await open()).filter(({ fault, name }) => fault === null && / x 1,/.test(name));
  assert.ok(cases.length >= 10);
  for (const { name, submission } of cases.filter((_, at) => at % 4 === 0)) {
    const { data, shape } = outputOf(submission);
    const turned = Float32Array.from(data, (_, at) => data[data.length - 1 - at]);
    const { verdict, faults } = await diagnose({ ...submission, output: { data: turned, shape } });
    assert.equal(verdict, 'different', `${name}: ${faults[0]?.name}`);
  }
});

test('the format is found from numbers that have enough bits', async () => {
  const [one] = (await open()).filter(({ fault }) => fault === null);
  const { data, shape } = outputOf(one.submission);
  const count = data.length;
  for (const [kind, format] of /** @type {const} */ ([
    [Float32Array.from({ length: count }, (_, at) => at % 3), 'float32'],
    [Float32Array.from({ length: count }, (_, at) => 1 + (at % 100) / 128), 'bfloat16'],
    [Float32Array.from({ length: count }, (_, at) => 1 + (at % 1000) / 1024), 'float16'],
    [Float32Array.from({ length: count }, (_, at) => 1 + at / 2 ** 20), 'float32'],
  ])) {
    const output = { data: kind, shape };
    const told = await diagnose({ ...one.submission, output, attention: undefined });
    assert.equal(told.format, format);
  }
});

test(
  'and the same when Python computes the results now',
  { skip: !process.env.HEADWISE_TEST_ALL },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headwise-half-'));
    try {
      const file = join(folder, 'half.safetensors');
      await run(await pythonWithFrameworks(), [join(FOLDER, 'python/generate_half.py'), file]);
      await checkAll(`${file}.gz`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
