// The same seed gives the same bits: after 100 steps with one thread and with two, in Node and in Chromium; with
// HEADWISE_TEST_ALL after 1,000 steps of a larger model, and in Firefox too.

import assert from 'node:assert/strict';
import test from 'node:test';
import puppeteer from 'puppeteer-core';
import { serve } from '../../src/build/server.js';
import { programs } from '../../src/build/setup/requirements.js';
import { siteDir } from '../../src/build/tools/paths.js';
import { careful, startChromium } from '../web/support/chromium.js';
import { everything, induction, learnHere, learnThere } from './support/learn.js';

/** @typedef {import('./support/learn.js').Course} Course */

/**
 * @param {Omit<Course, 'threads'>} course
 * @param {number} threads
 * @returns {Promise<import('./support/learn.js').Learned>}
 */
async function inChromium(course, threads) {
  const chromium = await startChromium();
  try {
    const { page, close } = await chromium.open({ path: 'check.html', settle: false });
    const learned = await page.evaluate(learnThere({ ...course, threads }));
    await close();
    return /** @type {any} */ (learned);
  } finally {
    await chromium.stop();
  }
}

/** @type {typeof inChromium} */
async function inFirefox(course, threads) {
  const server = await serve({ root: siteDir, headers: careful });
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: programs.firefox() ?? undefined,
    headless: true,
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}check.html`);
    return /** @type {any} */ (await page.evaluate(learnThere({ ...course, threads })));
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * @param {Omit<Course, 'threads'>} course
 * @param {readonly (typeof inChromium)[]} engines
 */
async function expectSameBits(course, engines) {
  const here = await learnHere({ ...course, threads: 1 });
  assert.ok(here.loss > 0 && here.loss < 10, `${here.loss}`);
  const shared = await learnHere({ ...course, threads: 2 });
  assert.deepEqual([here.threads, shared.threads], [1, 2]);
  assert.equal(shared.bits, here.bits);
  for (const there of engines) {
    for (const threads of [1, 2]) {
      const learned = await there(course, threads);
      assert.equal(learned.threads, threads);
      assert.equal(learned.bits, here.bits, `${there.name}, ${threads} threads`);
    }
  }
}

test('100 steps: Node and Chromium, one thread and two', () =>
  expectSameBits({ ...everything, steps: 100 }, [inChromium]));

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
    expectSameBits({ ...induction, steps: 1000 }, [inChromium, inFirefox]));
}
