// The sentences of the lab about numbers are true: about a mask, rows that were changed or left empty, heads and their roles, and
// changes that were undone. And none is cut off.

import assert from 'node:assert/strict';
import test from 'node:test';
import { words as messages } from '../../../web/words/en/lab.ts';
import { exactText, shortText, splitText } from '../../../web/ui/format.ts';
import { headText, isClear, roleSentence } from '../../../web/elements/lab/answer/roles.ts';
import { STEPS } from '../../../web/elements/lab/answer/layer-steps.ts';
import { isNamed } from '../../../web/elements/training/head-roles.ts';
import { setState, useChromium } from '../support/chromium.js';
import { ALL, sample } from '../support/sample.js';

/** @typedef {import('playwright-core').Page} Page */

const chromium = useChromium();

/** @param {Page} page */
const rowSums = (page) =>
  page.locator('#lab').evaluate(async (/** @type {any} */ host) => {
    const { attention, rows, columns } = await host.lab.compute({});
    return Array.from({ length: rows }, (_, row) =>
      attention
        .slice(row * columns, (row + 1) * columns)
        .reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0),
    );
  });

test('numbers that never end are written as such, wherever numbers are', () => {
  for (const write of [
    exactText,
    shortText,
    (/** @type {number} */ value) => splitText(value).join(''),
  ]) {
    assert.deepEqual(
      [-Infinity, Infinity, NaN].map((value) => write(value)),
      ['−∞', '∞', 'NaN'],
    );
  }
});

test('the mask of the steps is what is added to the scores: minus infinity or 0', async () => {
  const { page, close } = await chromium.open();
  await setState(page, {
    text: 'one two three',
    causal: true,
    view: 'steps',
    step: 'masked',
    numbers: true,
  });
  const cells = (/** @type {number} */ table) =>
    page.locator('.step-tables table').nth(table).locator('tbody td').allInnerTexts();
  const [scores, mask, masked] = await Promise.all([cells(0), cells(1), cells(2)]);
  assert.deepEqual(mask, ['0.000', '−∞', '−∞', '0.000', '0.000', '−∞', '0.000', '0.000', '0.000']);
  mask.forEach((added, i) => assert.equal(masked[i], added === '−∞' ? '·' : scores[i]));
  for (const [trail, value] of /** @type {const} */ ([
    ['mask.0.1', '−∞'],
    ['mask.1.0', '0.000'],
  ])) {
    await setState(page, { trail: [trail] });
    assert.equal(await page.locator('.big-number').innerText(), value);
  }
  // and by hand
  await page.locator('.editor .segments button').nth(1).click();
  await page.locator('.big-number', { hasText: '−∞' }).waitFor();
  assert.deepEqual(
    await page.locator('#lab').evaluate((/** @type {any} */ host) => host.lab.getState().edits),
    { 'mask.1.0': 1 },
  );
  await close();
});

test('a row is said to add up to what it adds up to', async () => {
  const { page, close } = await chromium.open();
  const selection = { head: 0, query: 2, key: null };
  const meaning = () => page.locator('.panel .meaning').first().innerText();
  await setState(page, { text: 'one two three four', selection });
  assert.ok(Math.abs((await rowSums(page))[2] - 1) < 1e-6);
  assert.equal(await meaning(), messages.rowMeaning);
  await setState(page, { edits: { 'attention.0.2.1': 1 } });
  const [, , sum] = await rowSums(page);
  assert.ok(sum > 1.1);
  assert.equal(await meaning(), messages.rowEditedMeaning.replace('{sum}', sum.toFixed(3)));
  // the row of another word is as it was
  await setState(page, { selection: { ...selection, query: 1 } });
  assert.equal(await meaning(), messages.rowMeaning);
  const nowhere = Object.fromEntries([0, 1, 2, 3].map((key) => [`mask.2.${key}`, 1]));
  await setState(page, { selection, edits: nowhere });
  assert.equal((await rowSums(page))[2], 0);
  assert.equal(await meaning(), messages.rowEmptyMeaning);
  assert.equal(await page.locator('.panel-title').innerText(), 'three may not look at any word');
  assert.equal(await page.locator('.big-number').isVisible(), false);
  await close();
});

test('before the steps come to shares, nothing is said of shares', async () => {
  const { page, close } = await chromium.open();
  // a scene with the panel beside the steps
  await page
    .locator('#lab')
    .evaluate((/** @type {any} */ host) => host.lessons.open('one-head', 2));
  await setState(page, { selection: { head: 0, query: 2, key: null } });
  for (const step of STEPS) {
    await setState(page, { step });
    const has = STEPS.indexOf(step) >= STEPS.indexOf('attention');
    const coloured = await page
      .locator('.chip')
      .evaluateAll(
        (chips) =>
          chips.filter((chip) => /** @type {HTMLElement} */ (chip).style.backgroundColor).length,
      );
    assert.equal(coloured > 0, has, step);
    assert.equal(await page.locator('.panel .bars').first().isVisible(), has, step);
    assert.equal(
      (await page.locator('.panel-title').innerText()) === messages.stepsStartTitle,
      !has,
      step,
    );
  }
  await close();
});

test('that all is as it was is said until something else happens', async () => {
  const { page, close } = await chromium.open();
  const line = page.locator('.edit-line');
  const reset = line.getByRole('button', { name: messages.editsReset });
  await setState(page, { edits: { 'scores.0.1.1': 2 } });
  assert.match(await line.innerText(), /1 number changed by hand/);
  await reset.click();
  await line.getByText(messages.editsNone).waitFor();
  await line.getByRole('button', { name: messages.undo }).click();
  await line.getByText('1 number changed by hand. What follows from it').waitFor();
  await reset.click();
  await setState(page, { heads: 8 });
  assert.equal(await line.isVisible(), false);
  // a lesson restores by itself what a scene or a question changed
  const lesson = { id: 'roles', scene: 0, values: {} };
  await setState(page, { lesson, off: [0] });
  await setState(page, { lesson, off: [] });
  assert.equal(await line.isVisible(), false);
  await close();
});

test('a role that positions alone would reach as well is no name', () => {
  const frame = (/** @type {any} */ role) =>
    /** @type {any} */ ({
      answer: null,
      layer: 0,
      messages,
      source: { roles: [{ layer: 0, head: 0, ...role }], measured: 256 },
    });
  for (const [score, positional, clear] of /** @type {const} */ ([
    [0.96, 0.56, true],
    [0.6, 0.7, false],
    [0.7, 0.7, false],
    [0.4, 0.1, false],
    [0.61, 1, true], // where positions are all there is to know
  ])) {
    const role = { name: 'verbToSubject', score, positional };
    assert.equal(isClear(role), clear, `${score} ${positional}`);
    assert.equal(headText(frame(role), 0) === 'Head 1', !clear);
    assert.equal(roleSentence(frame(role), 0).startsWith('Its role'), clear);
    const best = /** @type {any} */ ({ name: 'induction', score, positional: 0 });
    assert.equal(isNamed(best, { induction: positional }), clear && score >= 0.8);
  }
  // such as those in the training room: 0.85 where positions alone reach 0.9
  assert.equal(
    isNamed(/** @type {any} */ ({ name: 'induction', score: 0.85, positional: 0.9 }), {}),
    false,
  );
});

// Spanish has the longest words
for (const lang of ALL ? ['en', 'zh', 'es'] : ['es']) {
  test(`${lang}: no column of a sum and no step is cut off, however wide the window`, async () => {
    const { page, close } = await chromium.open({ path: `?lang=${lang}` });
    for (const width of sample([1440, 1366, 1000, 768, 390], 2)) {
      await page.setViewportSize({ width, height: 900 });
      for (const [lesson, trail] of /** @type {const} */ ([
        [1, 'query.0.4.3'],
        [4, 'heads.0.4.3'],
        [null, 'output.4.3'],
        [null, 'variance.4.0'],
      ])) {
        if (lesson === null) await setState(page, { lesson: null, view: 'steps' });
        else
          await page
            .locator('#lab')
            .evaluate(
              (/** @type {any} */ host, scene) => host.lessons.open('one-head', scene),
              lesson,
            );
        await setState(page, { trail: [trail] });
        const where = `${width} ${trail}`;
        const wide = await page
          .locator('.panel')
          .evaluate((panel) => panel.scrollWidth - panel.clientWidth);
        assert.ok(wide <= 0, `${where}: ${wide} px of the panel are cut off`);
        const outside = await page.locator('.step-track').evaluate((track) => {
          const room = track.getBoundingClientRect();
          if (!track.checkVisibility()) return 0; // a scene on a phone has no bar of steps
          // on a phone the row scrolls, with the open step in the middle
          const scrolls = getComputedStyle(track).overflowX === 'auto';
          const pills = [...track.children].filter(
            (pill) => !scrolls || pill.matches('[aria-current]'),
          );
          return pills.filter((pill) => {
            const box = pill.getBoundingClientRect();
            return box.left < room.left - 1 || box.right > room.right + 1 || box.width < 20;
          }).length;
        });
        assert.equal(outside, 0, `${where}: steps are cut off`);
      }
    }
    await close();
  });
}
