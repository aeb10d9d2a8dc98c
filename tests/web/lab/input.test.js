// Any typed text: none, too much, emoji, right-to-left text, halves of characters.

import assert from 'node:assert/strict';
import test from 'node:test';
import { settled, stateOf, useChromium } from '../support/chromium.js';
import { sample } from '../support/sample.js';
import { until } from '../support/until.js';
import { showMore } from '../support/tools.js';

const chromium = useChromium();

/**
 * Puts a text in as a script or a paste would, and reads the tokens.
 * @param {import('playwright-core').Page} page
 * @param {string} text
 */
async function tokensOf(page, text) {
  await page.getByLabel('Type a sentence').evaluate((field, value) => {
    /** @type {HTMLTextAreaElement} */ (field).value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
  await settled(page);
  return page.locator('.chip').evaluateAll((all) => all.map((chip) => chip.textContent));
}

test('an empty text says what to do, and typing goes on', async () => {
  const { page, close } = await chromium.open();
  for (const text of ['', '   ', '\n\t']) {
    assert.deepEqual(await tokensOf(page, text), []);
    await page.getByText('Type a sentence above.').waitFor();
    assert.equal(await page.getByRole('grid').count(), 0);
  }
  assert.deepEqual(await tokensOf(page, 'a'), ['a']);
  assert.equal(await page.getByRole('grid').count(), 4);
  assert.equal(await page.getByText('Type a sentence above.').isVisible(), false);
  await showMore(page);
  await page.getByRole('button', { name: 'Add a second sentence' }).click();
  await page.getByLabel('at the words of this one').fill('');
  await page.getByText('Type a second sentence above').waitFor();
  await close();
});

test('emoji, right-to-left text and half surrogate pairs come out as themselves', async () => {
  const { page, close } = await chromium.open();
  const tokens = await tokensOf(page, 'hi 👩‍👩‍👧‍👦👍🏽 🇳🇿🇫🇷 مرحبا بالعالم שלום \ud83d x\udc00 2️⃣');
  assert.deepEqual(tokens, [
    'hi',
    '👩‍👩‍👧‍👦',
    '👍🏽',
    '🇳🇿',
    '🇫🇷',
    'مرحبا',
    'بالعالم',
    'שלום',
    '\ud83d',
    'x',
    '\udc00',
    '2️⃣',
  ]);
  const state = await stateOf(page);
  assert.ok(state.text.includes('\ud83d x\udc00'));
  await page.reload();
  await settled(page);
  assert.equal((await stateOf(page)).text, state.text);
  await close();
});

test('markup in the text is text', async () => {
  const { page, close } = await chromium.open();
  const tokens = await tokensOf(page, '<img src=x onerror=alert(1)> {query}');
  assert.deepEqual(tokens.slice(0, 3), ['<', 'img', 'src']);
  assert.equal(await page.locator('#lab img').count(), 0);
  await close();
});

test('above 512 tokens the first 512 are shown, and the page says so', async () => {
  const { page, close } = await chromium.open();
  const words = Array.from({ length: 600 }, (_, i) => `w${i}`);
  const tokens = await tokensOf(page, words.join(' '));
  assert.deepEqual(tokens, words.slice(0, 512));
  await page.getByText('You see its first 512 tokens.').waitFor();
  const grid = page.getByRole('grid').first();
  assert.equal(await grid.getAttribute('aria-rowcount'), '513');
  await tokensOf(page, words.slice(0, 512).join(' '));
  assert.equal(await page.getByText('You see its first 512 tokens.').isVisible(), false);
  await close();
});

test('one token, and one token against many', async () => {
  const { page, close } = await chromium.open();
  assert.deepEqual(await tokensOf(page, '∑'), ['∑']);
  assert.equal(await page.getByRole('grid').count(), 4);
  await showMore(page);
  await page.getByRole('button', { name: 'Add a second sentence' }).click();
  await page
    .getByLabel('at the words of this one')
    .fill(Array.from({ length: 300 }, (_, i) => `k${i}`).join(' '));
  await settled(page);
  const { height } = (await page.locator('.card:visible .lights').first().boundingBox()) ?? {
    height: 0,
  };
  assert.ok(height >= 12, `a row of ${height} pixels`);
  await close();
});

test('nothing overflows the page from 320 to 1920 pixels', async () => {
  const { page, close } = await chromium.open();
  for (const width of sample([320, 390, 768, 1024, 1440, 1920], 5)) {
    await page.setViewportSize({ width, height: 900 });
    for (const text of ['short one', 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(30)]) {
      for (const view of ['heads', 'head', 'table']) {
        await page.locator('#lab').evaluate(
          (/** @type {any} */ host, change) => {
            host.lab.setState(change);
            return host.lab.settled();
          },
          { text, view, heads: 16 },
        );
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.equal(over, 0, `${width} px, ${view}`);
      }
    }
  }
  await close();
});

test('changes faster than answers end in the last one, whatever they are', async () => {
  const { page, close } = await chromium.open();
  const last = await page.locator('#lab').evaluate(async (/** @type {any} */ host) => {
    let seed = 1;
    const below = (/** @type {number} */ end) => {
      seed = (seed * 48271) % 2147483647;
      return seed % end;
    };
    const sentence = () => Array.from({ length: below(40) }, () => `w${below(9)}`).join(' ');
    for (let i = 0; i < 300; i++) {
      host.lab.setState({
        text: below(3) ? sentence() : undefined,
        second: below(4) ? undefined : below(2) ? sentence() : null,
        heads: [1, 2, 4, 8, 16][below(5)],
        causal: below(2) === 1,
        seed: below(3),
        view: ['heads', 'head', 'table'][below(3)],
        selection: { head: below(16), query: below(40), key: below(2) ? below(40) : null },
      });
      const all = document.querySelectorAll('.map canvas, .chip, .bar, .thumb');
      const one = all[below(all.length)];
      one?.dispatchEvent(
        new PointerEvent('pointermove', { bubbles: true, clientX: 300, clientY: 500 }),
      );
      one?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      if (below(3) === 0) await new Promise((resolve) => setTimeout(resolve, below(30)));
    }
    host.lab.setState({ text: 'and done', second: null, heads: 2, causal: false, view: 'heads' });
    await host.lab.settled();
    return host.lab.getState();
  });
  assert.equal(last.text, 'and done');
  assert.equal(await page.getByRole('grid').count(), 2);
  assert.equal(await page.getByRole('grid').first().getAttribute('aria-rowcount'), '3');
  assert.equal(await page.getByRole('alert').isVisible(), false);
  await close();
});

test('light and dark change the maps at once', async () => {
  // reading the picture twice is what the test does, not the page
  const { page, close } = await chromium.open({ expected: [/willReadFrequently/] });
  const brightness = () =>
    page
      .locator('.map canvas')
      .first()
      .evaluate((canvas) => {
        const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
        const context = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
        const cells = context?.getImageData(width / 2, height / 2, width / 2, height / 2).data;
        if (!cells) throw new Error('no picture');
        let [sum, count] = [0, 0];
        for (let i = 0; i < cells.length; i += 4) {
          if (cells[i + 3] < 255) continue; // a gap
          sum += cells[i] + cells[i + 1] + cells[i + 2];
          count += 3;
        }
        return sum / count;
      });
  const light = await brightness();
  await page.emulateMedia({ colorScheme: 'dark' });
  // the page is told in a later frame than the one that matches
  await until(async () => (await brightness()) < 128, 'a dark map');
  assert.ok(light > 170, `light ${light}`);
  await close();
});

test('an engine whose worker the browser ended is replaced by itself, and answers what is typed', async () => {
  const { page, close } = await chromium.open();
  const sent = page.evaluateHandle(
    () =>
      new Promise((/** @type {(worker: Worker) => void} */ resolve) => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (/** @type {any} */ ...message) {
          Worker.prototype.postMessage = post;
          resolve(this);
          return post.apply(this, message);
        };
      }),
  );
  await tokensOf(page, 'one two three');
  // no event tells
  await (await sent).evaluate((worker) => worker.terminate());
  const rows = () =>
    page
      .locator('#lab')
      .evaluate((/** @type {any} */ host) =>
        host.lab.compute({}).then((/** @type {any} */ answer) => answer.rows),
      );
  assert.deepEqual(await tokensOf(page, 'four five'), ['four', 'five']);
  await page.getByText('The engine has stopped. A new one was started').waitFor();
  assert.equal(await page.locator('.maps[data-stale]').count(), 0);
  assert.equal(await rows(), 2);
  // the words and a row of headings
  assert.equal(await page.getByRole('grid').first().getAttribute('aria-rowcount'), '3');
  assert.equal(await page.getByRole('alert').filter({ visible: true }).count(), 0);
  // it is said until something else is asked
  assert.deepEqual(await tokensOf(page, 'six'), ['six']);
  assert.equal(await page.getByText('The engine has stopped').count(), 0);
  await close();
});
