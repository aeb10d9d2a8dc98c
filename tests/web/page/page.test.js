// The page in Chromium: a sentence becomes maps, and what they show is what the module computes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isolation } from '../../../src/build/server.ts';
import { buildDir } from '../../../src/build/tools/paths.js';
import {
  careful,
  setState,
  settled,
  stateOf,
  strictPolicy,
  typeSentence,
  useChromium,
} from '../support/chromium.js';
import { expectedMaps } from '../support/expected.js';
import { sample } from '../support/sample.js';
import { openModelMenu, showMore } from '../support/tools.js';
import { numberOfText } from '../support/number-text.js';

const chromium = useChromium();

/** @typedef {import('playwright-core').Page} Page */

/**
 * All numbers of the selected head, from the table with all digits; a masked cell has none and gives 0.
 * @param {Page} page
 * @returns {Promise<number[][]>}
 */
async function readTable(page) {
  await setState(page, { view: 'table' });
  await page.getByLabel('Maps', { exact: true }).getByLabel('All digits').check();
  return page
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].map(({ textContent }) =>
          textContent === '·' ? 0 : Number(textContent),
        ),
      ),
    );
}

/**
 * @param {number[][]} table
 * @param {{ data: Float32Array, shape: readonly number[] }} maps
 * @param {number} head
 */
function assertSameBits(table, { data, shape }, head) {
  const [, rows, columns] = shape;
  const map = data.subarray(head * rows * columns, (head + 1) * rows * columns);
  assert.deepEqual(Float32Array.from(table.flat()), map);
}

for (const [name, headers, threads] of sample(
  /** @type {const} */ ([
    ['isolated, strict policy', careful, 'several'],
    ['isolated, no policy', isolation, 'several'],
    ['as a course site serves it', {}, 'one'],
    ['as a course site serves it, strict policy', strictPolicy, 'one'],
  ]),
  2,
)) {
  test(`${name}: a typed sentence shows the module's numbers`, async () => {
    const { page, close } = await chromium.open({ headers });
    await typeSentence(page, 'Colourless green ideas sleep furiously, 3 times.');
    const line = await page.locator('.status-line').textContent();
    assert.match(line ?? '', /^Computed on your device in [\d.]+ ms · WebAssembly, fixed SIMD, /);
    if (threads === 'one')
      assert.match(line ?? '', /one thread\. Why one\?One thread: .*cross-origin isolated/);
    else assert.match(line ?? '', /fixed SIMD, \d+ threads\. Why one\?$|one thread/);
    const maps = await expectedMaps({ text: 'Colourless green ideas sleep furiously, 3 times.' });
    assert.deepEqual(maps.shape, [4, 9, 9]);
    assertSameBits(await readTable(page), maps, 0);
    await close();
  });
}

test('the value under the pointer is the module’s, to the last digit', async () => {
  const { page, close } = await chromium.open();
  await typeSentence(page, 'the cat sat on the mat');
  const maps = await expectedMaps({ text: 'the cat sat on the mat' });
  const map = page.getByRole('grid', { name: /^Head 3\./ });
  const lights = await map.locator('.lights').boundingBox();
  assert.ok(lights);
  // query 2 ("sat"), key 1 ("cat") of six
  await page.mouse.move(lights.x + (1.5 / 6) * lights.width, lights.y + (2.5 / 6) * lights.height);
  const tip = page.locator('.maps .tooltip');
  await tip.waitFor();
  assert.equal(await tip.locator('.pair').textContent(), 'sat → cat');
  const shown = Number(await tip.locator('.number').textContent());
  const value = maps.data[(2 * 6 + 2) * 6 + 1];
  assert.equal(Math.fround(shown), value);
  assert.equal(Math.fround(numberOfText(await page.locator('.big-number').textContent())), value);
  await close();
});

test('heads, mask and second sentence change the maps as they change the module’s', async () => {
  const { page, close } = await chromium.open();
  await typeSentence(page, 'one two three four');
  await openModelMenu(page);
  await page.getByRole('button', { name: '8', exact: true }).click();
  await page.getByText('Causal mask (look back only)').click();
  await settled(page);
  assert.equal(await page.getByRole('grid').count(), 8);
  let maps = await expectedMaps({ text: 'one two three four', heads: 8, causal: true });
  assert.deepEqual(maps.shape, [8, 4, 4]);
  assertSameBits(await readTable(page), maps, 0);
  await openModelMenu(page);
  await page.getByText('Causal mask (look back only)').click();
  await showMore(page);
  await page.getByRole('button', { name: 'Add a second sentence' }).click();
  await page.getByLabel('at the words of this one').fill('eins zwei');
  await settled(page);
  maps = await expectedMaps({ text: 'one two three four', second: 'eins zwei', heads: 8 });
  assert.deepEqual(maps.shape, [8, 4, 2]);
  assertSameBits(await readTable(page), maps, 0);
  await page.getByRole('button', { name: 'New random weights' }).click();
  await settled(page);
  maps = await expectedMaps({
    text: 'one two three four',
    second: 'eins zwei',
    heads: 8,
    seed: 1,
  });
  assertSameBits(await readTable(page), maps, 0);
  await close();
});

test('clicking a head’s name enlarges it, and Escape leads back', async () => {
  const { page, close } = await chromium.open();
  await page.getByRole('button', { name: 'Head 2', exact: true }).click();
  await settled(page);
  assert.equal(await page.getByRole('grid').count(), 1);
  assert.match((await page.getByRole('grid').getAttribute('aria-label')) ?? '', /^Head 2\./);
  await page.getByRole('button', { name: 'Head 4' }).click();
  await settled(page);
  assert.match((await page.getByRole('grid').getAttribute('aria-label')) ?? '', /^Head 4\./);
  await page.keyboard.press('Escape'); // lets go of the selected word
  await page.keyboard.press('Escape');
  await settled(page);
  assert.equal(await page.getByRole('grid').count(), 4);
  await page
    .getByRole('grid')
    .nth(2)
    .dblclick({ position: { x: 80, y: 150 } });
  await settled(page);
  assert.match((await page.getByRole('grid').getAttribute('aria-label')) ?? '', /^Head 3\./);
  await close();
});

test('a token under the pointer lights its row in every head; a click keeps it', async () => {
  const { page, close } = await chromium.open();
  const chip = page.getByRole('button', { name: 'street', exact: true }).first();
  await chip.hover();
  const rows = page.locator('.card:visible .lit-row');
  const places = await rows.evaluateAll((all) => all.map((row) => row.style.transform));
  assert.equal(places.length, 4);
  assert.equal(new Set(places).size, 1);
  assert.match((await page.locator('.panel-title').textContent()) ?? '', /^street looks most at /);
  await page.mouse.move(1, 1);
  await settled(page);
  assert.match((await page.locator('.panel-title').textContent()) ?? '', /^it looks most at /);
  await chip.click();
  await page.mouse.move(1, 1);
  await settled(page);
  assert.match((await page.locator('.panel-title').textContent()) ?? '', /^street looks most at /);
  await page.keyboard.press('Escape');
  await settled(page);
  assert.equal(await page.locator('.panel-title').textContent(), 'Choose a word');
  await close();
});

test('it works in any folder of a site', async () => {
  const { page, requests, close } = await chromium.open({ root: buildDir, path: 'site/' });
  assert.equal(await page.getByRole('grid').count(), 4);
  assert.ok(requests.length > 3 && requests.every((address) => address.includes('/site/')));
  await close();
});

test('it says that the heads are untrained and what that means', async () => {
  const { page, close } = await chromium.open();
  await page.getByText(/These heads are not trained: their weights are random/).waitFor();
  await close();
});

test('a word that is put in before the field was visited goes to the end of the sentence', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  const { text } = await stateOf(page);
  assert.match(text, /[^.]\.$/);
  await showMore(page);
  await page.getByText('The words it knows').click();
  const kings = page.locator('.known-words').getByRole('button', { name: 'kings', exact: true });
  await kings.click();
  await settled(page);
  assert.equal((await stateOf(page)).text, `${text.slice(0, -1)} kings.`);
  await kings.click();
  await settled(page);
  assert.equal((await stateOf(page)).text, `${text.slice(0, -1)} kings kings.`);
  await close();
});

test('the name of the page leads back to its start', async () => {
  const { page, url, close } = await chromium.open();
  assert.notEqual(page.url(), url);
  await page.getByRole('link', { name: 'headwise', exact: true }).click();
  await page.locator('.questions').waitFor();
  assert.equal(page.url(), url);
  await close();
});
