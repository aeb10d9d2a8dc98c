// Lines, contributions and mixtures of heads in the browser: they show the engine's numbers, the keyboard reaches all
// of it, and they fit every screen.

import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { load } from 'headwise';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { settled, stateOf, useChromium } from '../support/chromium.js';
import { sample } from '../support/sample.js';
import { showMore } from '../support/tools.js';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('../../../web/elements/lab/state/state.ts').LabState} LabState
 */

const WORDS = 'alpha beta gamma delta epsilon zeta eta theta'.split(' ');
const HASH = `#v=1&text=${WORDS.join('+')}&heads=4&at=1._._`;

const chromium = useChromium();
/** @type {Awaited<ReturnType<typeof load>>} */
let engine;
before(async () => {
  engine = await load();
});
after(() => engine?.dispose());

/** @param {{ causal?: boolean, seed?: number }} [options] */
function expected({ causal = false, seed = 0 } = {}) {
  const ids = wordTokenizer.encode(WORDS.join(' ')).tokens.map(({ id }) => id);
  const { x } = engine.embed(ids, { embedDim: 64 });
  const layer = engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4, seed });
  const { trace, output } = layer.forward(x, { trace: true, causal });
  layer.dispose();
  assert.ok(trace);
  return { ...trace, output };
}

/**
 * @param {Page} page
 * @param {Partial<LabState>} part
 */
async function show(page, part) {
  await page
    .locator('#lab')
    .evaluate((/** @type {any} */ host, state) => host.lab.setState(state), part);
  await settled(page);
}

/**
 * The numbers of the table on the screen, with every digit.
 * @param {Page} page
 */
async function readTable(page) {
  const view = page.locator('.table-view:visible');
  const digits = view.getByText('All digits');
  if (!(await view.locator('.table-tools input').isChecked())) await digits.click();
  return view.locator('table').evaluate((table) =>
    [...table.querySelectorAll('tbody tr')].map((row) => ({
      name: row.querySelector('th')?.textContent,
      values: [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent)),
    })),
  );
}

/**
 * How many pixels of a canvas are painted.
 * @param {Page} page
 * @param {string} selector
 */
const painted = (page, selector) =>
  page.locator(selector).evaluate((canvas) => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
    // a copy: reading from the page's own would make it another kind of canvas
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!copy) return NaN;
    copy.drawImage(/** @type {HTMLCanvasElement} */ (canvas), 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    let count = 0;
    for (let i = 3; i < data.length; i += 4) if (data[i] > 0) count++;
    return count;
  });

// ---- lines ---------------------------------------------------------------------------------------------------

test('lines: a word that is pointed at lights its own, a click keeps it, Escape lets go', async () => {
  const { page, close } = await chromium.open({ hash: `${HASH}&view=lines` });
  const all = await painted(page, '.lines-rest');
  assert.ok(all > 5000, `${all}`);
  const words = await painted(page, '.lines-front');
  const box = await page.locator('.lines-front').boundingBox();
  assert.ok(box);
  const option = page.getByRole('listbox', { name: 'from (query)' }).getByRole('option');
  const { x, y, width, height } = (await option.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.mouse.move(x + width / 2, y + 2.5 * height);
  await settled(page);
  assert.ok((await painted(page, '.lines-front')) > words + 500, 'lines and beads');
  assert.equal(await page.locator('.lines-rest').getAttribute('data-beside'), '');
  assert.match((await page.locator('.panel').textContent()) ?? '', /gamma looks most at/);
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(2, 2);
  await settled(page);
  assert.deepEqual((await stateOf(page)).selection, { head: 0, query: 2, key: null });
  await page.keyboard.press('Escape');
  await settled(page);
  assert.equal((await stateOf(page)).selection.query, null);
  assert.equal(await painted(page, '.lines-front'), words);
  await close();
});

test('lines: pointing at one tells its two words and its number', async () => {
  const { page, close } = await chromium.open({ hash: `${HASH}&view=lines` });
  const { attention } = expected();
  const box = await page.locator('.lines-front').boundingBox();
  assert.ok(box);
  let told = 0;
  for (let part = 0.2; part < 0.9; part += 0.05) {
    await page.mouse.move(box.x + box.width / 2, box.y + part * box.height);
    await settled(page);
    const tooltip = page.locator('.lines-stage .tooltip');
    if (!(await tooltip.isVisible())) continue;
    const [pair, number] = await tooltip.locator('> span').allTextContents();
    const [from, to] = pair.split(' → ').map((word) => WORDS.indexOf(word));
    const values = [0, 1, 2, 3].map((head) => attention.data[(head * 8 + from) * 8 + to]);
    assert.ok(
      values.some((value) => Math.fround(Number(number)) === value),
      `${pair} ${number}`,
    );
    told++;
  }
  assert.ok(told > 5, `${told}`);
  await close();
});

test('lines: one head alone, by pointing, by a click and by the keyboard', async () => {
  const { page, close } = await chromium.open({ hash: `${HASH}&view=lines` });
  const all = await painted(page, '.lines-rest');
  const chip = page.getByRole('button', { name: 'Head 3 alone' });
  await chip.hover();
  await settled(page);
  const one = await painted(page, '.lines-rest');
  assert.ok(one < 0.7 * all, `${one} of ${all}`);
  await page.mouse.move(2, 2);
  await settled(page);
  assert.equal(await painted(page, '.lines-rest'), all);
  await chip.focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await stateOf(page)).solo, 2);
  assert.equal(await chip.getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await stateOf(page)).solo, null);
  await close();
});

test('lines: the keyboard goes along both sides, and it is spoken', async () => {
  const { page, close } = await chromium.open({ hash: `${HASH}&view=lines` });
  const from = page.getByRole('listbox', { name: 'from (query)' }).getByRole('option');
  const to = page.getByRole('listbox', { name: 'to (key)' }).getByRole('option');
  await showMore(page);
  await page.getByRole('button', { name: 'Table', exact: true }).focus();
  await page.keyboard.press('Tab');
  assert.equal(await from.evaluate((option) => option === document.activeElement), true);
  for (const [key, word, place] of [
    ['ArrowDown', 'beta', '2'],
    ['End', 'theta', '8'],
    ['ArrowDown', 'theta', '8'],
    ['PageUp', 'zeta', '6'],
    ['ArrowUp', 'epsilon', '5'],
  ]) {
    await page.keyboard.press(key);
    assert.equal(await from.textContent(), word, key);
    assert.equal(await from.getAttribute('aria-posinset'), place);
  }
  const { attention } = expected();
  const row = [...attention.data.subarray(4 * 8, 5 * 8)];
  const best = row.indexOf(Math.max(...row));
  const said = `head 1: epsilon attends most to ${WORDS[best]}, with ${row[best].toFixed(2)}`;
  await page.getByRole('status').filter({ hasText: said }).waitFor();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await stateOf(page)).selection.query, 4);
  assert.equal(await from.getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowRight');
  assert.equal(await to.textContent(), 'epsilon');
  await page.keyboard.press('Space');
  await settled(page);
  assert.deepEqual((await stateOf(page)).selection, { head: 0, query: null, key: 4 });
  await close();
});

test('lines: their numbers are a table, of the head that is alone', async () => {
  const { page, close } = await chromium.open({ hash: `${HASH}&view=lines` });
  await page.getByRole('button', { name: 'Head 2 alone' }).click();
  await showMore(page);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await settled(page);
  const { attention } = expected();
  const rows = await readTable(page);
  assert.deepEqual(
    rows.map(({ name }) => name),
    WORDS,
  );
  const values = rows.flatMap((row) => row.values).map(Math.fround);
  assert.deepEqual(values, [...attention.data.subarray(64, 128)]);
  await close();
});

// ---- contributions -------------------------------------------------------------------------------------------

test('contributions: each number is the engine’s, and they add up to the output', async () => {
  const { page, close } = await chromium.open({ hash: `${HASH}&view=contributions` });
  await show(page, { selection: { head: 0, query: 5, key: null }, numbers: true });
  const { contributions, output } = expected();
  const rows = await readTable(page);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Head 1', 'Head 2', 'Head 3', 'Head 4', 'bias', 'output'],
  );
  const shown = rows.map(({ values }) => values.map(Math.fround));
  for (let head = 0; head < 4; head++) {
    const start = (head * 8 + 5) * 64;
    assert.deepEqual(shown[head], [...contributions.data.subarray(start, start + 20)]);
  }
  assert.deepEqual(shown[5], [...output.data.subarray(5 * 64, 5 * 64 + 20)]);
  shown[5].forEach((sum, i) => {
    const parts = shown.slice(0, 5).reduce((total, row) => total + row[i], 0);
    assert.ok(Math.abs(parts - sum) < 1e-5, `${parts} ${sum}`);
  });
  await page.getByRole('button', { name: 'Columns after' }).click();
  const [first] = (await readTable(page))[5].values;
  assert.equal(Math.fround(first), output.data[5 * 64 + 20]);
  await close();
});

test('contributions: the arrows go through the sum, and Enter follows a number', async () => {
  const { page, close } = await chromium.open({ hash: `${HASH}&view=contributions` });
  await show(page, { selection: { head: 0, query: 5, key: null } });
  assert.ok((await painted(page, '.sum-grid canvas')) > 2000);
  const { contributions, output } = expected();
  const cell = page.locator('.sum-grid').getByRole('gridcell');
  await cell.focus();
  await page.keyboard.press('Control+Home');
  // a page is 2 of the 6 rows
  for (const key of ['PageDown', 'ArrowUp', ...Array(9).fill('ArrowRight'), 'ArrowLeft'])
    await page.keyboard.press(key);
  await settled(page);
  const value = contributions.data[(1 * 8 + 5) * 64 + 8];
  const shown = async () => (await cell.getAttribute('aria-label'))?.replace('−', '-');
  assert.equal(await shown(), value.toFixed(3));
  assert.equal(await page.locator('.sum-grid').getByRole('rowheader').textContent(), 'Head 2');
  assert.equal(await cell.getAttribute('aria-colindex'), '10');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.deepEqual((await stateOf(page)).trail, ['contributions.1.5.8']);
  await page.keyboard.press('Control+End');
  await settled(page);
  assert.equal(await shown(), output.data[5 * 64 + 63].toFixed(3));
  await page.keyboard.press('Enter');
  await settled(page);
  assert.deepEqual((await stateOf(page)).trail, ['output.5.63']);
  await close();
});

// ---- heads put together --------------------------------------------------------------------------------------

/**
 * All numbers of the maps on the screen, read from their tables.
 * @param {Page} page
 * @param {number} head
 */
async function numbersOf(page, head) {
  await show(page, { view: 'table', selection: { head, query: null, key: null } });
  return (await readTable(page)).flatMap(({ values }) => values).map(Math.fround);
}

test('a mixture is the engine’s weighted sum; all the same is its average', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  await showMore(page);
  await page.getByRole('button', { name: 'Mixture' }).click();
  await settled(page);
  assert.deepEqual((await stateOf(page)).mix, [1, 1, 1, 1]);
  assert.equal(await page.getByRole('grid').count(), 1);
  const { attention } = expected();
  const ids = wordTokenizer.encode(WORDS.join(' ')).tokens.map(({ id }) => id);
  const { x } = engine.embed(ids, { embedDim: 64 });
  const layer = engine.createMultiHeadAttention({ embedDim: 64, numHeads: 4, seed: 0 });
  const average = layer.forward(x, { attention: true, averageHeads: true }).attention;
  layer.dispose();
  const shown = await numbersOf(page, 0);
  shown.forEach((value, i) => {
    assert.ok(Math.abs(value - Number(average?.data[i])) < 1e-7, `${i}`);
  });
  await show(page, { view: 'heads' });
  await page.getByRole('slider', { name: 'Head 2' }).fill('0');
  await page.getByRole('slider', { name: 'Head 4' }).fill('0.5');
  await settled(page);
  assert.deepEqual((await stateOf(page)).mix, [1, 0, 1, 0.5]);
  assert.equal(
    await page.getByRole('slider', { name: 'Head 4' }).getAttribute('aria-valuetext'),
    '20 %',
  );
  const byPair = Float32Array.from(
    { length: 256 },
    (_, i) => attention.data[(i % 4) * 64 + (i >> 2)],
  );
  const mixed = engine.linear({ data: byPair, shape: [64, 4] }, [[0.4, 0, 0.4, 0.2]]);
  assert.deepEqual(await numbersOf(page, 0), [...mixed.data]);
  await show(page, { view: 'heads' });
  await page.getByRole('button', { name: 'Same factor for all' }).click();
  await settled(page);
  assert.deepEqual((await stateOf(page)).mix, [1, 1, 1, 1]);
  await show(page, { heads: 8 });
  assert.equal(await page.getByRole('slider', { name: 'Head 8' }).inputValue(), '1');
  await close();
});

test('sliders that are moved step by step are one step back', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  await showMore(page);
  await page.getByRole('button', { name: 'Mixture' }).click();
  const slider = page.getByRole('slider', { name: 'Head 1' });
  await slider.focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.equal((await stateOf(page)).mix?.[0], 0.7);
  await page.locator('#lab').evaluate((/** @type {any} */ host) => host.lab.undo());
  await page.waitForFunction(() => {
    const { lab } = /** @type {any} */ (document.getElementById('lab'));
    return lab.getState().mix?.[0] === 1;
  });
  await close();
});

test('heads are compared with one of them, exactly', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  await showMore(page);
  await page.getByRole('button', { name: 'Difference' }).click();
  await page.getByRole('combobox', { name: 'from' }).selectOption({ label: 'Head 3' });
  await settled(page);
  assert.deepEqual((await stateOf(page)).compare, { head: 2 });
  await page.getByRole('button', { name: 'Head 2 − Head 3', exact: true }).waitFor();
  const { attention } = expected();
  for (const head of [1, 2]) {
    const exact = Array.from({ length: 64 }, (_, i) =>
      Math.fround(attention.data[head * 64 + i] - attention.data[2 * 64 + i]),
    );
    assert.deepEqual(await numbersOf(page, head), exact, `head ${head + 1}`);
  }
  await close();
});

test('a run is kept, and what changes afterwards is compared with it', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  await showMore(page);
  await page.getByRole('button', { name: 'Difference' }).click();
  await page
    .getByRole('combobox', { name: 'from' })
    .selectOption({ label: 'a snapshot, taken now' });
  await settled(page);
  assert.ok(
    (await numbersOf(page, 1)).every((value) => value === 0),
    'nothing has changed yet',
  );
  await show(page, { seed: 1, view: 'heads' });
  const [before, now] = [expected(), expected({ seed: 1 })];
  const exact = Array.from({ length: 64 }, (_, i) =>
    Math.fround(now.attention.data[64 + i] - before.attention.data[64 + i]),
  );
  assert.deepEqual(await numbersOf(page, 1), exact);
  // where only one of the two has a mask, there is a difference too
  await show(page, { seed: 0, causal: true });
  const masked = expected({ causal: true });
  const less = Array.from({ length: 64 }, (_, i) =>
    Math.fround(masked.attention.data[i] - before.attention.data[i]),
  );
  assert.deepEqual(await numbersOf(page, 0), less);
  await show(page, { text: 'three other words', view: 'heads' });
  await page.getByText('so there is nothing to compare').waitFor();
  await close();
});

test('a mixture and a kept run are in the address', async () => {
  for (const part of [
    { mix: [1, 0, 0.5, 0.25] },
    { compare: { run: { seed: 7, text: WORDS.join(' ') } } },
  ]) {
    const { page, close } = await chromium.open({ hash: HASH });
    await show(page, part);
    await page.waitForFunction(() => location.hash.startsWith('#v=2'));
    const address = await page.evaluate(() => location.hash);
    await close();
    const again = await chromium.open({ hash: address });
    const { mix, compare } = await stateOf(again.page);
    assert.deepEqual({ mix, compare }, { mix: null, compare: null, ...part });
    await again.close();
  }
});

// ---- every screen --------------------------------------------------------------------------------------------

for (const [width, height] of sample(
  [
    [390, 844],
    [768, 1024],
  ],
  2,
)) {
  test(`nothing is wider than a screen of ${width} pixels`, async () => {
    const { page, close } = await chromium.open({ viewport: { width, height } });
    for (const part of /** @type {Partial<LabState>[]} */ ([
      { view: 'lines' },
      {
        view: 'lines',
        heads: 16,
        second: 'a much longer second sentence with internationalisation',
      },
      { view: 'lines', numbers: true },
      { view: 'contributions', numbers: false, heads: 16 },
      { view: 'contributions', numbers: true },
      { view: 'heads', mix: [1, 1, 1, 1], heads: 16 },
      { view: 'heads', mix: null, compare: { run: {} } },
    ])) {
      await show(page, part);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${JSON.stringify(part)}: ${wide}`);
    }
    await close();
  });
}

test('from right to left the queries stand on the right', async () => {
  const { page, close } = await chromium.open({ hash: `${HASH}&view=lines` });
  const left = async (/** @type {string} */ name) =>
    (await page.getByRole('listbox', { name }).getByRole('option').boundingBox())?.x ?? NaN;
  assert.ok((await left('from (query)')) < (await left('to (key)')));
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await show(page, { selection: { head: 1, query: 3, key: null } });
  assert.ok((await left('from (query)')) > (await left('to (key)')));
  await close();
});
