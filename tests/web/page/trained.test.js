// The page as it starts: trained heads with names, the same digits before the engine is there and after, and words that
// the model does not know, by keyboard.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { before } from 'node:test';
import { load } from 'headwise';
import { createTransformer, readModel } from 'headwise/training';
import { START_STATE } from '../../../web/elements/lab/state/state.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { setState, settled, stateOf, UNTRAINED_HASH, useChromium } from '../support/chromium.js';
import { openModelMenu, showMore } from '../support/tools.js';

/** @typedef {import('playwright-core').Page} Page */

const chromium = useChromium();
/** @type {Awaited<ReturnType<typeof chromium.open>>} one page for all that does not need its own */
let shared;
before(async () => {
  shared = await chromium.open({ hash: '' });
});

/** What stands above each map. @param {Page} page */
async function namesOf(page) {
  const all = await page.locator('.card:visible .head-label').allInnerTexts();
  return all.map((text) => text.replace(/\s+/g, ' ').trim());
}

/** All numbers of the present head, with all digits. @param {Page} page */
async function digitsOf(page) {
  await setState(page, { view: 'table' });
  await page.getByLabel('Maps', { exact: true }).getByLabel('All digits').check();
  const cells = await page.locator('tbody td').allTextContents();
  await setState(page, { view: 'heads' });
  return Float32Array.from(cells, (text) => (text === '·' ? 0 : Number(text)));
}

test('the page starts with trained heads, named after what they do', async () => {
  const { page } = shared;
  assert.deepEqual(await stateOf(page), START_STATE);
  assert.deepEqual(await namesOf(page), [
    'Head 1 : pronoun to noun',
    'Head 2 : pronoun to noun',
    'Head 3 : verb to subject',
    'Head 4 : noun to determiner',
  ]);
  await page.getByRole('button', { name: /^Head 3.*verb to subject/ }).waitFor();
  await page.getByText(/These heads are trained\. .* 93 English words/).waitFor();
  assert.match((await page.locator('.panel').innerText()) ?? '', /verb to subject/);
  const measuredOn = page.getByText('Texts on which its role is measured');
  assert.equal(await measuredOn.isVisible(), false);
  await page.getByTitle('Enlarge head 3').click();
  await measuredOn.click();
  await page.getByText(/On 256 single sentences .*, 92\s% of its attention goes there/).waitFor();
  await page.locator('.strip .back').click();
  await openModelMenu(page);
  await page.getByRole('button', { name: 'Layer 1 of 2' }).click();
  await settled(page);
  assert.match((await namesOf(page))[0], /^Head 1 : previous word$/);
  await page.keyboard.press('Escape');
  await setState(page, START_STATE);
});

test('nothing moves while the page starts, and arcs lead from the chosen word', async () => {
  const { page, url, close } = await chromium.open({ hash: '' });
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        /** @type {any} */ (window).moved += /** @type {any} */ (entry).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url);
  await settled(page);
  assert.ok((await page.evaluate(() => /** @type {any} */ (window).moved)) < 0.05);
  const arcs = page.locator('.arcs path');
  await arcs.first().waitFor({ state: 'attached' });
  const before = await arcs.count();
  await page.getByRole('switch', { name: 'Head 3 takes part' }).click();
  await settled(page);
  assert.equal(await arcs.count(), before - 1, 'the one of head 3, to the subject');
  await page.locator('.prediction ins', { hasText: 'follow' }).waitFor();
  await close();
});

/** The maps of the first sentence, from the model in Node: (heads, tokens, tokens). */
async function mapsInNode() {
  const file = await readFile(new URL('../../../web/models/grammar.safetensors', import.meta.url));
  const { config, vocab, state } = readModel(file);
  const engine = await load();
  const model = createTransformer(engine, config);
  model.loadStateDict(state);
  const { tokens } = wordTokenizer.encode(START_STATE.text);
  const ids = tokens.map(({ piece }) => vocab.indexOf(piece.toLowerCase()));
  const [, layer] = model.forward(ids, { attention: true }).attention ?? [];
  engine.dispose();
  return Array.from({ length: layer.shape[0] }, (_, head) =>
    layer.data.slice(head * ids.length ** 2, (head + 1) * ids.length ** 2),
  );
}

test('its numbers are those of the model in Node, to the last digit', async () => {
  const { page } = shared;
  assert.deepEqual(await digitsOf(page), (await mapsInNode())[2]); // head 3 is selected
});

test('before another file has come, the page shows the first sentence and its maps, but none for another address', async () => {
  const { page, url, close } = await chromium.open({ hash: '' });
  await page.route(/\.(js|css)$/, () => {});
  await page.goto(url, { waitUntil: 'commit' });
  const first = page.locator('.first');
  await first.locator('svg').first().waitFor();
  assert.equal(await first.locator('.first-text').textContent(), START_STATE.text);
  const drawn = await first.locator('svg').evaluateAll((maps) =>
    maps.map((map) =>
      Array.from(map.querySelectorAll('path'), (path) => ({
        level: 10 * Number(path.getAttribute('fill-opacity')),
        cells: path.getAttribute('d')?.match(/M/g)?.length ?? 0,
      })),
    ),
  );
  const expected = (await mapsInNode()).map((weights) =>
    Array.from({ length: 10 }, (_, i) => ({
      level: i + 1,
      cells: weights.filter((weight) => Math.round(10 * weight) === i + 1).length,
    })).filter(({ cells }) => cells > 0),
  );
  assert.deepEqual(drawn, expected);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).maxWidth), '1640px');
  await page.goto(new URL('./?model=tiny', url).href, { waitUntil: 'commit' });
  await page.locator('#waiting').getByText('The page is starting').waitFor();
  assert.equal(await first.isVisible(), false);
  await page.unrouteAll();
  await close();
});

test('what is on the screen before the engine has started has the same digits', async () => {
  const { page, close } = await chromium.open({ hash: '', settle: false, hold: /worker\.js/ });
  await page.getByText('Computed by the same engine when this page was made').waitFor();
  assert.equal((await namesOf(page))[1], 'Head 2 : pronoun to noun');
  const number = page.locator('.big-number');
  const early = await number.textContent();
  await page.unrouteAll();
  assert.equal(early, await shared.page.locator('.big-number').textContent());
  await close();
});

test('all views show the trained model, two sentences too', async () => {
  const { page } = shared;
  for (const view of ['lines', 'contributions', 'steps']) {
    await setState(page, { view });
    assert.equal(await page.locator('.failure').isVisible(), false, view);
  }
  await page.getByText('h is what layer 1 has after attention').waitFor();
  const strip = page.locator('.prediction');
  const positions = [await strip.evaluate((one) => getComputedStyle(one).position)];
  await setState(page, { view: 'heads' });
  positions.push(await strip.evaluate((one) => getComputedStyle(one).position));
  assert.deepEqual(positions, ['static', 'sticky'], 'no strip lies over a formula');
  await setState(page, { step: 'norm', trail: ['norm.9.4'] });
  await page.getByText('times γ, plus β.').waitFor();
  await setState(page, { trail: ['x.9.4'] });
  await page.getByText('The output of layer 1 for it').waitFor();
  await setState(page, START_STATE);
  await showMore(page);
  await page.getByRole('button', { name: 'Add a second sentence' }).click();
  await settled(page);
  assert.equal(await page.locator('.unknown').isVisible(), false);
  assert.equal((await namesOf(page)).length, 4);
  await setState(page, START_STATE);
});

test('what each head adds: a bar for each head, and the columns behind a click', async () => {
  const { page } = shared;
  await setState(page, { ...START_STATE, view: 'contributions' });
  await page.locator('.sum-pushes .bar').first().waitFor();
  const values = await page.locator('.sum-pushes .bar-value').allTextContents();
  assert.equal(values.length, 4);
  assert.ok(
    values.some((value) => /^−/.test(value)) && !values.join('').includes('-'),
    `${values}`,
  );
  const columns = page.locator('.sum-scroll');
  assert.equal(await columns.isVisible(), false);
  await page.locator('.sum-columns summary').click();
  assert.equal(await columns.isVisible(), true);
  await setState(page, { selection: { head: 0, query: 3, key: null } });
  assert.equal(await columns.isVisible(), true, 'they stay open for another word');
  await page.locator('.sum-columns summary').click();
  await setState(page, START_STATE);
});

test('an empty field has a way back to the example sentence', async () => {
  const { page } = shared;
  await setState(page, { ...START_STATE, text: '' });
  const back = page.getByRole('button', { name: 'Back to the example sentence' });
  await back.click();
  await settled(page);
  assert.equal((await stateOf(page)).text, START_STATE.text);
  assert.equal(await back.isVisible(), false);
  await setState(page, START_STATE);
});

test('words that the model does not know are marked, and replaced by keyboard', async () => {
  const { page } = shared;
  await setState(page, { ...START_STATE, text: 'The zebra sees my Doog.' });
  const said = page.locator('.unknown [role=status]');
  assert.match(
    (await said.textContent()) ?? '',
    /knows 93 English words, .*So these heads are not trained\./,
  );
  assert.deepEqual(await page.locator('.chip[data-unknown] bdi').allTextContents(), [
    'zebra',
    'Doog',
  ]);
  await page.getByText(/These heads are not trained: their weights are random/).waitFor();
  assert.deepEqual(await namesOf(page), ['Head 1', 'Head 2', 'Head 3', 'Head 4']);
  const first = page.getByRole('button', { name: /^Put \w+ in place of zebra$/ }).first();
  const word = (await first.textContent()) ?? '';
  await first.focus();
  await page.keyboard.press('Enter');
  await settled(page);
  const next = page.getByRole('button', { name: 'Put dog in place of Doog' });
  await page.waitForFunction(() =>
    document.activeElement?.getAttribute('aria-label')?.includes('Doog'),
  );
  assert.equal(await next.evaluate((button) => button === document.activeElement), true);
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await stateOf(page)).text, `The ${word} sees my Dog.`);
  assert.equal(await page.locator('.unknown').isVisible(), false);
  assert.match((await namesOf(page))[1], /pronoun to noun/);
  await page.waitForFunction(() => document.activeElement?.matches('textarea'));
  await page.locator('.spoken[role=status]').getByText('Doog was replaced by dog.').waitFor();
});

test('there is a way back from words it does not know: the example, the list of its words, random weights', async () => {
  const { page } = shared;
  await setState(page, { ...START_STATE, text: 'Zebras sleep.' });
  await page.getByRole('button', { name: 'Back to the example sentence' }).click();
  await settled(page);
  assert.equal((await stateOf(page)).text, START_STATE.text);
  await setState(page, { text: 'Zebras sleep.' });
  await page.getByLabel('Another word in place of Zebras').selectOption('queens');
  await settled(page);
  assert.equal((await stateOf(page)).text, 'Queens sleep.');
  await setState(page, { text: 'Zebras sleep.' });
  await openModelMenu(page);
  await page.getByRole('button', { name: 'Random', exact: true }).click();
  await settled(page);
  assert.equal((await stateOf(page)).model, 'untrained');
  assert.equal(await page.locator('.unknown').isVisible(), false);
  await page.getByRole('button', { name: /^(Trained|Grammar)$/ }).click();
  await settled(page);
  assert.equal((await stateOf(page)).text, START_STATE.text);
  assert.equal((await stateOf(page)).layer, 1);
  await showMore(page);
  await page.getByText('The words it knows').click();
  const known = await page.locator('.known-words').getByRole('button').allTextContents();
  assert.deepEqual(known.slice(known.indexOf('queen')).slice(0, 2), ['queen', 'queens']);
});

test('all heads of all layers at a glance choose a layer and a head, and each picture is that layer’s', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  const button = page.getByRole('button', { name: 'All heads' });
  await openModelMenu(page);
  await button.click();
  await settled(page);
  const canvas = page.locator('.overview-board canvas');
  const pictures = () => canvas.evaluate((/** @type {any} */ one) => one.toDataURL());
  const cell = page.locator('.overview-board .board-cell');
  const chosen = page.locator('.overview-board [aria-selected=true]');
  await chosen.waitFor();
  const { layer, selection } = await stateOf(page);
  const other = layer === 0 ? 1 : 0;
  await page.waitForFunction(() => {
    const one = /** @type {HTMLCanvasElement} */ (document.querySelector('.overview-board canvas'));
    const pixels = one.getContext('2d')?.getImageData(0, one.height - 8, one.width, 8).data;
    return pixels?.some((value) => value > 0); // the last row is drawn
  });
  const before = await pictures();
  await cell.press(other > layer ? 'ArrowDown' : 'ArrowUp');
  await cell.press('Home');
  await cell.press('ArrowRight');
  await cell.press('Enter');
  await settled(page);
  const now = await stateOf(page);
  assert.deepEqual([now.layer, now.selection.head], [other, 1]);
  assert.deepEqual(now.selection.query, selection.query);
  await page.getByRole('gridcell', { name: `Layer ${other + 1}, head 2`, exact: true }).waitFor();
  assert.equal(await pictures(), before, 'the model computes what the lab shows of each layer');
  assert.equal(await page.locator('.overview-hint').isVisible(), false);
  // untrained heads have one layer
  await page.getByRole('button', { name: 'Random', exact: true }).click();
  await settled(page);
  assert.equal(await button.isVisible(), false);
  await close();
});

test('model and layer are in the address; an old address still shows untrained heads', async () => {
  const { page } = shared;
  await setState(page, { ...START_STATE, layer: 0, view: 'lines' });
  await page.waitForFunction(() => location.hash.includes('model=grammar&view=lines'));
  const { hash } = new URL(page.url());
  const other = await chromium.open({ hash });
  assert.deepEqual(await stateOf(other.page), await stateOf(page));
  await other.close();
  const old = await chromium.open({ hash: UNTRAINED_HASH });
  assert.deepEqual(await namesOf(old.page), ['Head 1', 'Head 2', 'Head 3', 'Head 4']);
  await old.close();
  await shared.close();
});

test('a word that the model would leave out is only struck through', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  await setState(page, { text: 'The king sees sees my dog.' });
  const said = page.locator('.prediction-said');
  await said.locator('del').first().waitFor();
  assert.deepEqual(await said.locator('del').allInnerTexts(), ['sees']);
  assert.equal(await said.locator('ins').count(), 0);
  await close();
});
