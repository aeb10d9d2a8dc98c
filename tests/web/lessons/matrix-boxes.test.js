// Matrices as rectangles, in the lessons about shapes, matrices and the five ways: equal counts have equal lengths, each head has
// its part, and a product that cannot be made is marked, with the engine's message and PyTorch's.

import assert from 'node:assert/strict';
import test from 'node:test';
import { useChromium } from '../support/chromium.js';
import { openScene } from '../support/scenes.js';
import { choice, click, heads } from '../support/plays/parts.js';

/** @typedef {import('playwright-core').Page} Page */

const chromium = useChromium();

/**
 * The size of each rectangle, and the widths of its parts, CSS pixels.
 * @param {Page} page
 */
const areasOf = (page) =>
  page.locator('.exhibit .matrix-area').evaluateAll((all) =>
    all.map((area) => {
      const { width, height } = area.getBoundingClientRect();
      const parts = [...area.querySelectorAll('.matrix-part')];
      return { width, height, parts: parts.map((part) => part.getBoundingClientRect().width) };
    }),
  );

const near = (/** @type {number} */ one, /** @type {number} */ other) =>
  assert.ok(Math.abs(one - other) < 0.6, `${one} ${other}`);

test('shapes 1: W_Q is as high as x is wide, its parts are the heads’, and as wide as those of q', async () => {
  for (const width of [1366, 390]) {
    const { page, close } = await chromium.open({ hash: '', viewport: { width, height: 844 } });
    await openScene(page, 'shapes', 0);
    for (const count of [8, 4]) {
      await click(heads(String(count)))(page);
      const [weights, x, queries] = await areasOf(page);
      near(weights.height, x.width);
      near(queries.height, x.height);
      assert.deepEqual([weights.parts.length, queries.parts.length], [count, count]);
      for (const part of [...weights.parts, ...queries.parts]) near(part, weights.width / count);
      assert.equal(await page.locator('.matrix-size').innerText(), String(512 / count));
    }
    await close();
  }
});

test('shapes 2: with 16 heads the squares are as large as with one, and there are 16 maps', async () => {
  const { page, close } = await chromium.open({ hash: '', viewport: { width: 1366, height: 768 } });
  await openScene(page, 'shapes', 1);
  const before = await areasOf(page);
  await click(heads('16'))(page);
  const after = await areasOf(page);
  assert.deepEqual([before.length, after.length], [5, 20]);
  before.slice(0, 4).forEach(({ width, height }, i) => {
    assert.deepEqual([after[i].width, after[i].height], [width, height]);
    assert.equal(after[i].parts.length, 16);
  });
  const facts = await page.locator('.head-price .exhibit-facts dd').allInnerTexts();
  assert.deepEqual(facts, ['1,048,576', '2,304']);
  await close();
});

test('shapes 3: sides that differ are marked, and both messages say so; equal sides have neither', async () => {
  const { page, close } = await chromium.open({ hash: '', viewport: { width: 1366, height: 768 } });
  await openScene(page, 'shapes', 2);
  const wrong = page.locator('.wrong-width [data-fits="false"]');
  const says = page.locator('.engine-says');
  assert.equal(await wrong.filter({ has: page.locator('.matrix-area') }).count(), 2);
  assert.equal(await page.locator('.matrix-refused').innerText(), '64 ≠ 512');
  assert.deepEqual(await says.locator('code').allInnerTexts(), [
    'weight: expected shape (*, 64) to match x, got (512, 512)',
    'mat1 and mat2 shapes cannot be multiplied (12x64 and 512x512)',
  ]);
  const [out, one, all] = await areasOf(page);
  near(one.width, out.height / 8);
  near(all.width, out.height);
  await click(choice('64'))(page);
  assert.equal(await wrong.count(), 0);
  assert.equal(await says.locator('code').count(), 0);
  await close();
});

test('five ways 6: the matrix that PyTorch stores is the transpose of the one that it multiplies by', async () => {
  const { page, close } = await chromium.open({ hash: '', viewport: { width: 1366, height: 768 } });
  await openScene(page, 'five-ways', 5);
  await page.locator('.writings .segments button').nth(2).click();
  await page.locator('.writings .matrix-area canvas').nth(3).waitFor();
  const [, stored, used] = await page.locator('.writings canvas').evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (one);
      const context = /** @type {HTMLCanvasElement} */ (one).getContext('2d');
      const data = context?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0);
      return { width, height, pixels: [...new Uint32Array(data)] };
    }),
  );
  assert.deepEqual([stored.width, stored.height, used.width, used.height], [64, 16, 16, 64]);
  assert.ok(new Set(stored.pixels).size > 50);
  for (const [i, pixel] of stored.pixels.entries()) {
    assert.equal(used.pixels[(i % 64) * 16 + Math.floor(i / 64)], pixel);
  }
  await close();
});
