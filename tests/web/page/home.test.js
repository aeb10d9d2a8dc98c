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
/** The forum's four questions, and the line in large type that answers each. */
const ANSWERS = /** @type {const} */ ([
  [/^Is x transformed once or twice/, 'Once. Q in this formula is x.', '.answer-twice canvas'],
  [/^Where do the W come from/, 'Random at first, then learned.', '.answer-where canvas'],
  [/^Is nn\.Linear\(d, nhead\) right/, 'It makes 8 columns, and a head needs 64.', 'canvas'],
  [/^How big is WO/, '512 × 512: from all heads side by side', '.answer-row'],
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
    for (const [question, answer, drawing] of ANSWERS) {
      await ask(page, question);
      await settled(page);
      const line = page.locator('.answer-line');
      await line.waitFor();
      assert.ok((await line.innerText()).includes(answer), await line.innerText());
      // the engine draws after the words are there
      await page.locator(`.exhibit ${drawing}`).filter({ visible: true }).first().waitFor();
      const boxes = await page.evaluate(
        (selectors) => {
          const bottoms = selectors.map((one) => {
            const [shown] = [...document.querySelectorAll(one)].filter(
              (element) => element.getClientRects().length > 0,
            );
            return shown.getBoundingClientRect();
          });
          return bottoms.map(({ top, bottom }) => [top, bottom]);
        },
        ['.answer-formula', '.answer-line', '.answer-page ~ .control', `.exhibit ${drawing}`],
      );
      for (const [i, [top, bottom]] of boxes.entries()) {
        assert.ok(
          top >= 0 && (bottom <= viewport.height || i === 3),
          `${answer}: ${top}, ${bottom}`,
        );
        assert.ok(top < viewport.height - 80, 'a part of the drawing is in view');
      }
      // no scene 3 of 6, no question first, no task
      for (const part of ['.lesson-dots', '.lesson-quiz', '.lesson-try', '.lesson-text']) {
        assert.equal(await page.locator(part).isVisible(), false, part);
      }
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

test('the switch of an answer proves it, and its way leads into the lesson', async () => {
  const { page, close } = await chromium.open({ hash: '', viewport: LAPTOP });
  const open = async (/** @type {number} */ number) => {
    await page
      .locator('#lab')
      .evaluate((/** @type {any} */ host, scene) => host.lessons.open('answers', scene), number);
    await settled(page);
    await page.locator('.answer-line').waitFor();
  };
  const difference = page.locator('.exhibit-facts dd');
  await open(0);
  await difference.getByText(/^none$/).waitFor();
  await page.getByRole('button', { name: 'x W', exact: true }).click();
  await difference.getByText(/^\d\.\d+$/).waitFor();
  await page.getByRole('button', { name: 'x', exact: true }).click();
  await difference.getByText(/^none$/).waitFor();
  await page.getByRole('button', { name: 'More: “Where do the matrices come from?”' }).click();
  await settled(page);
  assert.deepEqual((await stateOf(page)).lesson, {
    id: 'five-ways',
    scene: 2,
    values: { way: 3, plain: 0 },
  });
  await open(1);
  await difference.getByText(/^none$/).waitFor();
  await page.getByRole('button', { name: 'as they start: random' }).click();
  await settled(page);
  assert.equal((await stateOf(page)).model, 'untrained');
  await open(2);
  const says = page.locator('.engine-says');
  await says.getByText('weight: expected shape (*, 64) to match x, got (512, 512)').waitFor();
  const widths = () =>
    page
      .locator('.answer-linear canvas')
      .evaluateAll((all) => all.map((one) => /** @type {HTMLCanvasElement} */ (one).width));
  assert.deepEqual(await widths(), [8, 64]);
  await page.getByRole('button', { name: 'nn.Linear(512, 64)' }).click();
  await says.getByText('The engine computes it: 512 columns').waitFor();
  assert.deepEqual(await widths(), [64, 64]);
  await open(3);
  const line = page.locator('.answer-line');
  await page.getByRole('button', { name: '16', exact: true }).click();
  assert.ok((await line.innerText()).startsWith('512 × 512'));
  await page.getByRole('button', { name: '64', exact: true }).click();
  await line.getByText('1,024 × 512').waitFor();
  await page.locator('.answer-drawing').getByText('1,024 rows').waitFor();
  await page.getByRole('button', { name: 'Close the lessons' }).click();
  await settled(page);
  assert.equal((await stateOf(page)).lesson, null);
  await close();
});

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

test('the first screen has at most 20 stops of the Tab key', async () => {
  const { page, close } = await chromium.open({ hash: '' });
  /** @type {string[]} */
  const stops = [];
  const next = async () => {
    await page.keyboard.press('Tab');
    return page.evaluate(() => {
      const { activeElement: one } = document;
      return one === document.body ? '' : `${one?.tagName} ${one?.textContent?.trim()}`;
    });
  };
  for (let stop = await next(); stop !== '' && stops.length < 99; stop = await next()) {
    stops.push(stop);
  }
  assert.ok(stops.length >= 15 && stops.length <= 20, stops.join(', '));
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
