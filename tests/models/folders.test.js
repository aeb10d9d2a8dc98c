// Folders as they are downloaded: the tokenizer's ids, tokens, spans and words, and what the model gives for them.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { readFolderGoldens } from '../golden/models/read.js';

/** Of the largest number of a tensor. */
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
  test(`${golden.name}: from a folder, its texts give what the original gives`, async () => {
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

test('a folder’s vector is pooled as it says; in a way that is not known here, there is none', async () => {
  const golden = (await readFolderGoldens()).find(({ name }) => name === 'sentence');
  assert.ok(golden);
  /** @type {Record<string, Uint8Array>} */
  const files = {};
  for (const entry of await readdir(golden.path, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile())
      files[path.slice(golden.path.length).replace(/^\/|\\/g, '')] = await readFile(path);
  }
  const { ids } = golden.texts[0];
  /** @param {unknown} how */
  const vectorOf = async (how) => {
    const config = new TextEncoder().encode(JSON.stringify(how));
    const modules = new TextEncoder().encode(
      JSON.stringify([{ type: 'st.Pooling', path: 'pool' }]),
    );
    const model = await openModel({
      ...files,
      'modules.json': modules,
      'pool/config.json': config,
    });
    const run = await model.run(ids);
    const { data, shape } = await run.hidden(model.config.numLayers);
    const [rows, width] = shape;
    const column = (/** @type {number} */ j) =>
      Array.from({ length: rows }, (_, i) => data[i * width + j]);
    const at = { column, width, vector: run.embedding?.().data };
    model.dispose();
    return at;
  };
  /** @type {Record<string, (column: number[]) => number>} */
  const kinds = {
    cls: (column) => column[0],
    max: (column) => Math.max(...column),
    mean: (column) => column.reduce((a, b) => a + b) / column.length,
    lasttoken: (column) => column[column.length - 1],
  };
  for (const [mode, pool] of Object.entries(kinds)) {
    const flag = `pooling_mode_${mode === 'lasttoken' ? mode : mode === 'cls' ? 'cls_token' : `${mode}_tokens`}`;
    for (const how of [{ pooling_mode: mode }, { [flag]: true, pooling_mode_other: false }]) {
      const { column, width, vector } = await vectorOf(how);
      const expected = Array.from({ length: width }, (_, j) => pool(column(j)));
      expectNear(JSON.stringify(how), vector ?? [], expected);
    }
  }
  for (const how of [
    { pooling_mode: 'weightedmean' },
    { pooling_mode: ['cls', 'mean'] },
    { pooling_mode_mean_sqrt_len_tokens: true },
    { pooling_mode_cls_token: true, pooling_mode_max_tokens: true },
  ]) {
    assert.equal((await vectorOf(how)).vector, undefined, JSON.stringify(how));
  }
  await assert.rejects(vectorOf(null), {
    code: 'format',
    message: /^pool\/config\.json: expected an object, got null/,
  });
});
