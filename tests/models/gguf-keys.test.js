// Tests every key that the gguf package lists for the architectures here, at a value other than its
// default: the key changes the model's results, or is known to change nothing, or is refused by
// name. tests/golden/gguf/README.md has the same table. Every other key of an architecture, and the rest of the next one;
// with HEADWISE_TEST_ALL every key of each.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { HeadwiseError } from 'headwise';
import { openModel } from 'headwise/models';
import { ALL } from '../web/support/sample.js';
import { changedGguf } from './support/files.js';

/** @typedef {import('../../src/js/formats/gguf.ts').GgufValue} GgufValue */

/** Architectures, and the names of their files. */
const ARCHITECTURES = [
  ...['llama', 'qwen2', 'qwen3', 'gemma', 'gemma2', 'phi3'],
  ...['granite', 'phi2', 'stablelm', 'starcoder', 'starcoder2'],
  ...['bert', 'nomic-bert', 'modern-bert', 't5', 't5encoder'],
];
const IDS = [5, 9, 7, 11, 6, 30, 21];
const golden = async (/** @type {string} */ name) =>
  readFile(new URL(`../golden/gguf/${name}`, import.meta.url));
const readme = (await golden('README.md')).toString();

/**
 * The rows of a table of the README: cells by the heads of columns.
 *
 * @param {string} first head
 * @returns {Record<string, string>[]}
 */
function tableOf(first) {
  const lines = readme.split('\n').filter((line) => line.startsWith('|'));
  const cells = (/** @type {string} */ line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1'));
  const at = lines.findIndex((line) => cells(line)[0] === first);
  const heads = cells(lines[at]);
  const rows = [];
  for (const line of lines.slice(at + 2)) {
    const row = cells(line);
    if (row.length !== heads.length) break;
    rows.push(Object.fromEntries(heads.map((head, i) => [head, row[i]])));
  }
  return rows;
}

/** A model's results. @param {Uint8Array} file */
async function given(file) {
  const model = await openModel({ 'model.gguf': file });
  const twice = model.kind === 'encoder-decoder';
  const run = await model.run(IDS, twice ? { target: [1, 5, 9, 7, 30] } : {});
  const numbers = [];
  for (let layer = 0; layer < model.config.numLayers; layer++) {
    numbers.push(...(await run.attention({ layer })).data, ...(await run.hidden(layer)).data);
  }
  numbers.push(...(run.logits?.data ?? []), ...(run.embedding?.().data ?? []));
  const all = JSON.stringify([model.kind, model.config, numbers]);
  model.dispose();
  return all;
}

const rows = tableOf('Key');
for (const [i, architecture] of ARCHITECTURES.entries()) {
  const key = (/** @type {string} */ name) => `${architecture}.${name}`;
  const tried = rows.filter((_, at) => ALL || (i + at) % 2 === 0);
  test(`${architecture}: ${ALL ? 'every' : 'every other'} key is applied, harmless or refused`, async () => {
    const file = gunzipSync(await golden(`${architecture}.gguf.gz`));
    const named = (/** @type {Record<string, GgufValue>} */ keys) =>
      Object.fromEntries(Object.entries(keys).map(([name, value]) => [key(name), value]));
    /** @type {Map<string, Promise<string>>} results without the row's key, by the other keys that the row sets */
    const without = new Map();
    for (const row of tried) {
      const others = JSON.parse(row.With || '{}');
      const all = { ...others, [row.Key]: JSON.parse(row.Value) };
      let found;
      try {
        const plain = without.get(row.With) ?? given(changedGguf(file, { set: named(others) }));
        without.set(row.With, plain);
        const before = await plain;
        const changed = await given(changedGguf(file, { set: named(all) }));
        found = changed === before ? 'harmless' : 'changes';
      } catch (error) {
        assert.ok(error instanceof HeadwiseError, `${row.Key}: ${error}`);
        found = error.message.startsWith(`${key(row.Key)}: `) ? 'refused' : 'misfit';
      }
      assert.equal(found, row[architecture], row.Key);
    }
  });
}

test('the table has every key that the package lists, each in one of these cases', async () => {
  assert.ok(rows.length > 115);
  const outcomes = new Set(rows.flatMap((row) => ARCHITECTURES.map((name) => row[name])));
  assert.deepEqual([...outcomes].sort(), ['changes', 'harmless', 'misfit', 'refused']);
  assert.equal(new Set(rows.map((row) => row.Key + row.Value)).size, rows.length);
});
