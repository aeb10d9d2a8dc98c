// One HeadwiseError for all entries: in Node one class, in browsers a copy in each file, whose `instanceof` holds for the errors
// of every other.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { distDir } from '../../src/build/tools/paths.js';

const FOR_NODE = ['headwise', 'reference', 'training', 'models', 'formats', 'doctor'].map(
  (name) => `${name}.node.js`,
);
const files = [
  ...['headwise.js', 'reference.js', 'training.js', 'models.js', 'formats.js', 'doctor.js'],
  ...FOR_NODE,
];
/** @type {[string, any][]} */
const entries = await Promise.all(
  files.map(async (file) => [file, await import(pathToFileURL(join(distDir, file)).href)]),
);
const damaged = new Uint8Array(20);

/**
 * An error that an entry throws itself, by the entry.
 *
 * @type {Record<string, (entry: any) => unknown>}
 */
const refusals = {
  headwise: ({ load }) => load({ wasm: damaged }),
  reference: async ({ load }) => {
    const engine = await load();
    engine.dispose();
    engine.softmax([1]);
  },
  training: ({ readModel }) => readModel(damaged),
  models: ({ openModel }) => openModel({ 'config.json': damaged, 'model.safetensors': damaged }),
  formats: ({ readNpy }) => readNpy(damaged),
  doctor: ({ readSubmission }) => readSubmission(damaged),
};

/**
 * @param {string} file
 * @param {any} entry
 * @returns {Promise<any>}
 */
async function refusalOf(file, entry) {
  try {
    await refusals[file.split('.')[0]](entry);
  } catch (error) {
    return error;
  }
  assert.fail('expected an error, got none');
}

for (const [file, entry] of entries) {
  test(`what ${file} throws is a HeadwiseError of every entry`, async () => {
    const error = await refusalOf(file, entry);
    assert.equal(error.name, 'HeadwiseError');
    for (const [other, { HeadwiseError }] of entries) {
      assert.ok(error instanceof HeadwiseError, `not one of ${other}`);
      assert.ok(new HeadwiseError('memory', '') instanceof entry.HeadwiseError);
      assert.ok(error instanceof Error);
    }
  });

  test(`nothing else is one of ${file}`, () => {
    const { HeadwiseError } = /** @type {typeof import('headwise')} */ (entry);
    class Mine extends HeadwiseError {}
    const mine = new Mine('format', 'mine');
    assert.ok(mine instanceof HeadwiseError && mine instanceof Mine);
    assert.ok(!(new HeadwiseError('format', 'not mine') instanceof Mine));
    const others = [
      new Error('x'),
      new TypeError('x'),
      { code: 'format' },
      null,
      undefined,
      1,
      'x',
    ];
    for (const other of others) assert.ok(!(other instanceof HeadwiseError), String(other));
  });
}

test('in Node all entries have the same class', async () => {
  const ofNode = entries.filter(([file]) => FOR_NODE.includes(file));
  assert.equal(ofNode.length, FOR_NODE.length);
  const [[, { HeadwiseError }]] = ofNode;
  assert.equal(HeadwiseError.name, 'HeadwiseError'); // Node prints it before an uncaught error
  for (const [file, entry] of ofNode) assert.equal(entry.HeadwiseError, HeadwiseError, file);
  for (const name of ['', '/reference', '/training', '/models', '/formats', '/doctor']) {
    const entry = await import(`headwise${name}`);
    assert.equal(entry.HeadwiseError, HeadwiseError, `headwise${name}`);
  }
});

test('the default entry still needs no other file', async () => {
  const text = await readFile(join(distDir, 'headwise.js'), 'utf8');
  assert.doesNotMatch(text, /\bimport\s*["'{*]|\bfrom\s*["']\.\//);
});
