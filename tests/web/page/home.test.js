// What the page opens with: a promise and the questions that people come with, each one click from its answer.

import assert from 'node:assert/strict';
import test from 'node:test';
import { languages } from '../../../web/words/languages.ts';
import { loadLabWords } from '../../../web/words/lab.ts';
import { questions } from '../../../web/page/home/questions.ts';
import { settled, stateOf, useChromium } from '../support/chromium.js';
import { ALL } from '../support/sample.js';
import { openMenu } from '../support/tools.js';

const chromium = useChromium();

/** @typedef {import('playwright-core').Page} Page */

const LAPTOP = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };
/** The language with the longest words. */
const LONGEST = 'es';
/** The forum's four questions, and what of the answer stands on the first screen after one click. */
const ANSWERS = /** @type {const} */ ([
  [/^Is x transformed once or twice/, 'So x is transformed once.'],
  [/^Where do the W come from/, 'starts out random and is learned in training. None is made from'],
  [/^Is nn\.Linear\(d, nhead\) right/, 'It should be as wide as one head'],
  [/^How big is WO/, 'so WO is 512 × 512'],
]);

/** @param {Element} element */
const isFocused = (element) => element === document.activeElement;

/** @param {Page} page */
const group = (page) => page.getByRole('group', { name: 'Questions to start with' });

/**
 * Asks a question in the row, or in the menu of all questions.
 * @param {Page} page
 * @param {RegExp} question
 */
async function ask(page, question) {
  const first = group(page).getByRole('button', { name: question });
  if (await first.count()) return first.click();
  await openMenu(page, 'Questions');
  return page.locator('.menu-items').getByRole('button', { name: question }).click();
}

for (const viewport of [LAPTOP, PHONE]) {
  test(`${viewport.width} x ${viewport.height}: one click leads to an answer in view`, async () => {
    const { page, close } = await chromium.open({ hash: '', viewport });
    for (const [question, answer] of ANSWERS) {
      await ask(page, question);
      await settled(page);
      const seen = await page.locator('.lesson-text').evaluate((text, wanted) => {
        const range = document.createRange();
        for (const paragraph of text.children) {
          if (!paragraph.textContent?.includes(wanted)) continue;
          range.selectNodeContents(paragraph);
          const { top, bottom } = range.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }
        return null;
      }, answer);
      assert.equal(seen, true, answer);
      assert.equal(await group(page).isVisible(), false, 'the questions make room');
      await page.goBack();
      await group(page).waitFor();
    }
    await close();
  });

  test(`${viewport.width} x ${viewport.height}: questions, sentence and a map fit`, async () => {
    for (const lang of ALL ? Object.keys(languages) : [LONGEST]) {
      const { page, close } = await chromium.open({ path: `?lang=${lang}`, hash: '', viewport });
      const boxes = await page.evaluate(() =>
        ['#about', '.questions-row', 'textarea', '.card .lights'].map((name) => {
          const box = /** @type {Element} */ (document.querySelector(name)).getBoundingClientRect();
          return [name, box.top, box.bottom];
        }),
      );
      for (const [name, top, bottom] of boxes) {
        assert.ok(Number(top) >= 0, `${lang}, ${name}: from ${top}`);
        // a phone shows most of a map, which phone.test.js holds
        if (viewport === PHONE && name === '.card .lights') continue;
        assert.ok(Number(bottom) <= viewport.height, `${lang}, ${name}: to ${bottom}`);
      }
      const { pageAbout } = await loadLabWords(lang);
      assert.ok((await page.locator('#about').innerText()).startsWith(pageAbout));
      await close();
    }
  });
}

test('every question leads somewhere, the last to one head beside four', async () => {
  const { page, close } = await chromium.open({ hash: '', viewport: LAPTOP });
  for (const [i, { scene, state }] of questions.entries()) {
    await openMenu(page, 'Questions');
    await page.locator('.menu-items:visible button').nth(i).click();
    await settled(page);
    const now = await stateOf(page);
    if (scene) assert.deepEqual([now.lesson?.id, now.lesson?.scene], scene);
    else {
      assert.equal(now.view, 'training');
      assert.deepEqual(now.training, state?.training);
    }
    await page.goBack();
    await group(page).waitFor();
  }
  await close();
});

test('the row is one stop of the Tab key', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  const cards = group(page).getByRole('button');
  await cards.first().focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await cards.nth(1).evaluate((card) => card === document.activeElement), true);
  await page.keyboard.press('Tab');
  assert.equal(await page.getByRole('tab', { selected: true }).evaluate(isFocused), true);
  await close();
});

test('a link to something has the questions, an embed has none', async () => {
  for (const [options, isShown] of /** @type {const} */ ([
    [{}, true],
    [{ path: 'embed.html', hash: '' }, false],
  ])) {
    const { page, close } = await chromium.open(options);
    assert.equal(await group(page).isVisible(), isShown);
    await close();
  }
});
