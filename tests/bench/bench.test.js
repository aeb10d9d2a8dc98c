// The parts of the benchmark that need no other engine: the options, the statistics of the times, the report, and the programs
// to install. It measures nothing.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { readOptions } from './options.js';
import { markdown } from './report.js';
import { operations } from './shapes.js';
import { median, medianInterval } from './statistics.js';

const shape = { length: 128, embedDim: 512, numHeads: 8 };

test('the median is the middle number, or between the two in the middle', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 3, 2]), 2.5);
});

test("the median's interval has the bounds that the binomial distribution gives", () => {
  const upTo = (/** @type {number} */ n) => Array.from({ length: n }, (_, at) => n - at);
  assert.deepEqual(medianInterval(upTo(5)), [1, 5]);
  assert.deepEqual(medianInterval(upTo(6)), [1, 6]);
  assert.deepEqual(medianInterval(upTo(15)), [4, 12]);
  assert.deepEqual(medianInterval(upTo(25)), [8, 18]);
});

test('operations are those of four projections and two products of all pairs', () => {
  assert.equal(operations(shape, 'output'), 2 * 128 * 512 * (4 * 512) + 2 * 2 * 128 * 128 * 512);
  assert.ok(operations(shape, 'causal') < operations(shape, 'maps'));
  assert.equal(operations(shape, 'training'), 3 * operations(shape, 'output'));
});

test('the table takes the best of each engine, and the median of the ratios', () => {
  const one = (/** @type {string} */ engine, /** @type {string} */ formulation, times = [1]) =>
    /** @type {const} */ ({ package: 'headwise', engine, formulation, error: 0, times });
  const timed = [
    one('headwise fixed', 'layer', [4, 4, 4]),
    one('headwise relaxed', 'layer', [2, 2, 4]),
    one('onnxruntime-web', 'slow', [9, 9, 9]),
    one('onnxruntime-web', 'fast', [3, 6, 8]),
  ];
  const race = { shape, mode: /** @type {const} */ ('output'), timed, notes: [] };
  const peak = { mulAdd: 1, madd: 0 };
  const report = { platform: 'Node', threads: 1, absent: [], peak, races: [race] };
  const table = markdown([report], [{ engine: 'headwise', bytes: 90_000 }], 'a machine');
  assert.match(table, /\| \(128, 512, 8\) \| 2\.00 \| \d+ \| 4\.00 \| 2\.00 × \|/);
  assert.match(table, /headwise 90 kB/);
});

test('what is not an option is refused by its name', () => {
  assert.throws(() => readOptions(['--engine', 'torch']), /--engine: expected .*, got torch/);
  assert.throws(() => readOptions(['--shape', '16,64,5']), /--shape: expected .*, got 16,64,5/);
  assert.throws(() => readOptions(['--rounds', '0']), /--rounds: expected .*, got 0/);
  assert.deepEqual(readOptions(['--shape', '16,64,4']).plan.shapes, [
    { length: 16, embedDim: 64, numHeads: 4 },
  ]);
});

test('the list of packages is exact and names no server', async () => {
  const read = (/** @type {string} */ name) => readFile(new URL(name, import.meta.url), 'utf8');
  assert.ok(!(await read('package-lock.json')).includes('"resolved"'));
  const { dependencies, optionalDependencies } = JSON.parse(await read('package.json'));
  for (const version of Object.values({ ...dependencies, ...optionalDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+$/);
  }
});
