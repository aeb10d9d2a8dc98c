// Makes random calls, right and wrong, on one long-lived engine; each must give the result of a
// fresh engine. `npm run fuzz` and HEADWISE_TEST_ALL make more calls.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'headwise';
import { fuzzCalls, LIMITED } from '../../fuzz/calls.js';
import { watchedAllocations } from '../support/failing-core.js';

const EPOCHS = process.env.HEADWISE_TEST_ALL ? 300 : 12;

for (const threads of [1, 2]) {
  for (const failing of [false, true]) {
    test(`random calls, ${threads} threads${failing ? ', allocations failing' : ''}`, async (t) => {
      const subject = failing
        ? await (
            await watchedAllocations(threads)
          )(LIMITED)
        : { engine: await load({ ...LIMITED, threads }) };
      const first = 1000 * threads + (failing ? 500 : 0);
      let [taken, refused] = [0, 0];
      for (let seed = first; seed < first + EPOCHS; seed++) {
        const counts = await fuzzCalls(subject, seed);
        taken += counts.taken;
        refused += counts.refused;
      }
      subject.engine.dispose();
      t.diagnostic(`${taken} calls taken, ${refused} refused`);
      assert.ok(taken > 30 * EPOCHS && refused > 20 * EPOCHS, 'expected a good part of each');
    });
  }
}
