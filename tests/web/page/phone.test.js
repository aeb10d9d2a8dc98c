// The page on a phone, with wide letters and with narrow ones: what the first screen shows, and what a tap does.

import assert from 'node:assert/strict';
import test from 'node:test';
import { setState, settled, stateOf, useChromium } from '../support/chromium.js';
import { sample } from '../support/sample.js';
import { openScene } from '../support/scenes.js';
import { openMenu } from '../support/tools.js';
import { FONTS } from '../../../src/build/tools/fonts.ts';

const browsers = Object.fromEntries(FONTS.map((fonts) => [fonts, useChromium({ fonts })]));

/** @typedef {import('playwright-core').Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SIZES = [PHONE.viewport, { width: 360, height: 740 }];
/** Of a map; the rest may be below the edge. */
const MOST = 0.75;

/**
 * The content above the sheet, without scrolling.
 * @param {Page} page
 */
function firstScreen(page) {
  return page.evaluate(() => {
    const boxOf = (/** @type {Element | null} */ one) =>
      /** @type {Element} */ (one).getBoundingClientRect();
    const { top: edge } = boxOf(document.querySelector('.panel'));
    const sentence = boxOf(document.querySelector('textarea'));
    const maps = [...document.querySelectorAll('.card .lights')].map((map) => {
      const { top, bottom, left, right } = boxOf(map);
      const down = Math.max(0, Math.min(bottom, edge) - Math.max(top, 0)) / (bottom - top);
      return left >= 0 && right <= innerWidth ? down : 0;
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    return {
      sentence: sentence.top >= 0 && sentence.bottom <= edge,
      map: Math.max(0, ...maps),
      wider: scrollWidth - clientWidth,
      header: boxOf(document.querySelector('header')).height,
    };
  });
}

for (const fonts of FONTS) {
  test(`${fonts}: the first screen shows the sentence and most of a map`, async () => {
    for (const lang of sample(['es', 'en', 'zh'], 3)) {
      const { page, close } = await browsers[fonts].open({
        ...{ path: `?lang=${lang}`, hash: '', context: PHONE },
      });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await settled(page);
        const { sentence, map, wider } = await firstScreen(page);
        const where = `${lang}, ${size.width} x ${size.height}`;
        assert.ok(sentence, `${where}: the sentence`);
        assert.ok(map >= MOST, `${where}: ${map} of a map`);
        assert.equal(wider, 0, `${where}: nothing is wider than the screen`);
      }
      await close();
    }
  });

  test(`${fonts}: a tap keeps a cell, and a sheet from below tells about it`, async () => {
    const { page, close } = await browsers[fonts].open({ context: PHONE });
    const map = page.getByRole('grid', { name: /^Head 2\./ });
    const lights = await map.locator('.lights').boundingBox();
    assert.ok(lights);
    // query 1 ("animal"), key 3 ("not") of twelve
    const at = {
      x: lights.x + (3.5 / 12) * lights.width,
      y: lights.y + (1.5 / 12) * lights.height,
    };
    await page.touchscreen.tap(at.x, at.y);
    await settled(page);
    assert.deepEqual((await stateOf(page)).selection, { head: 1, query: 1, key: 3 });
    assert.equal(await page.locator('.panel-title').textContent(), 'animal looks at not with');
    const sheet = await page.locator('.panel').boundingBox();
    assert.ok(sheet && Math.abs(sheet.y + sheet.height - 844) <= 1, 'it stands at the lower edge');
    await page.getByRole('button', { name: 'Show more about this number' }).tap();
    await page.getByText('The same pair in each head').waitFor();
    await page.getByRole('button', { name: 'Show less about this number' }).tap();
    assert.equal(await page.getByText('The same pair in each head').isVisible(), false);
    await page.touchscreen.tap(at.x, at.y);
    await settled(page);
    assert.deepEqual((await stateOf(page)).selection, { head: 1, query: null, key: null });
    await close();
  });
}

for (const fonts of sample(FONTS, 2)) {
  test(`${fonts}: the menu of the model opens the controls`, async () => {
    const { page, close } = await browsers[fonts].open({ context: PHONE });
    const toggle = page.locator('.menu-toggle');
    const mask = page.getByText('Causal mask (look back only)');
    assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
    assert.equal(await mask.isVisible(), false);
    await toggle.tap();
    await mask.tap();
    await page.getByRole('button', { name: '8', exact: true }).tap();
    await settled(page);
    const { heads, causal } = await stateOf(page);
    assert.deepEqual({ heads, causal }, { heads: 8, causal: true });
    assert.match((await toggle.textContent()) ?? '', /Random · Heads 8/);
    await toggle.tap();
    assert.equal(await mask.isVisible(), false);
    await close();
  });

  test(`${fonts}: copying says so and moves nothing`, async () => {
    const { page, close } = await browsers[fonts].open({ context: PHONE });
    const { header } = await firstScreen(page);
    await openMenu(page, 'Tools');
    await page.getByRole('button', { name: 'Copy link' }).tap();
    await page.getByText('Link copied').waitFor();
    assert.equal((await firstScreen(page)).header, header);
    await close();
  });
}

test('the chosen view is seen in a row of tabs that is wider than the screen', async () => {
  const { page, close } = await browsers[FONTS[0]].open({
    ...{ path: '?lang=es', context: { ...PHONE, viewport: { width: 320, height: 740 } } },
  });
  const before = await page.evaluate(() => scrollY);
  await setState(page, { view: 'contributions' });
  for (const name of ['Entrenar', 'Ver']) {
    await page.getByRole('tab', { name }).focus();
    await page.keyboard.press('Enter');
    await settled(page);
    const [left, right] = await page.getByRole('tab', { name }).evaluate((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      return [left, right];
    });
    assert.ok(left >= 0 && right <= 320, `${name}: ${left} to ${right}`);
    assert.equal(await page.evaluate(() => scrollY), before);
  }
  await close();
});

test('in a narrow window with a mouse, the sheet that grows over a hovered number leaves it the click', async () => {
  const { page, close } = await browsers[FONTS[0]].open({
    ...{ path: '?lang=es', hash: '', viewport: PHONE.viewport },
    context: { reducedMotion: 'reduce' },
  });
  await openScene(page, 'one-head', 4);
  const row = page.locator('.matrix[data-matrix="attention"] .matrix-light').first();
  const box = await row.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.height, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.locator('.panel[data-hovered]').waitFor();
  await settled(page);
  const { y: edge } = (await page.locator('.panel').boundingBox()) ?? { y: Infinity };
  assert.ok(edge < y, `the sheet, from ${edge} on, lies over ${y}`);
  await page.mouse.down();
  await page.mouse.up();
  await page.locator('.editor .edit-number').waitFor();
  await close();
});
