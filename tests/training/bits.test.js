// Tests that the same seed gives the same bits: after 100 steps with one thread and with two, in
// Node and in Chromium; with HEADWISE_TEST_ALL after 1,000 steps of a larger model, and in Firefox
// too.

import assert from 'node:assert/strict';
import test from 'node:test';
import { everything, induction, learnHere, learnIn } from './support/learn.js';

/** @typedef {import('./support/learn.js').Course} Course */

/**
 * @param {Omit<Course, 'threads'>} course
 * @param {readonly import('../web/support/browsers.js').BrowserName[]} engines
 */
async function expectSameBits(course, engines) {
  const here = await learnHere({ ...course, threads: 1 });
  assert.ok(here.loss > 0 && here.loss < 10, `${here.loss}`);
  const shared = await learnHere({ ...course, threads: 2 });
  assert.deepEqual([here.threads, shared.threads], [1, 2]);
  assert.equal(shared.bits, here.bits);
  for (const name of engines) {
    for (const threads of [1, 2]) {
      const learned = await learnIn(name, { ...course, threads });
      assert.equal(learned.threads, threads);
      assert.equal(learned.bits, here.bits, `${name}, ${threads} threads`);
    }
  }
}

test('100 steps: Node and Chromium, one thread and two', () =>
  expectSameBits({ ...everything, steps: 100 }, ['Chromium']));

test('another seed gives other bits', async () => {
  const [one, other] = await Promise.all(
    [5, 6].map((seed) => {
      const config = { ...everything.config, seed };
      return learnHere({ ...everything, config, steps: 3, threads: 1 });
    }),
  );
  assert.notEqual(one.bits, other.bits);
});

if (process.env.HEADWISE_TEST_ALL) {
  test('1,000 steps: Node, Chromium and Firefox, one thread and two', () =>
    expectSameBits({ ...induction, steps: 1000 }, ['Chromium', 'Firefox']));
}
