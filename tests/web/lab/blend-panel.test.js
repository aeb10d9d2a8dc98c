// Beside a mixture or a difference of heads, the panel, the sentence and the voice speak of it and not of one head.

import assert from 'node:assert/strict';
import test from 'node:test';
import { sharesOf } from '../../../web/elements/lab/state/blends.ts';
import { settled, useChromium } from '../support/chromium.js';
import { expectedMaps } from '../support/expected.js';
import { numberOfText } from '../support/number-text.js';

/** @typedef {import('playwright-core').Page} Page */

const TEXT = 'the cat sat on the mat';
const HASH = `#v=1&text=${TEXT.replaceAll(' ', '+')}&heads=4`;
const SIZE = 6;

const chromium = useChromium();

test('a head that is off has no part in a mixture', () => {
  assert.deepEqual(sharesOf([1, 0.5, 1], 3, [2]), [2 / 3, 1 / 3, 0]);
  assert.deepEqual(sharesOf([1, 1], 2, [0, 1]), [0, 0]);
  assert.deepEqual(sharesOf(null, 4, []), [0.25, 0.25, 0.25, 0.25]);
});

/**
 * @param {Page} page
 * @param {Record<string, unknown>} part
 */
async function show(page, part) {
  await page
    .locator('#lab')
    .evaluate((/** @type {any} */ host, part) => host.lab.setState(part), part);
  await settled(page);
}

/** @param {Page} page */
async function read(page) {
  const panel = page.locator('.panel');
  const lists = await panel.locator('.bars:visible').evaluateAll((all) => {
    const numberOf = (/** @type {string} */ text) =>
      text.endsWith('%') ? parseFloat(text.replace('<', '')) / 100 : Number(text.replace('−', '-'));
    return all.map((list) => ({
      title: list.querySelector('h3')?.textContent,
      bars: [...list.querySelectorAll('.bar')]
        .filter((bar) => bar.checkVisibility())
        .map((bar) => ({
          label: bar.querySelector('.bar-label')?.textContent,
          value: numberOf(bar.querySelector('.bar-value')?.textContent ?? ''),
        })),
    }));
  });
  return {
    name: await panel.locator('.eyebrow').textContent(),
    title: await panel.locator('.panel-title').textContent(),
    number: numberOfText(await panel.locator('.big-number').textContent()),
    meaning: await panel.locator('.panel-body > .meaning').first().textContent(),
    asks: await panel.getByText('Where does this number come from?').isVisible(),
    lists,
  };
}

/**
 * Presses a key on the first map and waits until it is said what is there.
 * @param {Page} page
 * @param {string} key
 * @param {RegExp} said
 */
async function hear(page, key, said) {
  await page.locator('[role=gridcell]').first().focus();
  await page.keyboard.press(key);
  const spoken = page.locator('.spoken[role=status]').first();
  await spoken.filter({ hasText: said }).waitFor({ state: 'attached' });
}

test('a mixture: its own numbers, and what each head gives to them', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  const { data } = await expectedMaps({ text: TEXT, heads: 4 });
  const selection = { head: 1, query: 2, key: 1 };
  await show(page, { mix: [1, 0, 1, 0], selection });
  const told = await read(page);
  const at = 2 * SIZE + 1;
  const heads = [0, 1, 2, 3].map((head) => data[head * SIZE * SIZE + at]);
  assert.equal(told.name, 'Mixture of the heads');
  assert.equal(told.title, 'sat looks at cat with');
  assert.ok(Math.abs(told.number - (heads[0] + heads[2]) / 2) < 1e-7);
  assert.equal(told.asks, false);
  const [row, across] = told.lists;
  assert.ok(Math.abs(row.bars[1].value - told.number) < 6e-3);
  assert.deepEqual(
    across.bars.map(({ label }) => label),
    ['Head 150 %', 'Head 20 %', 'Head 350 %', 'Head 40 %'],
  );
  across.bars.forEach(({ value }, head) => assert.ok(Math.abs(value - heads[head]) < 6e-3));
  // the sentence wears the mixture's colours, which have no hue
  const color = await page
    .locator('.chip')
    .nth(1)
    .evaluate((chip) => getComputedStyle(chip).backgroundColor);
  const parts = (color.match(/\d+/g) ?? []).map(Number);
  assert.ok(Math.max(...parts) - Math.min(...parts) < 12, color);
  await show(page, { selection: { ...selection, key: null } });
  const whole = await read(page);
  assert.match(whole.title ?? '', /^sat looks most at \w+$/);
  const sum = whole.lists[0].bars.reduce((all, { value }) => all + value, 0);
  assert.ok(Math.abs(sum - 1) < 4e-2, `${sum}`);
  await hear(page, 'Home', /^mixture: \w+ attends to the with 0\.\d+$/);
  // lines are of heads
  await show(page, { view: 'lines', selection });
  assert.equal((await read(page)).name, 'Head 2');
  assert.equal(Math.fround((await read(page)).number), heads[1]);
  await close();
});

test('a difference: what both have, and its bars to both sides', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  const { data } = await expectedMaps({ text: TEXT, heads: 4 });
  const valueOf = (/** @type {number} */ head, /** @type {number} */ key) =>
    data[(head * SIZE + 2) * SIZE + key];
  await show(page, { compare: { head: 0 }, selection: { head: 1, query: 2, key: 1 } });
  const told = await read(page);
  assert.equal(told.name, 'Head 2 − Head 1');
  assert.equal(told.title, 'sat → cat differs by');
  assert.equal(Math.fround(told.number), Math.fround(valueOf(1, 1) - valueOf(0, 1)));
  assert.equal(
    told.meaning,
    `sat looks at cat with ${valueOf(1, 1).toFixed(3)} in head 2 and with ${valueOf(0, 1).toFixed(3)} in head 1.`,
  );
  const differences = Array.from({ length: SIZE }, (_, key) => valueOf(1, key) - valueOf(0, key));
  told.lists[0].bars.forEach(({ value }, key) => {
    assert.ok(Math.abs(value - differences[key]) < 6e-4);
  });
  const sides = await page
    .locator('.panel .bars[data-signed] .bar-fill:visible')
    .evaluateAll((all) =>
      all.map((fill) => {
        const track = /** @type {Element} */ (fill.parentElement).getBoundingClientRect();
        const box = fill.getBoundingClientRect();
        return box.left + box.right - track.left - track.right;
      }),
    );
  differences.forEach((difference, key) => assert.ok(sides[key] * difference >= 0, `${key}`));
  await show(page, { selection: { head: 1, query: 2, key: null } });
  const most = differences.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
  const whole = await read(page);
  assert.match(whole.title ?? '', /^sat differs most at \w+, by$/);
  assert.equal(Math.fround(whole.number), Math.fround(most));
  await show(page, { selection: { head: 0, query: 2, key: 1 } });
  assert.match((await read(page)).meaning ?? '', /^The others are compared with this head/);
  await close();
});

test('a run that was kept: now and then', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  const before = await expectedMaps({ text: TEXT, heads: 4 });
  const now = await expectedMaps({ text: TEXT, heads: 4, seed: 1 });
  const at = (1 * SIZE + 2) * SIZE + 1;
  const run = { text: TEXT, heads: 4 };
  await show(page, { seed: 1, compare: { run }, selection: { head: 1, query: 2, key: 1 } });
  const told = await read(page);
  assert.equal(told.name, 'Head 2 − the snapshot');
  assert.equal(Math.fround(told.number), Math.fround(now.data[at] - before.data[at]));
  assert.equal(
    told.meaning,
    `sat looks at cat with ${now.data[at].toFixed(3)} now. In the snapshot, this number was ${before.data[at].toFixed(3)}.`,
  );
  await close();
});

test('a pair that a mask keeps apart is not called a later word unless it is one', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  const meaning = page.locator('.panel-body > .meaning').first();
  await show(page, { padding: 2, selection: { head: 0, query: 1, key: 5 } });
  assert.equal(await meaning.textContent(), 'Exactly 0: the mask does not let cat look at mat.');
  await show(page, { padding: 0, causal: true });
  assert.match((await meaning.textContent()) ?? '', /causal mask, cat may not look at mat/);
  await close();
});
