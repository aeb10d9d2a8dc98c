// Nobody waits: hovering and typing stay within a frame or three. Each figure is the best of several,
// so that it tells what the page costs and not what else the machine is doing.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startChromium } from './support/chromium.js';

/** @type {Awaited<ReturnType<typeof startChromium>>} */
let chromium;
before(async () => {
  chromium = await startChromium();
});
after(() => chromium?.stop());

/** @param {number} count */
const words = (count) =>
  Array.from({ length: count }, (_, i) => `w${(i * 7919) % count}`).join(' ');

for (const view of ['heads', 'head']) {
  test(`hovering a map of 256 x 256 costs at most 4 ms of scripting (${view})`, async (t) => {
    const { page, close } = await chromium.open({ hash: `#v=1&text=${words(256)}&view=${view}` });
    const costs = await page.evaluate(async () => {
      const frame = window.requestAnimationFrame.bind(window);
      let cost = 0;
      window.requestAnimationFrame = (draw) =>
        frame((now) => {
          const start = performance.now();
          draw(now);
          cost += performance.now() - start;
        });
      const canvas = [...document.querySelectorAll('.map canvas')].find(
        (one) => one.getClientRects().length > 0,
      );
      if (!canvas) throw new Error('no map');
      const box = canvas.getBoundingClientRect();
      const all = [];
      for (let i = 0; i < 60; i++) {
        cost = 0;
        const start = performance.now();
        canvas.dispatchEvent(
          new PointerEvent('pointermove', {
            bubbles: true,
            clientX: box.right - 20 - 3 * i,
            clientY: box.bottom - 20 - 5 * i,
          }),
        );
        cost += performance.now() - start;
        await new Promise((resolve) => frame(() => frame(resolve)));
        all.push(cost);
      }
      return all.sort((a, b) => a - b);
    });
    const median = costs[costs.length / 2];
    t.diagnostic(`median ${median.toFixed(2)} ms, best ${costs[0].toFixed(2)} ms`);
    assert.ok(median <= 4, `${median} ms`);
    await close();
  });
}

for (const [name, state] of Object.entries({
  heads: {},
  lines: { view: 'lines' },
  contributions: { view: 'contributions' },
  'the largest step': { view: 'steps', step: 'projection' },
  'a step of three maps': { view: 'steps', step: 'attention', trail: ['heads.0.3.1'] },
  'a difference': { compare: { head: 0 } },
})) {
  test(`64 tokens are redrawn within 50 ms, and no task takes longer (${name})`, async (t) => {
    const { page, close } = await chromium.open({ hash: `#v=1&text=${words(64)}` });
    await page.locator('#lab').evaluate((/** @type {any} */ host, state) => {
      host.lab.setState(state);
      return host.lab.settled();
    }, state);
    const runs = await page.evaluate(async (text) => {
      const field = /** @type {HTMLTextAreaElement} */ (document.querySelector('textarea'));
      const { lab } = /** @type {any} */ (document.getElementById('lab'));
      /** @type {number[]} */
      let tasks = [];
      const note = (/** @type {PerformanceEntryList} */ entries) =>
        tasks.push(...entries.map((entry) => entry.duration));
      const observer = new PerformanceObserver((list) => note(list.getEntries()));
      observer.observe({ type: 'longtask' });
      const all = [];
      for (let i = 0; i < 12; i++) {
        tasks = [];
        const start = performance.now();
        field.value = `${text.slice(0, -1)}${i}`;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        await lab.settled();
        const redrawn = performance.now() - start;
        // what follows of itself is part of it
        await new Promise((resolve) => requestIdleCallback(resolve));
        note(observer.takeRecords());
        all.push({ redrawn, longest: Math.max(0, ...tasks) });
      }
      return all;
    }, words(64));
    const best = Math.min(...runs.map((run) => run.redrawn));
    t.diagnostic(`redrawn in ${best.toFixed(1)} ms at best`);
    assert.ok(best <= 50, `${best} ms`);
    assert.equal(Math.min(...runs.map((run) => run.longest)), 0);
    await close();
  });
}

test('pointing along 64 words costs a frame at most (lines)', async (t) => {
  const { page, close } = await chromium.open({
    hash: `#v=1&text=${words(64)}&heads=8&view=lines`,
  });
  const costs = await page.evaluate(async () => {
    const frame = window.requestAnimationFrame.bind(window);
    let cost = 0;
    window.requestAnimationFrame = (draw) =>
      frame((now) => {
        const start = performance.now();
        draw(now);
        cost += performance.now() - start;
      });
    const canvas = document.querySelector('.lines-front');
    if (!canvas) throw new Error('no lines');
    const box = canvas.getBoundingClientRect();
    const all = [];
    for (let i = 0; i < 60; i++) {
      cost = 0;
      const start = performance.now();
      canvas.dispatchEvent(
        new PointerEvent('pointermove', {
          bubbles: true,
          clientX: box.left + (i % 2 === 0 ? 20 : box.width / 2),
          clientY: box.top + 60 + 10 * i,
        }),
      );
      cost += performance.now() - start;
      await new Promise((resolve) => frame(() => frame(resolve)));
      all.push(cost);
    }
    return all.sort((a, b) => a - b);
  });
  const median = costs[costs.length / 2];
  t.diagnostic(`median ${median.toFixed(2)} ms, best ${costs[0].toFixed(2)} ms`);
  assert.ok(median <= 16, `${median} ms`);
  await close();
});
