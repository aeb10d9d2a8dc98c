// The keyboard's way through the page, and what a screen reader is told on it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { settled, stateOf, useChromium } from '../support/chromium.js';
import { expectedMaps, shortest } from '../support/expected.js';

const SENTENCE = 'alpha beta gamma delta epsilon zeta eta theta';
const HASH = `#v=1&text=${SENTENCE.replaceAll(' ', '+')}&heads=2&at=1._._`;

const chromium = useChromium();

/** @param {import('playwright-core').Page} page */
async function focusGrid(page) {
  await page.getByRole('switch', { name: 'Head 1 takes part' }).focus();
  await page.keyboard.press('Tab');
}

/** @param {import('playwright-core').Page} page */
async function placeOf(page) {
  await settled(page);
  return page.evaluate(() => {
    const cell = document.activeElement;
    const row = cell?.closest('[role=row]');
    return {
      role: cell?.getAttribute('role'),
      row: Number(row?.getAttribute('aria-rowindex')) - 2,
      column: Number(cell?.getAttribute('aria-colindex')) - 2,
    };
  });
}

test('each Escape closes one thing: the number, then the word, then the enlarged head', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  await page.getByTitle('Enlarge head 2').focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await stateOf(page)).view, 'head');
  const before = await stateOf(page);
  await page.getByRole('button', { name: 'Where does this number come from?' }).last().focus();
  await page.keyboard.press('Enter');
  await settled(page);
  assert.equal((await stateOf(page)).trail.length, 1);
  /** @type {[string, number | null, number][]} */
  const expected = [
    ['head', before.selection.query, 0],
    ['head', null, 0],
    ['heads', null, 0],
  ];
  for (const wanted of expected) {
    await page.keyboard.press('Escape');
    await settled(page);
    const { view, selection, trail } = await stateOf(page);
    assert.deepEqual([view, selection.query, trail.length], wanted);
  }
  await close();
});

test('the maps are one stop of the Tab key, and the arrows move in them', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  await focusGrid(page);
  assert.deepEqual(await placeOf(page), { role: 'gridcell', row: 0, column: 0 });
  const cells = page.getByRole('gridcell');
  const headOfFocus = () =>
    cells.evaluateAll((/** @type {(Element | null)[]} */ all) =>
      all.indexOf(document.activeElement),
    );
  /** @type {[string, number, number, number?][]} */
  const path = [
    ['ArrowRight', 0, 1],
    ['ArrowDown', 1, 1],
    ['ArrowDown', 2, 1],
    ['End', 2, 7],
    ['ArrowRight', 2, 0, 1],
    ['End', 2, 7, 1],
    ['ArrowRight', 2, 7, 1],
    ['Home', 2, 0, 1],
    ['ArrowLeft', 2, 7],
    ['Home', 2, 0],
    ['ArrowLeft', 2, 0],
    ['PageDown', 4, 0],
    ['PageUp', 2, 0],
    ['Control+End', 7, 7],
    ['ArrowDown', 7, 7],
    ['PageUp', 5, 7],
    ['ArrowUp', 4, 7],
    ['Control+Home', 0, 0],
  ];
  for (const [key, row, column, head = 0] of path) {
    await page.keyboard.press(key);
    assert.deepEqual(await placeOf(page), { role: 'gridcell', row, column }, key);
    assert.equal(await headOfFocus(), head, key);
  }
  await page.keyboard.press('Tab');
  const next = page.locator('.card').nth(1);
  assert.ok(await next.getByRole('switch').evaluate((on) => on === document.activeElement));
  await close();
});

test('the keyboard comes back to the name of a head from its switch', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  const name = page.getByRole('button', { name: 'Head 1', exact: true });
  await name.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  assert.ok(await name.evaluate((one) => one === document.activeElement));
  await page.keyboard.press('End');
  const next = page.getByRole('button', { name: 'Head 2', exact: true });
  assert.ok(await next.evaluate((one) => one === document.activeElement));
  await close();
});

test('the focused cell shows every digit and is spoken as a sentence', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  const maps = await expectedMaps({ text: SENTENCE, heads: 2 });
  await focusGrid(page);
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  const value = maps.data[1 * 8 + 2];
  await settled(page);
  assert.equal(Number(await page.locator('.maps .tooltip .number').textContent()), shortest(value));
  const sentence = `head 1: beta attends to gamma with ${value.toFixed(2)}`;
  await page
    .locator('[aria-live=polite]')
    .getByText(sentence, { exact: true })
    .waitFor({ state: 'attached' });
  await close();
});

test('Enter keeps a cell, Enter again or Escape lets go', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  await focusGrid(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.deepEqual((await stateOf(page)).selection, { head: 0, query: 1, key: 0 });
  await page.keyboard.press('ArrowDown');
  assert.deepEqual((await stateOf(page)).selection, { head: 0, query: 1, key: 0 });
  await page.keyboard.press('Enter');
  assert.deepEqual((await stateOf(page)).selection, { head: 0, query: 2, key: 0 });
  await page.keyboard.press('Enter');
  assert.deepEqual((await stateOf(page)).selection, { head: 0, query: null, key: null });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.deepEqual((await stateOf(page)).selection, { head: 0, query: null, key: null });
  await close();
});

test('tokens, heads and the view can be chosen without a pointer', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  await page.getByLabel('Type a sentence').focus();
  await page.keyboard.press('Tab'); // the tokens
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  assert.equal((await stateOf(page)).selection.query, 7);
  await page.getByRole('button', { name: /^Model/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab'); // trained or random weights
  await page.keyboard.press('Tab'); // numbers of heads
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  assert.equal((await stateOf(page)).heads, 16);
  await page.keyboard.press('Tab'); // the mask
  await page.keyboard.press('Space');
  assert.equal((await stateOf(page)).causal, true);
  await settled(page);
  await page.getByRole('button', { name: 'Head 5', exact: true }).focus();
  await page.keyboard.press('Enter');
  assert.equal((await stateOf(page)).view, 'head');
  assert.equal((await stateOf(page)).selection.head, 4);
  await close();
});

test('the table behind a map has headings for rows and columns', async () => {
  const { page, close } = await chromium.open({ hash: `${HASH}&view=table` });
  const table = page.getByRole('table', { name: /Head 1: attention from each query token/ });
  assert.equal(await table.getByRole('columnheader').count(), 8);
  assert.equal(await table.getByRole('rowheader').count(), 8);
  assert.equal(await table.getByRole('rowheader').nth(3).textContent(), 'delta');
  await close();
});

test('targets are at least 24 pixels high and wide', async () => {
  for (const width of [1440, 390]) {
    const { page, close } = await chromium.open({ hash: HASH, viewport: { width, height: 844 } });
    const small = await page
      .locator('button:visible, a:visible, label:visible')
      .evaluateAll((all) =>
        all
          .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
          // a link inside a sentence may be as high as its line
          .filter(({ box }) => box.height < 24 || box.width < 24)
          .map(({ text }) => text),
      );
    assert.deepEqual(small, []);
    await close();
  }
});

test('asked where a number comes from, the keyboard goes on in the answer', async () => {
  const { page, close } = await chromium.open({ hash: HASH });
  await focusGrid(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Where does this number come from?' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.parts').waitFor();
  await settled(page);
  const focused = page.locator(':focus');
  assert.equal(await focused.getAttribute('aria-label'), 'Close');
  await page.keyboard.press('Tab');
  assert.equal(await page.locator('.panel :focus').count(), 1);
  await close();
});
