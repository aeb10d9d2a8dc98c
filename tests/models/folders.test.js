// Tests downloaded folders: the tokenizer's ids, tokens, spans and words, and the model's results
// for them.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { readFolderGoldens } from '../golden/models/read.js';
import { serveFiles } from './support/file-server.js';

/** Relative to the largest number of a tensor. */
const ALLOWED = 1e-5;

/** @param {string} what @param {ArrayLike<number>} got @param {ArrayLike<number>} wanted */
function expectNear(what, got, wanted) {
  assert.equal(got.length, wanted.length, what);
  const largest = Math.max(...Array.from(wanted, Math.abs), Number.MIN_VALUE);
  for (let i = 0; i < got.length; i++) {
    const near = Math.abs(got[i] - wanted[i]) <= ALLOWED * largest;
    assert.ok(near, `${what}: ${got[i]} at ${i}, expected ${wanted[i]}`);
  }
}

for (const golden of await readFolderGoldens()) {
  test(`${golden.name}: from a folder, its texts give the original's results`, async () => {
    const model = await openModel(golden.path);
    for (const { text, ids, tokens, spans, targetIds, expected } of golden.texts) {
      const input = model.tokenize(text);
      assert.deepEqual(input.ids, ids, JSON.stringify(text));
      assert.deepEqual(input.tokens, tokens);
      assert.deepEqual(input.spans, spans);
      if (ids.length > model.config.contextLen || ids.length === 0) continue;
      const run = await model.run(input, targetIds ? { target: targetIds } : {});
      const { logits, lastMaps, lastLogits, embedding } = expected;
      const own = run.logits?.data ?? new Float32Array(0);
      if (logits) expectNear('logits', own, logits.data);
      if (lastLogits)
        expectNear('last logits', own.slice(-lastLogits.data.length), lastLogits.data);
      const layer = model.config.numLayers - 1;
      const kind = targetIds ? 'cross' : 'self';
      if (lastMaps) expectNear('maps', (await run.attention({ layer, kind })).data, lastMaps.data);
      if (embedding) expectNear('embedding', run.embedding?.().data ?? [], embedding.data);
      run.dispose();
    }
    model.dispose();
  });
}

test('a folder at an address is the folder on the disk', async (t) => {
  const goldens = await readFolderGoldens();
  /** @type {Record<string, Uint8Array>} */
  const files = {};
  for (const { name, path } of goldens) {
    for (const file of await readdir(path, { recursive: true, withFileTypes: true })) {
      const from = join(file.parentPath, file.name);
      if (file.isFile()) files[`/${name}/${from.slice(path.length)}`] = await readFile(from);
    }
  }
  const server = await serveFiles(files);
  t.after(() => server.close());
  for (const { name, path, texts } of goldens) {
    const results = [];
    for (const source of [path, new URL(`${name}/`, server.url)]) {
      const model = await openModel(source);
      const { text, targetIds } = texts[0];
      const run = await model.run(text, targetIds ? { target: targetIds } : {});
      const { files, ...report } = model.report;
      results.push([report, run.logits, run.embedding?.(), await run.attention({ layer: 0 })]);
      run.dispose();
      model.dispose();
    }
    assert.deepEqual(results[1], results[0], name);
  }
});

test('settings of a sentence model at an address have their effect', async (t) => {
  const golden = (await readFolderGoldens()).find(({ name }) => name === 'sentence');
  assert.ok(golden);
  /** @type {Record<string, Uint8Array>} */
  const files = {};
  for (const file of await readdir(golden.path, { recursive: true, withFileTypes: true })) {
    const from = join(file.parentPath, file.name);
    if (file.isFile()) files[`/m/${from.slice(golden.path.length)}`] = await readFile(from);
  }
  const json = (/** @type {object} */ value) => new TextEncoder().encode(JSON.stringify(value));
  files['/m/config_sentence_transformers.json'] = json({ truncate_dim: 4 });
  files['/m/sentence_bert_config.json'] = json({ max_seq_length: 5 });
  const server = await serveFiles(files);
  t.after(() => server.close());
  const model = await openModel(new URL('m/', server.url));
  const [first, second, third] = golden.texts[0].ids;
  assert.deepEqual((await model.run([first, second, third])).embedding?.().shape, [4]);
  const long = await model.run(Array(6).fill(first));
  assert.throws(() => long.embedding?.(), /max_seq_length: expected at most 5 tokens, got 6/);
  model.dispose();
});
