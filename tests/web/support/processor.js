// Processor time that a page takes, as Chromium counts it for each of its threads. Unlike time by the clock it does not grow
// while other programs have the processor.

import assert from 'node:assert/strict';

/**
 * @typedef {import('playwright-core').Page} Page
 *
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {string} ph
 * @property {number} pid
 * @property {number} tid
 * @property {number} [tdur] the processor time of its thread, microseconds
 * @property {any} args
 */

/** What a page's own code causes: running it, and finding out what everything looks like and where it is. */
const OWN = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];

/**
 * The longest task of a page's main thread while it works and until it is idle again, in milliseconds of processor time.
 *
 * @param {Page} page
 * @param {() => Promise<void>} work
 */
export async function longestTask(page, work) {
  const browser = page.context().browser();
  assert.ok(browser);
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await work();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  /** @type {{ traceEvents: TraceEvent[] }} */
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  const threadOf = (/** @type {TraceEvent} */ { pid, tid }) => `${pid} ${tid}`;
  const main = traceEvents.filter(
    ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain',
  );
  const threads = new Set(main.map(threadOf));
  const tasks = traceEvents.filter(
    (one) => one.ph === 'X' && one.name.endsWith('RunTask') && threads.has(threadOf(one)),
  );
  assert.ok(tasks.length > 10, `${tasks.length} tasks`);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

/**
 * A clock of what a page's own code takes, in milliseconds of its main thread's processor time.
 *
 * @param {Page} page
 * @param {readonly string[]} [names] of the browser's metrics that count
 * @returns {Promise<() => Promise<number>>}
 */
export async function clockOf(page, names = OWN) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const counted = metrics.filter(({ name }) => names.includes(name));
    assert.equal(counted.length, names.length, 'metrics');
    return counted.reduce((sum, { value }) => sum + 1000 * value, 0);
  };
}
