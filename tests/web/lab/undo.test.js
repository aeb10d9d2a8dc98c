// Ctrl+Z takes back every change that a person makes, wherever the change leaves the focus.

import assert from 'node:assert/strict';
import test from 'node:test';
import { setState, settled, stateOf, useChromium } from '../support/chromium.js';
import { openModelMenu, showMore } from '../support/tools.js';

const chromium = useChromium();

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {number} to 0..1 */
async function drag(page, /** @type {string} */ selector, to) {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + to * box.width, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
}

const NUMBER = { trail: ['attention.0.1.1'] };
const MASK = { trail: ['mask.0.1'] };
const TRAINED = { model: 'grammar', text: 'The girls see it.', layer: 1 };

/**
 * Presses something in the menu of the model.
 * @param {string} selector
 */
const inMenu = (selector) => async (/** @type {Page} */ page) => {
  await openModelMenu(page);
  await page.locator(selector).first().click();
  await page.keyboard.press('Escape');
};

/** @type {Record<string, { from?: any, change: (page: Page) => Promise<unknown> }>} */
const CHANGES = {
  'a number, typed, with Enter': {
    from: NUMBER,
    async change(page) {
      await page.locator('.edit-number').fill('0.75');
      await page.keyboard.press('Enter');
    },
  },
  'a number, typed, with its button': {
    from: NUMBER,
    async change(page) {
      await page.locator('.edit-number').fill('0.75');
      await page.locator('.edit-row [type=submit]').click();
    },
  },
  'a number, with its slider': {
    from: NUMBER,
    change: (page) => drag(page, '.editor [type=range]', 0.8),
  },
  'a number, with the keys of its slider': {
    from: NUMBER,
    async change(page) {
      await page.locator('.editor [type=range]').focus();
      await page.keyboard.press('End');
    },
  },
  'a place of the mask': {
    from: MASK,
    change: (page) => page.locator('.editor .segments button').nth(1).click(),
  },
  'the causal mask': { change: inMenu('.controls .switch') },
  'how many heads': { change: inMenu('.head-choices button:nth-child(2)') },
  'the model': { change: inMenu('.models button') },
  'the weights': { change: (page) => page.locator('.note .link').first().click() },
  'the second sentence': { change: (page) => page.locator('.field-side button').first().click() },
  'the view': { change: (page) => page.getByRole('tab').nth(1).click() },
  'a mixture': { change: (page) => page.locator('.blend-bar .segments button').nth(1).click() },
  'how much a head counts': {
    from: { mix: [1, 1, 1, 1] },
    change: (page) => drag(page, '.blend-slider input', 0.1),
  },
  'a difference': { change: (page) => page.locator('.blend-bar .segments button').nth(2).click() },
  'what is compared': {
    from: { compare: { head: 0 } },
    async change(page) {
      await page.locator('.blend-compare select').focus();
      await page.locator('.blend-compare select').selectOption('2');
    },
  },
  'a word that the model knows': {
    from: TRAINED,
    async change(page) {
      await showMore(page);
      await page.getByText('The words it knows').click();
      await page.locator('.known-words button', { hasText: /^dog$/ }).click();
    },
  },
  'a word that it does not': {
    from: { ...TRAINED, text: 'The girlz see it.' },
    change: (page) => page.locator('.unknown-words button').first().click(),
  },
  'the seed of a training': {
    from: { view: 'training' },
    async change(page) {
      await page.locator('.training-fine [inputmode=numeric]').fill('7');
      await page.keyboard.press('Enter');
    },
  },
  'the heads of a training': {
    from: { view: 'training' },
    change: (page) => page.locator('.training-settings .segments button').first().click(),
  },
};

/** The parts of the state that a hand changes. */
const PARTS = [
  'edits',
  'causal',
  'heads',
  'model',
  'seed',
  'second',
  'view',
  'mix',
  'compare',
  'text',
  'training',
];

test('Ctrl+Z takes back each change', async (t) => {
  const { page, close } = await chromium.open();
  const start = await stateOf(page);
  await showMore(page);
  for (const [name, { from, change }] of Object.entries(CHANGES)) {
    await t.test(name, async () => {
      await setState(page, { ...start, ...from });
      const before = await stateOf(page);
      await change(page);
      await settled(page);
      assert.notDeepEqual(await stateOf(page), before, 'something was changed');
      await page.keyboard.press('Control+z');
      await page.waitForFunction(
        ([parts, was]) => {
          const { lab } = /** @type {any} */ (document.getElementById('lab'));
          const now = lab.getState();
          return JSON.stringify(parts.map((part) => now[part])) === was;
        },
        /** @type {const} */ ([
          PARTS,
          JSON.stringify(PARTS.map((part) => /** @type {any} */ (before)[part])),
        ]),
      );
    });
  }
  await close();
});

test('what is being typed into a number is undone there, and the number stays', async () => {
  const { page, close } = await chromium.open();
  await setState(page, NUMBER);
  const field = page.locator('.edit-number');
  const shown = await field.inputValue();
  await field.click();
  await page.keyboard.press('End');
  await page.keyboard.type('5');
  await page.keyboard.press('Control+z');
  assert.equal(await field.inputValue(), shown);
  assert.deepEqual((await stateOf(page)).edits, {});
  await close();
});

test('after a click on what takes no focus the keys still belong to the lab', async () => {
  const { page, close } = await chromium.open();
  await inMenu('.controls .switch')(page);
  await settled(page);
  await page.locator('.status-line').click();
  await page.keyboard.press('Control+z');
  await page.waitForFunction(
    () => /** @type {any} */ (document.getElementById('lab')).lab.getState().causal === false,
  );
  await close();
});
