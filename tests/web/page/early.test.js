// Models of a hub whose last layers are held back: the first maps are drawn while the rest comes in, with the bits of the
// whole model, and the text and the choices stay.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'headwise';
import { openModel } from 'headwise/models';
import { createTransformer, writeModel } from 'headwise/training';
import { readModelGoldens } from '../../golden/models/read.js';
import { enlarged } from '../../models/support/enlarged.js';
import { useChromium } from '../support/chromium.js';
import { openRoom, repository, serveHub } from '../support/hub.js';
import { until } from '../support/until.js';

/** @typedef {import('playwright-core').Page} Page */

const NAME = 'me/large';
const chromium = useChromium();

/** Bytes that the page fetches at once; a layer is nearly as large. */
const BLOCK = 2 ** 23;
const vocab = ['<pad>', 'a', 'b', 'c', 'd', 'e', 'f', ' '];
const config = {
  ...{ vocabSize: vocab.length, contextLen: 24, embedDim: 384, numHeads: 4, numLayers: 3 },
  ...{ mlpDim: 1536, causal: true, seed: 4 },
};
const engine = await load();
const transformer = createTransformer(engine, config);
const file = writeModel({ config, state: transformer.stateDict(), vocab });
transformer.dispose();

/**
 * Serves a model, and holds back all but the first block of its weights.
 *
 * @param {import('node:test').TestContext} t
 * @param {Record<string, Uint8Array>} [files]
 */
async function serveHeld(t, files = { 'model.safetensors': file }) {
  const both = await serveHub(t, repository(NAME, files));
  /** @type {(isSent: boolean) => void} */
  let release = () => {};
  const released = new Promise((resolve) => (release = resolve));
  let held = 0;
  both.hub.faults.hold = (path, begin) => {
    if (!path.endsWith('.safetensors') || begin < BLOCK) return true;
    held++;
    return released;
  };
  return { both, release, held: () => held };
}

/** @param {Page} page @param {RegExp} [reading] text of the status line with the first map */
async function openHeld(page, reading = /^Reading layer 2 of 3/) {
  const name = page.locator('.models-hub').getByRole('textbox');
  await name.fill(NAME);
  await name.press('Enter');
  await page.getByRole('button', { name: `Open ${NAME}` }).click();
  await said(page, reading);
}

/** @param {Page} page @param {RegExp} text of the status line */
const said = (page, text) => page.locator('.models-status').filter({ hasText: text }).waitFor();

/** The first head's picture in each row of the board. @param {Page} page @param {number} layers */
const rowsOf = (page, layers) =>
  page.locator('.models-every .board canvas').evaluate((canvas, rows) => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
    const copy = new OffscreenCanvas(width, height);
    const context = copy.getContext('2d', { willReadFrequently: true });
    context?.drawImage(/** @type {HTMLCanvasElement} */ (canvas), 0, 0);
    return Array.from({ length: rows }, (_, row) => {
      const y = Math.floor(((row + 0.3) * height) / rows);
      const alpha = context?.getImageData(Math.floor(width / 16), y, 1, 1).data[3] ?? 0;
      return alpha === 255 ? 'map' : alpha > 0 ? 'place' : 'none';
    });
  }, layers);

/** The board is drawn some frames after its maps are there. @param {Page} page @param {string[]} rows */
const rowsAre = (page, rows) =>
  until(
    async () => assert.deepEqual(await rowsOf(page, rows.length), rows) === undefined,
    'the rows of the board',
  );

/** The numbers of the map that is shown, as a table. @param {Page} page */
async function mapOf(page) {
  const room = page.locator('.models-one');
  if (!(await room.locator('.table-view').isVisible())) {
    await room.locator('.strip .segments button').nth(1).click();
    await room.locator('.models-maps').getByRole('switch').check();
  }
  await room.locator('tbody tr').first().waitFor();
  const cells = await room.locator('tbody td').allTextContents();
  return Float32Array.from(cells, (text) => (text === '·' ? 0 : Number(text)));
}

test('the first maps are drawn while the rest is held back, and stay when it is there', async (t) => {
  const model = await openModel({ 'model.safetensors': file });
  const { both, release, held } = await serveHeld(t);
  const { page, close } = await openRoom(chromium, both);
  await openHeld(page);
  assert.ok(held() > 0);
  const area = page.locator('.models-text textarea').first();
  await area.fill('bad cafe');
  const run = await model.run('bad cafe');
  await page.locator('.models-choice select').last().selectOption('3');
  const expected = (await run.attention({ layer: 0, head: 2 })).data;
  const isMap = async () => assert.deepEqual(await mapOf(page), expected) === undefined;
  await until(isMap, 'head 3 of the first layer');
  const answer = page.locator('.models-answer');
  assert.equal(await answer.locator('h3').innerText(), 'Next token after “e”');
  assert.equal(
    await answer.locator('li').first().innerText(),
    'The next token comes when the whole model is read. Reading layer 2 of 3.',
  );
  await page.locator('.models-piece').nth(2).click();

  const maps = page.locator('.models-one .models-maps');
  await page.locator('.models-choice select').first().selectOption('3');
  await until(async () => !(await maps.isVisible()), 'no map of a layer that is not there');
  await page
    .locator('.models-hold')
    .getByText(/its layer is read: Layer 3, head 3\. Reading/)
    .waitFor();
  await rowsAre(page, ['map', 'place', 'place']);
  await page.locator('.models-choice select').first().selectOption('1');
  await until(() => maps.isVisible(), 'the map of the first layer');
  await page.getByRole('button', { name: 'Steps' }).click();
  await page.locator('.models-one').getByText('The steps come when the whole model is').waitFor();
  await page.locator('.models-tools .segments button').first().click();

  const columns = page.locator('.models-columns');
  const before = await columns.boundingBox();
  release(true);
  await said(page, /^8 tokens, computed as the layers came/);
  assert.deepEqual(await columns.boundingBox(), before, 'nothing moves');
  assert.equal(await area.inputValue(), 'bad cafe');
  assert.deepEqual(await mapOf(page), expected);
  await rowsAre(page, ['map', 'map', 'map']);
  const [best] = run.predictions({ position: 2, top: 1 });
  const share = page.locator('.models-guesses .models-share').first();
  assert.equal(await share.innerText(), `${(100 * best.probability).toFixed(1)} %`);
  await page.locator('.models-choice select').first().selectOption('3');
  const last = (await run.attention({ layer: 2, head: 2 })).data;
  await until(
    async () => assert.deepEqual(await mapOf(page), last) === undefined,
    'the same head of the last layer',
  );
  await area.fill('face');
  await said(page, /^4 tokens, computed on your device in/);
  model.dispose();
  await close();
});

for (const width of [390, 1366]) {
  test(`at ${width} px little moves when the tokens, the first map and the rest come`, async (t) => {
    const { both, release } = await serveHeld(t);
    const { page, close } = await openRoom(chromium, both, { viewport: { width, height: 844 } });
    await page.evaluate(() => {
      const see = (/** @type {PerformanceObserverEntryList} */ list) => {
        for (const { value } of /** @type {any[]} */ (list.getEntries())) moved += value;
      };
      let moved = 0;
      new PerformanceObserver(see).observe({ type: 'layout-shift' });
      Object.assign(globalThis, { movedSoFar: () => moved });
    });
    await openHeld(page);
    await page.locator('.models-maps canvas, .models-maps svg').first().waitFor();
    release(true);
    await said(page, /^\d+ tokens, computed as the layers came/);
    const moved = await page.evaluate(() => /** @type {any} */ (globalThis).movedSoFar());
    assert.ok(moved < 0.05, `layout shift ${moved}`);
    await close();
  });
}

const larger = { sizes: { 24: 384, 35: 1536, 31: 1536 } };

test('an image shows the newest layer while the rest is held back, and then its last', async (t) => {
  const [golden] = await readModelGoldens(['vit']);
  const config = { hidden_size: 384, intermediate_size: 1536 };
  const order = ['embeddings', 'encoder.layer.0', 'encoder.layer.1', ''];
  const { both, release } = await serveHeld(t, enlarged(golden, { ...larger, config, order }));
  const { page, close } = await openRoom(chromium, both);
  await openHeld(page, /^Reading layer 2 of 2/);
  const heat = page.locator('.image-heat');
  await until(() => heat.isVisible(), 'the map of the first layer');
  assert.match(await page.locator('.models-top').innerText(), /Resized by the browser.* pixels/);
  await rowsAre(page, ['map', 'place']);
  const layer = page.locator('.models-choice select').first();
  assert.equal(await layer.locator('option:checked').innerText(), '1');
  await page.getByRole('button', { name: 'Steps' }).click();
  await page.locator('.models-one').getByText('The steps come when the whole model is').waitFor();
  await page.locator('.models-tools .segments button').first().click();
  release(true);
  await said(page, /^10 tokens, of which 3 × 3 are patches; computed as the layers came/);
  assert.equal(await layer.locator('option:checked').innerText(), '2');
  assert.ok(await heat.isVisible());
  await rowsAre(page, ['map', 'map']);
  await close();
});

test('the maps of an encoder come before its decoder is there', async (t) => {
  const [golden] = await readModelGoldens(['t5']);
  const config = { d_model: 384, d_ff: 1536, d_kv: 128 };
  const order = ['shared', 'encoder.block.0', 'encoder', 'decoder'];
  const files = enlarged(golden, { ...larger, config, order });
  const model = await openModel(files);
  const { both, release } = await serveHeld(t, files);
  const { page, close } = await openRoom(chromium, both);
  await openHeld(page, /^Reading layer 2 of 4/);
  const ids = [...Array(8).keys()].map((id) => id + 1);
  const run = await model.run(ids, { target: [0] });
  const expected = (await run.attention({ layer: 0, head: 0, kind: 'encoder' })).data;
  const isMap = async () => assert.deepEqual(await mapOf(page), expected) === undefined;
  await until(isMap, 'head 1 of the encoder');
  await page.getByRole('button', { name: 'Cross', exact: true }).click();
  const hold = page.locator('.models-hold');
  await hold.getByText('The maps of cross-attention come when the whole model is read').waitFor();
  await page.getByRole('button', { name: 'Self', exact: true }).click();
  await hold.getByText('when its layer is read: Layer 1, head 1. Reading layer 2 of 4').waitFor();
  await page.getByRole('button', { name: 'Cross', exact: true }).click();
  release(true);
  await said(page, /^1 token, computed as the layers came/);
  const cross = (await run.attention({ layer: 0, head: 0, kind: 'cross' })).data;
  await until(
    async () => assert.deepEqual(await mapOf(page), cross) === undefined,
    'head 1 of cross-attention',
  );
  model.dispose();
  await close();
});

test('a model is closed while its rest is held back, and another is opened', async (t) => {
  const { both, held } = await serveHeld(t);
  const { page, close } = await openRoom(chromium, both);
  await openHeld(page);
  assert.ok(held() > 0);
  await page.getByRole('button', { name: 'Close the model' }).click();
  await until(() => both.hub.pending() === 0, 'the request is ended');
  await page.getByRole('button', { name: 'Open the English model' }).click();
  await said(page, /^\d+ tokens, computed/);
  await close();
});

test('a rest that fails is said, and the model opens when it is asked for again', async (t) => {
  const { both, release } = await serveHeld(t);
  const { page, close } = await openRoom(chromium, both, { expected: [/500|Failed to load/] });
  await openHeld(page);
  release(false);
  const said500 = /^This model could not be opened: model\.safetensors: .* answered 500/;
  await page.locator('.models-chooser .models-wrong').filter({ hasText: said500 }).waitFor();
  assert.equal(await page.locator('.models-shown').count(), 0);
  assert.equal(new URL(page.url()).searchParams.get('hub'), null);
  both.hub.faults.hold = undefined;
  const name = page.locator('.models-hub').getByRole('textbox');
  await name.press('Enter');
  await page.getByRole('button', { name: `Open ${NAME}` }).click();
  await said(page, /^\d+ tokens, computed/);
  await close();
});
