// Everything fits: no view scrolls sideways (scenes: accessible.test.js), panels open in sight, a long text can be seen whole. On
// the smallest screens; with HEADWISE_TEST_ALL on larger ones too.

import assert from 'node:assert/strict';
import test from 'node:test';
import { STEPS } from '../../../web/elements/lab/answer/layer-steps.ts';
import { setState, settled, useChromium } from '../support/chromium.js';
import { sample } from '../support/sample.js';

const chromium = useChromium();

/** @typedef {import('playwright-core').Page} Page */

/** One state after another, each as a change of the one before. */
const STATES = [
  ...['heads', 'head', 'table', 'lines', 'contributions', 'training'].map((view) => ({ view })),
  ...STEPS.map((step) => ({ view: 'steps', step })),
  { view: 'heads', mix: [1, 1, 1, 1] },
  { mix: null, compare: { head: 0 } },
  { compare: { run: {} } },
  { compare: null, trail: ['attention.0.1.1'] },
  { trail: ['W_Q.1.1'] },
  { trail: [], second: 'My dog sees it.' },
  { second: null, text: 'Strange wonderful unknown words' },
  { text: `${'w'.repeat(400)} cat`, model: 'untrained' },
  { text: 'a very long one of it '.repeat(6), view: 'steps', step: 'dotProducts' },
  { text: 'The cat sat', heads: 16, width: 512, view: 'heads' },
  { heads: 4, edits: { 'attention.0.1.1': 0.5 } },
];

for (const width of sample([320, 390, 768], 3)) {
  test(`no view scrolls sideways at ${width}`, async () => {
    const { page, close } = await chromium.open({ hash: '', viewport: { width, height: 700 } });
    const beyond = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    const found = [];
    for (const part of STATES) {
      await setState(page, part);
      const by = await beyond();
      if (by > 0) found.push(`${JSON.stringify(part).slice(0, 60)}: ${by}`);
    }
    assert.deepEqual(found, []);
    await close();
  });
}

for (const [width, height] of sample(
  [
    [360, 640],
    [390, 844],
    [1280, 720],
    [1440, 900],
  ],
  2,
)) {
  test(`a number that is followed can be changed without scrolling at ${width} x ${height}`, async () => {
    const { page, close } = await chromium.open({ viewport: { width, height } });
    for (const cell of [
      'attention.0.8.3',
      'scores.0.8.3',
      'mask.8.3',
      'W_Q.3.5',
      'x.8.3',
      'tokens.8.3',
    ]) {
      await setState(page, { trail: [cell] });
      const editor = page.locator('.editor');
      // sums and results are not set by hand
      if (!(await editor.isVisible())) continue;
      const inside = await editor.evaluate((element) => {
        const box = element.getBoundingClientRect();
        const panel = /** @type {Element} */ (element.closest('.panel')).getBoundingClientRect();
        return box.top >= panel.top && box.bottom <= Math.min(panel.bottom, innerHeight);
      });
      assert.ok(inside, cell);
    }
    await close();
  });
}

for (const [width, height] of sample(
  [
    [390, 844],
    [1440, 900],
  ],
  2,
)) {
  test(`all of a long text can be seen at ${width}`, async () => {
    const { page, close } = await chromium.open({ viewport: { width, height } });
    const text = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ');
    await setState(page, { text });
    const all = page.getByRole('button', { name: 'Show all 300 tokens' });
    await all.click();
    await settled(page);
    const cut = await page
      .locator('.field')
      .first()
      .evaluate((field) =>
        [...field.querySelectorAll('textarea, .chips')]
          .filter((one) => one.scrollHeight > one.clientHeight + 1)
          .map((one) => one.tagName),
      );
    assert.deepEqual(cut, []);
    assert.equal(await page.locator('.chips').first().locator('.chip').count(), 300);
    await page.getByRole('button', { name: 'Show fewer tokens' }).click();
    await all.waitFor();
    // a short one has no need of it
    await setState(page, { text: 'The cat sat' });
    await page.locator('.field-more').first().waitFor({ state: 'hidden' });
    await close();
  });
}

test('tokens that are cut can all be shown, however few they are', async () => {
  const { page, close } = await chromium.open({ viewport: { width: 390, height: 844 } });
  await setState(page, { text: Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ') });
  await page.getByRole('button', { name: 'Show all 40 tokens' }).click();
  await page.getByRole('button', { name: 'Show fewer tokens' }).waitFor();
  await setState(page, { text: 'The cat sat' });
  await page.locator('.field-more').first().waitFor({ state: 'hidden' });
  await close();
});

test('where labels are thinned the selected row and its strongest key have theirs', async () => {
  const { page, close } = await chromium.open({
    ...{ hash: '', viewport: { width: 1366, height: 768 } },
  });
  const words = page.getByRole('grid', { name: /^Head 3/ }).locator('.lit-word');
  assert.deepEqual(await words.allTextContents(), ['horse']);
  await close();
});

test('a head that is shown large says which it is, as a map and as a table', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  for (const view of ['head', 'table']) {
    await setState(page, { view, selection: { head: 2, query: 1, key: null }, mix: null });
    await page.getByRole('heading', { name: 'Head 3: verb to subject' }).waitFor();
    await setState(page, { compare: { head: 0 } });
    await page.getByRole('heading', { name: 'Head 3 − Head 1' }).waitFor();
    await setState(page, { compare: null, mix: [1, 1, 1, 1] });
    await page.getByRole('heading', { name: 'Mixture of the heads' }).waitFor();
  }
  await close();
});
