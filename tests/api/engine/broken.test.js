// Tests an engine whose core stopped in the middle of a call: every later call reports it, every
// promise settles, and dispose still works.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load, loadInWorker } from 'headwise';
import { trappingCore } from '../support/failing-core.js';

const BROKEN = {
  name: 'HeadwiseError',
  code: 'internal',
  message: /^this engine is broken after: .+; load a new one$/,
};
const DISPOSED = { name: 'HeadwiseError', code: 'disposed' };
const x = { data: new Float32Array(4 * 64 * 8).fill(0.5), shape: [4, 64, 8] };

for (const threads of [1, 2]) {
  describe(`after a trap, ${threads} threads`, async () => {
    const wasm = await trappingCore(threads);
    const options = { threads, threadsFrom: 0, wasm };

    test('the engine says that it is broken', async () => {
      const engine = await load(options);
      const layer = engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
      const cache = layer.createCache({ capacity: 5 });
      assert.throws(() => layer.forward(x), BROKEN);
      for (const call of [
        () => layer.forward(x),
        () => layer.stateDict(),
        () => layer.createCache({ capacity: 5 }),
        () => cache.length,
        () => engine.linear([[1]], [[1]]),
        () => engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2 }),
      ]) {
        assert.throws(call, BROKEN);
      }
      cache.dispose();
      layer.dispose();
      engine.dispose();
      engine.dispose();
      assert.throws(() => engine.softmax([1, 2]), DISPOSED);
    });

    test('an engine in a worker reports it to all pending calls', async () => {
      const engine = await loadInWorker(options);
      const layer = await engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
      const calls = [layer.forward(x), layer.forward(x), engine.linear([[1]], [[1]])];
      for (const call of calls) await assert.rejects(call, BROKEN);
      await assert.rejects(engine.softmax([1, 2]), BROKEN);
      await layer.dispose();
      await engine.dispose();
      await assert.rejects(engine.softmax([1, 2]), DISPOSED);
    });
  });
}

test('a program continues after a thread of its engine has stopped', async () => {
  const engine = await load({ threads: 2, threadsFrom: 0, wasm: await trappingCore(2) });
  assert.throws(() => engine.scaledDotProductAttention(x, x, x), BROKEN);
  engine.dispose();
  const next = await load({ threads: 2, threadsFrom: 0 });
  assert.equal(next.softmax([[1, 1]]).data[1], 0.5);
  next.dispose();
});
