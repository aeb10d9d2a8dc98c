// Tests that every fault of `npm run mutants` has exactly one place in the core, for any files and
// layout.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../../src/build/tools/paths.js';
import { definitionsIn, placeOf, tokensOf } from './cpp.js';
import { definitions, mutants, plant } from './plant.js';

const known = await definitions();

test('every fault can be planted, and changes what the compiler reads', () => {
  const files = new Map(known.map(({ file, text }) => [file, text]));
  const words = (/** @type {string} */ text) => tokensOf(text).map((token) => token.text);
  assert.ok(Object.keys(mutants).length > 100);
  const faults = Object.keys(mutants).flatMap((name) => {
    try {
      const { texts } = plant(known, name);
      for (const [file, text] of texts)
        assert.notDeepEqual(words(text), words(files.get(file) ?? ''), name);
      return [];
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : error}`];
    }
  });
  assert.deepEqual(faults, []);
});

const SOURCE = `
  // int f() { return 1 + 2; }
  template <class T> T A<T>::f(int x) const { if (x > 0) return g(x, { 1, 2 }) + 1; return x + 2; }
  A::A(int x) : x_(x), y_{x + 1} {}
  constexpr int kOne = 1, kTable[2] = {3, 4};
`;
const defined = definitionsIn('a.cpp', SOURCE);
/** @param {import('./cpp.js').Edit} edit */
const edited = (edit) => {
  const { start, end, put } = placeOf(defined, edit);
  return SOURCE.slice(0, start) + put + SOURCE.slice(end);
};

test('functions, constructors and constants are found by name, not in comments', () => {
  assert.deepEqual(
    defined.map(({ name }) => name),
    ['A::f', 'A::A', 'kOne', 'kTable'],
  );
});

test('tokens are found in any layout, and brackets are taken whole', () => {
  assert.match(edited(['f', 'x+2', 'x + 3']), /return x \+ 3;/);
  assert.match(
    edited(['A::f', 'return g($1) + 1;', 'return h($1);']),
    /return h\(x, \{ 1, 2 \}\);/,
  );
  assert.match(edited(['A::A', 'x + 1', 'x']), /y_\{x\}/);
  assert.match(edited(['kTable', '4', '5']), /\{3, 5\}/);
});

test('a place that is missing or ambiguous is refused', () => {
  assert.throws(() => placeOf(defined, ['h', 'x', 'y']), /h: no function or constant/);
  assert.throws(() => placeOf(defined, ['f', 'y', 'z']), /f: expected once, found 0 times: y/);
  assert.throws(() => placeOf(defined, ['f', 'return', '']), /f: expected once, found 2 times/);
});

test('the guide for contributors says how many there are', async () => {
  const guide = await readFile(join(root, '.github/CONTRIBUTING.md'), 'utf8');
  assert.ok(guide.includes(`plants ${Object.keys(mutants).length} faults in the core`));
});
