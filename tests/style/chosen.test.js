// Tests the choice of npm test: tests without a build, tests that a change reaches, and tests with
// a name.

import assert from 'node:assert/strict';
import { relative, sep } from 'node:path';
import test from 'node:test';
import { testsOf } from '../../src/build/testing/changed.ts';
import { graphOf, NEEDS } from '../../src/build/testing/graph.ts';
import { mayMatch } from '../../src/build/testing/names.ts';
import { root } from '../../src/build/tools/paths.js';
import { start } from '../../src/build/tools/run.js';
import { filesBelow } from '../../src/build/tools/stamp.ts';

const folders = ['src', 'web', 'tests'].map((folder) => filesBelow(`${root}/${folder}`));
const known = (await Promise.all(folders))
  .flat()
  .map((file) => relative(root, file).split(sep).join('/'));
const tests = known.filter((file) => file.endsWith('.test.js'));
const graph = await graphOf(tests, known);
const testsAfter = (/** @type {string[]} */ ...changed) => {
  const { chosen, unread } = testsOf(graph, tests, changed);
  const others = [...chosen.keys()].filter((file) => !file.startsWith('tests/style/'));
  return { others, unread };
};

test('a unit test needs no file of dist/, no other program and no quiet machine', () => {
  for (const [file, needs] of /** @type {[string, string[]][]} */ ([
    ['tests/api/arguments/errors.test.js', []],
    ['tests/web/page/class-codes.test.js', []],
    ['tests/api/results/bits.test.js', [NEEDS.package]],
    ['tests/package/one-error.test.js', [NEEDS.package]], // by the name of its folder
    ['tests/golden/pytorch.test.js', [NEEDS.package]], // by a module of the tests
    ['tests/core/native.test.js', [NEEDS.program]],
    ['tests/doctor/implementations.test.js', [NEEDS.program]],
    ['tests/web/lab/undo.test.js', [NEEDS.program, NEEDS.package]],
    ['tests/api/formats/safetensors-cost.test.js', [NEEDS.quiet]],
  ])) {
    assert.deepEqual(graph.needsOf(file).sort(), needs, file);
  }
  assert.ok(tests.filter((file) => graph.needsOf(file).length === 0).length >= 30);
});

test('a change of a module chooses the tests that reach it, directly or in the built files', () => {
  const { others } = testsAfter('src/js/formats/npy.ts');
  for (const file of [
    'tests/api/formats/npy.test.js',
    'tests/models/goldens.test.js',
    'tests/package/pack.test.js',
    'tests/web/lab/export.test.js',
  ]) {
    assert.ok(others.includes(file), file);
  }
  for (const file of ['tests/core/native.test.js', 'tests/web/lab/tokenizer.test.js']) {
    assert.ok(!others.includes(file), file);
  }
  assert.deepEqual(testsAfter('tests/web/lab/undo.test.js').others, ['tests/web/lab/undo.test.js']);
});

test('a page is tested by the files that name it, the first page by all that open pages', () => {
  const { others: ofClass } = testsAfter('web/page/class/plot.ts');
  assert.ok(ofClass.includes('tests/web/page/class.test.js'));
  assert.ok(!ofClass.includes('tests/web/lab/undo.test.js'));
  assert.ok(testsAfter('web/page/page.ts').others.includes('tests/web/lab/undo.test.js'));
});

test('a data file is tested by the files that name it, or by the modules of the nearest folder', () => {
  const { others: ofNative } = testsAfter('src/core/attention/attention.cpp');
  for (const file of ['tests/core/native.test.js', 'tests/api/results/bits.test.js']) {
    assert.ok(ofNative.includes(file), file);
  }
  assert.ok(!ofNative.includes('tests/api/arguments/errors.test.js'));
  const data = known.find((file) => /^tests\/golden\/flax\/.*\.gz$/.test(file)) ?? '';
  const { others } = testsAfter(data);
  assert.ok(others.includes('tests/golden/flax.test.js'));
  assert.ok(!others.includes('tests/web/lab/undo.test.js'));
});

test('every change chooses the style tests; a change of package.json chooses all tests', () => {
  const { chosen, unread } = testsOf(graph, tests, ['.gitignore']);
  assert.deepEqual(
    [...chosen.keys()],
    tests.filter((file) => file.startsWith('tests/style/')),
  );
  assert.deepEqual(unread, ['.gitignore']);
  assert.equal(testsOf(graph, tests, ['package.json']).chosen.size, tests.length);
  assert.equal(testsOf(graph, tests, []).chosen.size, 0);
});

test('a name that is written out is known without running its file', async () => {
  const file = `
    describe('heads', () => { test.skip('are many', () => {}); });
    test('sums', async (t) => { await t.test(\`in order\`, () => {}); });
    /are/.test('nothing');`;
  for (const name of ['heads', 'are m', '^sums$', 'order']) {
    assert.ok(await mayMatch([file], [], new RegExp(name)), name);
  }
  for (const name of ['nothing', '^are$', 'sum of']) {
    assert.ok(!(await mayMatch([file], [], new RegExp(name))), name);
  }
});

test('a composed name may have any value that its parts and the texts of its modules give', async () => {
  const file = 'for (const [a, b] of ROWS) test(`${a} rows of ${b}`, () => {}); test(NAME, run);';
  const others = ["ROWS = [['two', 'the map']]; NAME = 'a matrix of one column is a vector';"];
  for (const name of ['two rows', 'of the map', 'two rows of the map', 'is a vector', 'ws of']) {
    assert.ok(await mayMatch([file], others, new RegExp(name)), name);
  }
  assert.ok(await mayMatch([file], others, /(un)?known/)); // no plain text
  for (const name of ['three rows', 'rows of heads', 'nothing of all that is here']) {
    assert.ok(!(await mayMatch([file], others, new RegExp(name))), name);
  }
});

test('an unknown flag and a name without tests are refused before the build', async () => {
  for (const [args, text] of /** @type {[string[], RegExp][]} */ ([
    [['--units'], /^\s*--units: unknown\n\nnpm test -- .*--changed/],
    [['-g'], /^\s*-g: expected the name of a test/],
    [['-g', '('], /^\s*-g: expected a regular expression, got \(/],
    [['tests/none.test.js'], /^\s*tests\/none\.test\.js: no such test file/],
  ])) {
    const { status, output } = await start(process.execPath, [
      `${root}/src/build/test.ts`,
      ...args,
    ]);
    assert.equal(status, 1, output);
    assert.match(output, text);
  }
});
