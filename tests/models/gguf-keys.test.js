// Every key that the gguf package lists for the architectures here, at a value that does something: it changes what the model
// gives, or is known to change nothing, or is refused by its name. tests/golden/gguf/README.md has the same table.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { HeadwiseError } from 'headwise';
import { openModel } from 'headwise/models';
import { changedGguf } from './support/files.js';

/** @typedef {import('../../src/js/formats/gguf.js').GgufValue} GgufValue */

const BASES = {
  ...{ llama: 'llama', qwen2: 'qwen2', qwen3: 'qwen3', gemma: 'gemma', gemma2: 'gemma2' },
  ...{ phi3: 'phi3', bert: 'bert', 'nomic-bert': 'nomic-bert', 'modern-bert': 'modern-bert' },
  ...{ t5: 't5', t5encoder: 't5encoder' },
};
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

/** What a model gives. @param {Uint8Array} file */
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
for (const [architecture, base] of Object.entries(BASES)) {
  test(`${architecture}: every key is carried out, harmless or refused`, async () => {
    const file = gunzipSync(await golden(`${base}.gguf.gz`));
    const plain = await given(file);
    for (const row of rows) {
      const key = `${architecture}.${row.Key}`;
      const value = JSON.parse(row.Value);
      let found;
      try {
        const now = await given(changedGguf(file, { set: { [key]: value } }));
        found = now === plain ? 'harmless' : 'changes';
      } catch (error) {
        assert.ok(error instanceof HeadwiseError, `${key}: ${error}`);
        found = error.message.startsWith(`${key}: `) ? 'refused' : 'no tensors';
      }
      assert.equal(found, row[architecture], key);
    }
  });
}
