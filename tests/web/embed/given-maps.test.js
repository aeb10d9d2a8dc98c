// <headwise-map> with given numbers: the layout of its maps in any space, and each view by its name.

import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { arrangeGrid } from '../../../web/elements/lab/maps/geometry.ts';
import { useChromium } from '../support/chromium.js';
import { makeSite, pageWith } from '../support/embed.js';

/** What fits a page beside other things, with the line above the maps. */
const TALLEST = 960;

const chromium = useChromium();
/** @type {string} */
let root;
before(async () => {
  root = await makeSite('given-maps', { 'maps.html': pageWith('<div id="place"></div>') });
});

/** @param {number} width */
const open = (width) =>
  chromium.open({ root, path: 'maps.html', settle: false, viewport: { width, height: 900 } });

/**
 * Shows maps, and gives where they stand.
 *
 * @param {import('playwright-core').Page} page
 * @param {{ heads: number, tokens: number, view?: string }} what
 */
function show(page, { heads, tokens, view = 'heads' }) {
  return page.evaluate(async ([count, length, asked]) => {
    const element = /** @type {any} */ (document.createElement('headwise-map'));
    const row = (/** @type {number} */ at) =>
      Array.from({ length }, (_, i) => (i === at ? 0.5 : 0.5 / length));
    element.attention = Array.from({ length: count }, () =>
      Array.from({ length }, (_, i) => row(i)),
    );
    element.tokens = Array.from({ length }, (_, i) => `word${i}`);
    Object.assign(element, { view: asked, loading: 'eager' });
    const loaded = new Promise((done) => element.addEventListener('load', done));
    document.getElementById('place')?.replaceChildren(element);
    await loaded;
    const visible = (/** @type {string} */ selector) =>
      [...element.shadowRoot.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const maps = visible('.map').map((map) => map.getBoundingClientRect());
    return {
      height: element.offsetHeight,
      maps: maps.length,
      down: new Set(maps.map(({ bottom }) => Math.round(bottom))).size,
      wider: document.documentElement.scrollWidth - innerWidth,
      lines: visible('.lines-stage').length,
      tables: visible('table').length,
    };
  }, /** @type {const} */ ([heads, tokens, view]));
}

test('maps are drawn side by side where they fit', async () => {
  const { page, close } = await open(1296); // 1,264 and the page's margins
  for (const what of [
    { heads: 2, tokens: 3 },
    { heads: 2, tokens: 8 },
    { heads: 4, tokens: 3 },
  ]) {
    const { maps, down } = await show(page, what);
    assert.deepEqual([maps, down], [what.heads, 1], JSON.stringify(what));
  }
  await close();
});

for (const width of [320, 390, 768, 1264, 1440]) {
  test(`at ${width} px any number of heads stays within a screenful`, async () => {
    const { page, close } = await open(width);
    for (const what of [
      { heads: 1, tokens: 64 },
      { heads: 4, tokens: 6 },
      { heads: 12, tokens: 12 },
      { heads: 12, tokens: 64 },
      { heads: 16, tokens: 128 },
    ]) {
      const { maps, height, wider } = await show(page, what);
      assert.equal(maps, what.heads);
      assert.equal(wider, 0, JSON.stringify(what));
      assert.ok(height <= TALLEST, `${height} px for ${JSON.stringify(what)}`);
    }
    await close();
  });
}

for (const width of [320, 390]) {
  test(`at ${width} px no head's name breaks, and a screen reader has the whole name`, async () => {
    const { page, close } = await open(width);
    for (const [language, first] of [
      ['en', 'Head 1'],
      ['es', 'Cabeza 1'],
      ['zh', '头 1'],
    ]) {
      await page.evaluate((lang) => (document.documentElement.lang = lang), language);
      for (const heads of [12, 16, 32]) {
        for (const tokens of [5, 16]) {
          const what = `${heads} heads, ${tokens} tokens, ${language}`;
          await show(page, { heads, tokens });
          const names = await page.evaluate(() => {
            const { shadowRoot } = /** @type {any} */ (document.querySelector('headwise-map'));
            return Array.from(shadowRoot.querySelectorAll('.card:not([hidden]) h3'), (title) => {
              const parts = [...title.querySelectorAll('.head-words, .head-number')];
              const [shown, ...more] = parts.filter((one) => one.offsetWidth > 1);
              const range = document.createRange();
              range.selectNodeContents(shown);
              const lines = new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
              const { right } = range.getBoundingClientRect();
              const isInside = right <= title.getBoundingClientRect().right + 0.5;
              return { text: shown.textContent, more: more.length, lines, isInside };
            });
          });
          assert.equal(names.length, heads, what);
          assert.equal(
            new Set(names.map(({ text }) => /^\d/.test(text))).size,
            1,
            `${what}: mixed`,
          );
          for (const [at, { text, ...rest }] of names.entries()) {
            assert.match(text, new RegExp(`\\b${at + 1}$`), what);
            assert.deepEqual(rest, { more: 0, lines: 1, isInside: true }, `${text}: ${what}`);
          }
          const button = page.getByRole('button', { name: first, exact: true });
          assert.equal(await button.count(), 1, what);
        }
      }
    }
    await close();
  });
}

test('each view is shown by its name', async () => {
  const { page, close } = await open(1296);
  const shown = { heads: 4, tokens: 6 };
  const { height: _, ...heads } = await show(page, shown);
  assert.deepEqual(heads, { maps: 4, down: 1, wider: 0, lines: 0, tables: 0 });
  const lines = await show(page, { ...shown, view: 'lines' });
  assert.deepEqual([lines.maps, lines.lines, lines.tables], [0, 1, 0]);
  const table = await show(page, { ...shown, view: 'table' });
  assert.deepEqual([table.maps, table.lines, table.tables], [0, 0, 1]);
  const head = await show(page, { ...shown, view: 'head' });
  assert.deepEqual([head.maps, head.lines, head.tables], [1, 0, 0]);
  await close();
});

test('in bounded room no arrangement leaves it, and none as large is lower', () => {
  for (const width of [320, 700, 1264]) {
    for (const count of [1, 2, 3, 5, 8, 12, 32, 96]) {
      for (const tokens of [2, 12, 64, 500]) {
        const height = 700;
        const words = { rowLabel: 60, columnLabel: 60, corner: 90 };
        const grid = arrangeGrid({
          ...{ width, height, count, rows: tokens, columns: tokens, ...words, bounded: true },
        });
        const { first, rest, across, gap } = grid;
        const down = Math.ceil(count / across);
        const what = `${count} x ${tokens} at ${width}`;
        const wide = first.width + (across - 1) * (rest.width + gap);
        assert.ok(wide <= width, `${what}: ${wide} px wide`);
        if (tokens > 64) continue; // no cell is smaller than a quarter of a pixel
        const tall = down * first.height + (down - 1) * gap;
        assert.ok(tall <= height, `${what}: ${tall} px high`);
      }
    }
  }
});
