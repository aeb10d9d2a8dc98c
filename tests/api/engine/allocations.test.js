// Fails every allocation of every call in turn. The call must be refused and leave nothing behind,
// and the engine must then compute the bits of a fresh engine.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { load } from 'headwise';
import { callsOf } from '../support/entry-points.js';
import { watchedAllocations } from '../support/failing-core.js';
import { assertSameBits } from '../support/tensors.js';

/** @import { Prepared } from '../support/entry-points.js' */

/** @typedef {(n: number) => number} Next */

const all = Boolean(process.env.HEADWISE_TEST_ALL);

const { prepare, calls } = callsOf({ length: 40, width: 24 });

/**
 * The next allocation to fail, where not all are tested: loading an engine for each takes long.
 *
 * @type {Record<1 | 2, Next>}
 */
const next = { 1: (n) => 2 * n + 1, 2: (n) => 3 * n + 1 };

for (const threads of /** @type {const} */ ([1, 2])) {
  describe(`allocations that fail, ${threads} threads`, async () => {
    const watched = await watchedAllocations(threads);
    const plain = await load();
    const fresh = prepare(plain);

    /**
     * @param {(made: Prepared) => unknown} call
     * @param {number} n which of its allocations fails; 0: none
     */
    async function failing(call, n) {
      const { engine, failAfter, live } = await watched({ threadsFrom: 0 });
      const made = prepare(engine);
      // Forces a new layout of the call, and has the engine allocate the permanent memory of its first
      // exception.
      assert.throws(() => engine.createMultiHeadAttention({ embedDim: 50_000, numHeads: 1 }));
      engine.softmax([1, 2]);
      failAfter.value = n;
      const error = errorOf(() => call(made));
      const isOver = failAfter.value > 0;
      failAfter.value = 0;
      const result = call(made);
      engine.softmax([1, 2]);
      const blocks = live.value;
      engine.dispose();
      return { error, isOver, result, blocks };
    }

    for (const [name, call] of Object.entries(calls)) {
      test(name, async () => {
        const expected = call(fresh);
        const { blocks } = await failing(call, 0);
        for (let n = 1; ; n = all ? n + 1 : next[threads](n)) {
          const after = await failing(call, n);
          assertSameBits(after.result, expected, `after allocation ${n} failed`);
          assert.equal(after.blocks, blocks, `blocks in use after allocation ${n} failed`);
          if (after.isOver) break;
          assert.equal(after.error?.code, 'memory', `allocation ${n}: ${after.error}`);
        }
      });
    }

    test('the engine of the comparison', () => plain.dispose());
  });
}

/** @param {() => unknown} call */
function errorOf(call) {
  try {
    call();
  } catch (error) {
    return /** @type {Error & { code?: string }} */ (error);
  }
  return null;
}
