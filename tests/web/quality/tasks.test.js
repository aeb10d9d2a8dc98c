// No task of the page's main thread takes 50 ms of processor time: not as it loads, opens a view, or trains. Time that others
// have the processor does not count.

import assert from 'node:assert/strict';
import test from 'node:test';
import { settled, useChromium } from '../support/chromium.js';
import { longestTask } from '../support/processor.js';

const chromium = useChromium({ whole: true });

/** @typedef {import('playwright-core').Page} Page */

const MOST = 50; // ms
/** Cold and shared caches make a task longer, never shorter: one try within the limit shows that it can be met. */
const TRIES = 12;

/** @param {number} count */
const hashOf = (count) =>
  `#v=1&heads=4&at=1.9._&text=${Array.from({ length: count }, (_, i) => `w${(i * 7919) % count}`).join('+')}`;

/** @type {Record<string, { from: string, work: (page: Page, url: string) => Promise<void> }>} */
const WORK = {
  'the page is loaded': {
    from: 'about:blank',
    async work(page, url) {
      await page.goto(url);
      await settled(page);
    },
  },
  '256 tokens are loaded': {
    from: 'about:blank',
    async work(page, url) {
      await page.goto(url + hashOf(256));
      await settled(page);
    },
  },
  'the lines of 64 tokens are opened': {
    from: hashOf(64),
    async work(page) {
      await page.getByRole('button', { name: 'Lines', exact: true }).click();
      await settled(page);
    },
  },
  'the first letter is typed after the lines': {
    from: hashOf(64),
    async work(page) {
      await page.locator('textarea').first().press('End');
      await page.keyboard.type('x');
      await settled(page);
    },
  },
  'heads are trained': {
    from: '',
    async work(page) {
      await page.getByRole('tab', { name: 'Train' }).click();
      await settled(page);
      await page.locator('.training-play').click();
      await page.waitForFunction(
        () =>
          Number(/** @type {HTMLElement} */ (document.querySelector('.training')).dataset.step) >
          50,
      );
    },
  },
};

for (const [name, { from, work }] of Object.entries(WORK)) {
  test(`no task takes 50 ms of processor time while ${name}`, async (t) => {
    let best = Infinity;
    for (let i = 0; i < TRIES && best > MOST; i++) {
      const { page, url, close } = await chromium.open({
        hash: from === 'about:blank' ? '' : from,
      });
      if (from === 'about:blank') await page.goto(from);
      if (name.includes('after the lines')) {
        await page.getByRole('button', { name: 'Lines', exact: true }).click();
        await settled(page);
      }
      best = Math.min(best, await longestTask(page, () => work(page, url)));
      await close();
    }
    t.diagnostic(`${best.toFixed(1)} ms`);
    assert.ok(best <= MOST, `${best} ms`);
  });
}
