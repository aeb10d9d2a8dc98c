// The English model on the page: what is typed gets its heads, its file is fetched only then, and the page says so if it
// does not come. A copy of the page that has no such file offers none.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { load } from 'headwise';
import { createTransformer, learnPieces, pieceTokenizer, writeModel } from 'headwise/training';
import { makePackage } from '../../../src/build/release/scorm.ts';
import { siteDir } from '../../../src/build/tools/paths.js';
import { loadEnglish } from '../../../web/elements/models/english.ts';
import { setState, settled, stateOf, useChromium } from '../support/chromium.js';
import { makeSite, pageWith } from '../support/embed.js';
import { anything, everyday } from '../support/everyday.js';
import { clockOf } from '../support/processor.js';
import { sample } from '../support/sample.js';
import { until } from '../support/until.js';
import { openModelMenu } from '../support/tools.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('headwise').PlainTensor} PlainTensor */

const FILE = 'english.safetensors';
const skip = existsSync(join(siteDir, FILE)) ? false : 'this copy comes without the English model';
/** Milliseconds of processor time, from typing to trained heads. */
const SOON = 3000;

const chromium = useChromium();
/** @type {Awaited<ReturnType<typeof chromium.open>>} one page for all that does not need its own */
let shared;
before(async () => {
  shared = await chromium.open({ hash: '' });
});

/** @param {Page} page */
const asked = (page) => page.locator('.models [aria-pressed=true]').textContent();

/**
 * Puts a text into the field as a hand does, and waits for what it brings.
 *
 * @param {Page} page
 * @param {string} text
 */
async function type(page, text) {
  await page.getByLabel('Type a sentence').fill(text);
  await settled(page);
}

test(
  'a page that has the model fetches it when a text is typed, not before',
  { skip },
  async () => {
    const { page, requests } = shared;
    assert.deepEqual([(await stateOf(page)).model, await asked(page)], ['grammar', 'Grammar']);
    const ofModel = () => requests.filter((address) => address.endsWith(FILE));
    assert.deepEqual(ofModel(), []);
    const clock = await clockOf(page);
    const started = await clock();
    await type(page, everyday[0]);
    const took = (await clock()) - started;
    assert.equal(ofModel().length, 1);
    assert.ok(took < SOON, `${took} ms`);
    assert.deepEqual([(await stateOf(page)).model, await asked(page)], ['english', 'English']);
    await page.getByText('a small model of English').waitFor();
  },
);

/** The text on the screen where numbers of a sentence stand. @param {Page} page */
const numbersShown = async (page) =>
  (await page.locator('.chips, .views, .panel, .prediction, .below').allInnerTexts())
    .join(' ')
    .replace(/\d+\s?%/, '') // of the model, how much is here
    .match(/\d/g);

/** Whether the tokens have colours. @param {Page} page */
const tinted = (page) => page.locator('.chip[data-tinted]').count();

test(
  'until it is here, nothing is shown of other words; then the last word is selected',
  { skip },
  async () => {
    const { page, close } = await chromium.open({ hash: '' });
    assert.ok(await numbersShown(page));
    assert.ok((await tinted(page)) > 0);
    const height = () => page.locator('.views').evaluate((views) => views.clientHeight);
    const before = await height();
    /** @type {() => void} */
    let release = () => {};
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await page.route(/english\.safetensors/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Type a sentence').fill('My dog saw the dentist.');
    const bar = page.getByRole('progressbar');
    await bar.waitFor();
    await page.getByText('Loading the English model').waitFor();
    for (const tab of ['Compute', 'See']) {
      await page.getByRole('tab', { name: tab }).click();
      assert.equal(await numbersShown(page), null, tab);
      assert.equal(await tinted(page), 0, tab);
      assert.equal(await page.locator('canvas:visible, table:visible').count(), 0, tab);
    }
    // what belongs to random weights does not appear in between, and nothing jumps
    assert.equal(await page.locator('.head-choices:visible, .switch:visible').count(), 0);
    assert.equal(await height(), before);
    release();
    await settled(page);
    assert.equal(await bar.count(), 0);
    assert.ok(await numbersShown(page));
    const { selection, text } = await stateOf(page);
    const pieces = (await page.locator('.chip').allTextContents()).map((piece) => piece.trim());
    assert.equal(pieces.join(''), text.replaceAll(' ', ''));
    assert.equal(selection.query, pieces.length - 2, 'the last one before the full stop');
    const said = page.getByText('Your words are read by the English model');
    await said.waitFor();
    await openModelMenu(page);
    await page.locator('.models button', { hasText: 'Grammar' }).click();
    await settled(page);
    assert.equal(await said.count(), 0);
    await close();
  },
);

test('the grammar reads what it knows, and a model that was chosen stays', { skip }, async () => {
  const { page, close } = await chromium.open({ hash: '' });
  const example = (await stateOf(page)).text;
  const readBy = async (/** @type {string} */ text) => {
    await type(page, text);
    return asked(page);
  };
  assert.equal(await readBy(example.replace('.', '')), 'Grammar');
  // the last word is being typed
  assert.equal(await readBy(example.replace(/\w\W*$/, '')), 'Grammar');
  assert.equal(await page.locator('[data-unknown], .unknown:visible').count(), 0);
  assert.equal(await readBy('My zebra sleeps.'), 'English');
  assert.equal(await readBy(example), 'Grammar');
  await readBy('My zebra sleeps.');
  await openModelMenu(page);
  await page.locator('.models button', { hasText: 'English' }).click();
  assert.equal(await readBy(example), 'English');
  await close();
});

test('how much of it is here is told as it comes', async (t) => {
  const file = new Uint8Array(300_000);
  const server = createServer((_request, response) => {
    response.write(file.subarray(0, 100_000));
    until(() => told.length > 0, 'the first part').then(() => response.end(file.subarray(100_000)));
  });
  await new Promise((resolve) => server.listen(0, () => resolve(undefined)));
  t.after(() => server.close());
  /** @type {number[]} */
  const told = [];
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  // it is no model
  await assert.rejects(loadEnglish(`http://localhost:${port}/`, (bytes) => told.push(bytes)));
  assert.ok(told[0] <= 100_000);
  assert.equal(told.at(-1), file.length);
  assert.deepEqual(
    told,
    [...told].sort((a, b) => a - b),
  );
});

const tried = sample(everyday, 4);
test(
  `of ${tried.length} everyday sentences, 95 % have trained heads within 3 s`,
  { skip },
  async () => {
    const { page } = shared;
    assert.equal(new Set(everyday).size, 100);
    const clock = await clockOf(page);
    let trained = 0;
    for (const text of tried) {
      const started = await clock();
      await type(page, text);
      const took = (await clock()) - started;
      const shown = await page.locator('.chip').count();
      const wrong = await page
        .locator('[data-unknown], .unknown:visible, .failure:visible')
        .count();
      if ((await asked(page)) === 'English' && shown > 0 && wrong === 0 && took < SOON) trained++;
    }
    assert.ok(trained >= 0.95 * tried.length, `${trained} of ${tried.length}`);
  },
);

test('other languages, emoji and code are pieces, joined to words', { skip }, async () => {
  const { page } = shared;
  for (const text of anything) {
    await type(page, text);
    assert.equal(await asked(page), 'English', text);
    assert.equal(await page.locator('[data-unknown], .unknown:visible').count(), 0, text);
    const words = await page
      .locator('.chip')
      .evaluateAll((chips) => chips.filter((chip) => !('goesOn' in chip.dataset)).length);
    assert.equal(words, text.split(' ').length, text);
  }
});

test('in the lesson about the grammar, its model stays', { skip }, async () => {
  const { page } = shared;
  await page.locator('#lab').evaluate((/** @type {any} */ host) => host.lessons.open('roles', 0));
  await type(page, 'The zebra sees my dog.');
  assert.equal((await stateOf(page)).model, 'grammar');
  await page.locator('.chip[data-unknown]').waitFor();
  assert.deepEqual(await page.locator('.models button').allTextContents(), ['Trained', 'Random']);
});

test(
  'where the model does not come, the page says so and goes on; another try brings it',
  { skip },
  async () => {
    const { page, close } = await chromium.open({ hash: '', expected: [/ERR_FAILED/] });
    await page.route(/english\.safetensors/, (route) => route.abort());
    await type(page, 'My dog sees the zebra.');
    await page.getByText('The English model could not be loaded.').waitFor();
    assert.equal((await stateOf(page)).model, 'grammar');
    await page.locator('.chip[data-unknown]').waitFor();
    await page.unroute(/english\.safetensors/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await settled(page);
    assert.equal(await asked(page), 'English');
    assert.equal(await page.locator('.failure:visible, [data-unknown]').count(), 0);
    await close();
  },
);

test('an element takes it from beside its own files, and by name', { skip }, async () => {
  const body =
    '<headwise-lab model="english" text="Any text will do" loading="eager"></headwise-lab>';
  const root = await makeSite('english', { 'index.html': pageWith(body) });
  await copyFile(join(siteDir, FILE), join(root, FILE));
  const { page, requests, close } = await chromium.open({ root, hash: '', settle: false });
  const lab = page.locator('headwise-lab');
  await lab.locator('.menu-toggle', { hasText: 'English' }).waitFor();
  await lab.locator('.card .head-name').first().waitFor();
  assert.equal(requests.filter((address) => address.endsWith(FILE)).length, 1);
  assert.equal(await lab.evaluate((/** @type {any} */ one) => one.state.model), 'english');
  await close();
});

test('one file carries it where its author wants it, and fetches nothing', { skip }, async () => {
  const files = unzipSync(await makePackage({ model: 'english', text: 'One more for the road' }));
  const root = await makeSite('english-one', {});
  const path = join(root, 'carried.html');
  await writeFile(path, strFromU8(files['index.html']));
  const { page, requests, close } = await chromium.open({
    root,
    hash: '',
    path: 'headwise.html',
    settle: false,
    headers: {},
  });
  requests.length = 0;
  await page.goto(pathToFileURL(path).href);
  await page.locator('.menu-toggle', { hasText: 'English' }).waitFor();
  await settled(page);
  await page.locator('.card .head-name').first().waitFor();
  assert.deepEqual(
    requests.filter((address) => !/^(file|data|blob):/.test(address)),
    [],
  );
  requests.length = 0;
  await close();
});

/** A small model of the same pieces: norms before attention, and queries and keys that are turned. */
async function turningModel() {
  const engine = await load();
  const vocab = learnPieces(everyday, 300);
  const model = createTransformer(engine, {
    ...{
      vocabSize: vocab.length,
      contextLen: 64,
      embedDim: 32,
      numHeads: 2,
      numLayers: 2,
      mlpDim: 32,
    },
    ...{ norm: 'pre', positions: 'rotary', tied: true, seed: 1 },
  });
  const about = { roles: '[]', measured: '0' };
  const file = writeModel({ config: model.config, state: model.stateDict(), vocab, about });
  const ids = pieceTokenizer(vocab)
    .encode(everyday[0])
    .tokens.map(({ id }) => id);
  const { trace } = model.forward(ids, { trace: true });
  engine.dispose();
  return { file, layer: /** @type {NonNullable<typeof trace>} */ (trace).layers[1] };
}

test(
  'with norms first and turned queries, the steps are those of its layers',
  { skip },
  async () => {
    const { file, layer } = await turningModel();
    const { page, close } = await chromium.open({ hash: '' });
    await page.route(/english\.safetensors/, (route) => route.fulfill({ body: Buffer.from(file) }));
    const selection = { head: 1, query: 2, key: null };
    await setState(page, {
      text: everyday[0],
      model: 'english',
      layer: 1,
      view: 'steps',
      selection,
    });
    // of the second head, row 3, column 4
    const head = (/** @type {PlainTensor} */ { data, shape }) =>
      data[(shape[1] + 2) * shape[2] + 3];
    const row = (/** @type {PlainTensor} */ { data, shape }) => data[2 * shape[1] + 3];
    /** @type {[step: string, matrix: RegExp, value: number][]} */
    const wanted = [
      ['embedding', /^x, /, row(layer.input)],
      ['inputNorm', /^N, /, row(layer.attentionInput ?? layer.input)],
      ['projection', /^V_2, /, head(layer.value)],
      ['turned', /^Q′_2, /, head(layer.query)],
      ['turned', /^K′_2, /, head(layer.key)],
      ['dotProducts', /^Q_2K_2ᵀ, /, head(layer.dotProducts)],
      ['scores', /^S_2, /, head(layer.scores)],
      ['masked', /^S′_2, /, head(layer.masked)],
      ['attention', /^A_2, /, head(layer.attention)],
      ['heads', /^Z_2, /, head(layer.heads)],
      ['concatenated', /^C, /, row(layer.concatenated)],
      ['output', /^O, /, row(layer.attentionOutput)],
      ['sum', /^x\+O, /, Math.fround(row(layer.input) + row(layer.attentionOutput))],
    ];
    for (const [step, name, value] of wanted) {
      if ((await stateOf(page)).step !== step) {
        await page.getByRole('button', { name: 'Next step' }).click();
        await settled(page);
      }
      assert.equal((await stateOf(page)).step, step);
      const cell = page.getByRole('grid', { name }).getByRole('gridcell');
      await cell.focus();
      for (const key of [
        'Control+Home',
        'ArrowDown',
        'ArrowDown',
        ...Array(3).fill('ArrowRight'),
      ]) {
        await page.keyboard.press(key);
      }
      const said = (await cell.getAttribute('aria-label'))?.replace('−', '-');
      const shown = said === '-∞' ? -Infinity : Math.fround(Number(said));
      assert.equal(shown, value, `${step} ${name}`);
    }
    assert.equal(await page.getByRole('button', { name: 'Next step' }).isDisabled(), true);
    // home from a turned number
    await setState(page, { trail: ['turnedKey.1.2.3'] });
    const panel = page.getByRole('complementary');
    for (const cell of ['key.1.2.3', 'norm.2.0', 'x.2.0']) {
      await panel.locator(`[data-cell="${cell}"]`).first().click();
      await settled(page);
      assert.equal((await stateOf(page)).trail.at(-1), cell);
    }
    await panel.getByText('The output of layer 1').waitFor();
    // the hand of the motion stops halfway, and nothing overflows on a phone
    await page.setViewportSize({ width: 390, height: 844 });
    await setState(page, { text: 'my old one' });
    for (const step of ['embedding', 'inputNorm', 'projection', 'turned', 'dotProducts', 'sum']) {
      await setState(page, { step, trail: [] });
      await page.getByLabel('Position in the animation').fill('500');
      await page.locator('.step-sheet').waitFor();
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return { scrollWidth, clientWidth };
      });
      assert.equal(scrollWidth, clientWidth, step);
    }
    await close();
  },
);

test('a copy without it offers what it has', { skip: !skip && 'this copy has it' }, async () => {
  const { page } = shared;
  await type(page, 'My dog sees the zebra.');
  assert.equal((await stateOf(page)).model, 'grammar');
  await page.locator('.chip[data-unknown]').waitFor();
});
