// Tests downloaded folders: the tokenizer's ids, tokens, spans and words, and the model's results
// for them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openModel } from 'headwise/models';
import { readFolderGoldens } from '../golden/models/read.js';

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
