// Runs every case of the operators' suites on the engine with one thread and two, and on the
// reference. A failure names the case, the index and the difference.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { load } from 'headwise';
import { load as loadReference } from 'headwise/reference';
import { read } from './read.js';
import { runSuite } from './run.js';
import { operators } from './suites.js';

/** @import { Engine } from './suite.js' */

const oracle = await loadReference();
const engine = await load();
const threaded = await load({ threads: 2, threadsFrom: 0 });
after(() => [engine, threaded].forEach((loaded) => loaded.dispose()));

const suites = await Promise.all(operators.map((open) => open(read)));

test('an engine with two threads uses two', () => {
  assert.equal(threaded.backend.threads, 2, threaded.backend.reason);
});

test('the suites are complete', () => {
  const counts = suites.map(({ cases, leftOut }) => [cases.length, leftOut.length]);
  assert.deepEqual(counts, [
    [82, 11],
    [7, 8],
    [71, 5],
  ]);
});

for (const suite of suites) {
  const runs = { 'the engine': engine, 'two threads': threaded, 'the reference': oracle };
  for (const [where, on] of Object.entries(runs)) {
    test(`${suite.name}, ${suite.cases.length} cases, on ${where}`, async (t) => {
      const { passed, faults, ulps } = await runSuite(suite, on, oracle);
      assert.deepEqual(faults, []);
      assert.equal(passed, suite.cases.length);
      t.diagnostic(`${suite.version}: ${ulps.toFixed(1)} units of the last place at most`);
    });
  }
}

// The suites test each of these options: an engine that ignores one of them fails a case.
for (const name of ['mask', 'causal', 'window', 'keyLengths', 'scale', 'softcap', 'positions']) {
  test(`an engine that ignores ${name} does not pass`, async () => {
    const outcomes = await Promise.all(
      suites.map((suite) => runSuite(suite, ignoring(engine, name), oracle)),
    );
    const faults = outcomes.flatMap((outcome) => outcome.faults);
    assert.ok(faults.some((fault) => /the original has/.test(fault)));
  });
}

/**
 * @param {Engine} from
 * @param {string} name of an option
 * @returns {Engine}
 */
function ignoring(from, name) {
  const others = (/** @type {Record<string, unknown>} */ { [name]: _, ...options } = {}) => options;
  return {
    scaledDotProductAttention: (query, key, value, options) =>
      from.scaledDotProductAttention(query, key, value, others({ ...options })),
    async createMultiHeadAttention(config) {
      const layer = await from.createMultiHeadAttention(config);
      return {
        forward: (query, key, value, options) =>
          layer.forward(query, key, value, others({ ...options })),
        loadStateDict: (state) => layer.loadStateDict(state),
        dispose: () => layer.dispose(),
      };
    },
  };
}
