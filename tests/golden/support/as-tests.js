// Runs a suite as tests of Node: every case on the engine, on two threads and on the reference. A
// failure names the case, the index and the difference.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { load } from 'headwise';
import { load as loadReference } from 'headwise/reference';
import { runSuite } from '../../conformance/run.js';

/** @import { Engine, Suite } from '../../conformance/suite.js' */

/**
 * @param {Suite} suite
 * @param {number} count of its cases
 */
export async function testSuite(suite, count) {
  const oracle = await loadReference();
  const engine = await load();
  const threaded = await load({ threads: 2, threadsFrom: 0 });
  after(() => [engine, threaded].forEach((loaded) => loaded.dispose()));

  test(`${suite.name}: the suite is whole`, () => {
    assert.equal(suite.cases.length, count);
    assert.equal(new Set(suite.cases.map(({ name }) => name)).size, count);
    assert.equal(threaded.backend.threads, 2, threaded.backend.reason);
  });

  /** @type {Record<string, Engine>} */
  const runs = { 'the engine': engine, 'two threads': threaded, 'the reference': oracle };
  for (const [where, on] of Object.entries(runs)) {
    test(`${suite.name}, ${count} cases, on ${where}`, async (t) => {
      const { passed, faults, ulps, share } = await runSuite(suite, on, oracle);
      assert.deepEqual(faults, []);
      assert.equal(passed, count);
      const used = `${Math.ceil(100 * share)} % of what is allowed`;
      t.diagnostic(`${suite.version}: ${ulps.toFixed(1)} units of the last place at most, ${used}`);
    });
  }
}
