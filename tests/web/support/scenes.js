// How a learner does what each scene of the lessons proposes: with the pointer and the keyboard, on what is on the screen,
// in any language. Beside it what is not yet doing it, where that is easy to mistake for it.

import { lessons } from '../../../web/lessons/lessons.js';
import { settled } from './chromium.js';
import { ALL } from './sample.js';

/** @typedef {import('playwright-core').Page} Page */

/** One scene for each drawing; every scene with HEADWISE_TEST_ALL. */
export const someScenes = lessons
  .flatMap(({ id, scenes }) =>
    scenes.map(({ exhibit = 'none' }, scene) => ({ id, scene, exhibit })),
  )
  .filter(({ exhibit }, at, all) => ALL || all.findIndex((one) => one.exhibit === exhibit) === at);

/**
 * Waits until the scene, its drawing and the lab are on the screen.
 * @param {Page} page
 */
export async function drawn(page) {
  await settled(page);
  await page.locator('#lab').evaluate((/** @type {any} */ host) => host.lessons.isDrawn());
  await settled(page);
}

/**
 * @param {Page} page
 * @param {string} id
 * @param {number} scene
 */
export async function openScene(page, id, scene) {
  await page
    .locator('#lab')
    .evaluate((/** @type {any} */ host, [id, scene]) => host.lessons.open(id, scene), [id, scene]);
  await drawn(page);
  await page.locator('#lab').evaluate((/** @type {any} */ host) => host.lessons.isLed());
}

/**
 * The scene itself, where a question comes before it.
 * @param {Page} page
 */
export async function skipQuestion(page) {
  await settled(page); // else the words of the scene before may still stand there
  const skip = page.locator('.question form .quiet');
  await page.locator('.question form .quiet, .lesson-text:not([hidden])').first().waitFor();
  if (await skip.isVisible()) await skip.press('Enter');
  await page.locator('.lesson-text').waitFor();
}

/**
 * @typedef {object} Play
 * @property {string} uses what the learner acts on, in the window from the beginning
 * @property {string} effect where it shows, in the window too
 * @property {boolean} [appears] the effect is not there before
 * @property {(page: Page) => Promise<void>} act
 * @property {(page: Page) => Promise<void>} [almost] is not what is proposed
 */

const FIELD = '.field textarea >> nth=0';
const chip = (/** @type {number} */ at) => `.field >> nth=0 >> .chip >> nth=${at}`;
const heads = (/** @type {string} */ count) => `.head-choices button:text-is("${count}")`;
const choice = (/** @type {string} */ text) => `.exhibit .segments button:text-is("${text}")`;
/** A matrix of the steps by its letter; W and b have that of what they make beside their own. @param {string} letter */
const matrix = (letter) =>
  `.matrix:has(.matrix-symbol mi:text-is("${letter}")):not(:has(mi:text-matches("^[Wb]$")))`;
const lit = (/** @type {string} */ letter) => `${matrix(letter)} .matrix-light >> nth=0`;

/** @param {string} selector */
const click = (selector) => async (/** @type {Page} */ page) => {
  await page.locator(selector).click();
  await drawn(page);
};
/** @param {...((page: Page) => Promise<void>)} steps */
const inTurn =
  (...steps) =>
  async (/** @type {Page} */ page) => {
    for (const step of steps) await step(page);
  };
/** @param {string} text */
const type = (text) => async (/** @type {Page} */ page) => {
  await page.locator(FIELD).fill(text);
  await drawn(page);
};
/**
 * A number in the row that is lit.
 * @param {string} letter of the matrix
 */
const clickIn = (letter) => async (/** @type {Page} */ page) => {
  const box = await page.locator(lit(letter)).boundingBox();
  if (!box) throw new Error(`${letter}: expected a row that is lit`);
  await page.mouse.click(box.x + box.height, box.y + box.height / 2);
  await drawn(page);
};
/** @param {string} key */
const press = (key) => async (/** @type {Page} */ page) => {
  await page.locator('.long-stage').focus();
  await page.keyboard.press(key);
  await drawn(page);
};
/** @param {Page} page */
const setToOne = async (page) => {
  await page.locator('.editor .edit-number').fill('1');
  await page.keyboard.press('Enter');
  await drawn(page);
};
const CLOSER = '.exhibit-controls .exhibit-heads button >> nth=0';
const FACTS = '.exhibit-facts';
const shownFacts = `.scale-side:not([hidden]) ${FACTS}`;

/** @type {Readonly<Record<string, readonly Play[]>>} */
export const plays = Object.freeze({
  'one-head': [
    {
      uses: FIELD,
      effect: matrix('x'),
      act: type('The dog sat because it was tired'),
      almost: type('A dog sat because he was tired'),
    },
    {
      uses: lit('Q'),
      effect: '.panel',
      act: clickIn('Q'),
      almost: clickIn('K'),
    },
    {
      uses: lit('D'),
      effect: '.panel',
      act: clickIn('D'),
      almost: clickIn('Q'),
    },
    { uses: chip(1), effect: '.panel', act: click(chip(1)) },
    {
      uses: lit('A'),
      effect: matrix('Z'),
      act: inTurn(clickIn('A'), setToOne),
      almost: clickIn('A'),
    },
    { uses: FIELD, effect: '.maps .card >> nth=3', act: type('Nobody saw the small green door') },
  ],
  'five-ways': [
    {
      uses: '.two-drawings .segments button >> nth=0',
      effect: '.lesson-try',
      act: click('.two-drawings .segments button >> nth=0'),
    },
    { uses: heads('8'), effect: '.five-ways canvas >> nth=1', act: click(heads('8')) },
    {
      uses: '.five-ways .segments button >> nth=1',
      effect: '.exhibit-table tbody tr >> nth=2',
      act: click('.five-ways .segments button >> nth=1'),
    },
    {
      uses: heads('1'),
      effect: '.exhibit-table tbody tr >> nth=3',
      act: click(heads('1')),
      almost: click(heads('2')),
    },
    {
      uses: '.exhibit .exhibit-heads button >> nth=2',
      effect: '.five-ways canvas >> nth=1',
      act: click('.exhibit .exhibit-heads button >> nth=2'),
    },
    {
      uses: '.field-side button >> nth=0',
      effect: '.sentences',
      act: click('.field-side button >> nth=0'),
    },
  ],
  shapes: [
    {
      uses: heads('4'),
      effect: '.exhibit-table tbody tr >> nth=2',
      act: click(heads('4')),
      almost: click(heads('2')),
    },
    {
      uses: heads('16'),
      effect: '.exhibit-table',
      act: click(heads('16')),
      almost: click(heads('8')),
    },
    {
      uses: choice('64'),
      effect: '.engine-says',
      act: click(choice('64')),
      almost: click(choice('128')),
    },
    {
      uses: '.exhibit .segments >> nth=1 >> button >> nth=1',
      effect: '.exhibit-table tbody tr >> nth=6',
      act: inTurn(click('.exhibit .segments >> nth=1 >> button >> nth=1'), click(heads('16'))),
      almost: click(heads('16')),
    },
  ],
  scale: [
    {
      uses: choice('256'),
      effect: shownFacts,
      act: inTurn(click(choice('64')), click(choice('256'))),
      almost: click(choice('256')),
    },
    {
      uses: chip(6),
      effect: shownFacts,
      act: inTurn(click(chip(6)), click(chip(3))),
      almost: click(chip(6)),
    },
    {
      uses: '.exhibit-controls .switch',
      effect: `.scale-side >> nth=1 >> ${FACTS}`,
      appears: true,
      act: click('.exhibit-controls .switch'),
    },
    {
      uses: choice('16'),
      effect: `.scale-side >> nth=1 >> ${FACTS}`,
      act: click(choice('16')),
      almost: inTurn(click('.exhibit-controls .switch'), click(choice('16'))),
    },
    {
      uses: '.exhibit-controls .switch',
      effect: `.scale-side >> nth=0 >> ${FACTS}`,
      appears: true,
      act: click('.exhibit-controls .switch'),
    },
  ],
  masks: [
    {
      uses: chip(0),
      effect: '.maps .card >> nth=3',
      act: click(chip(0)),
      almost: click(chip(3)),
    },
    {
      uses: chip(11),
      effect: `.masked-row section >> nth=1 >> ${FACTS}`,
      act: click(chip(11)),
      almost: click(chip(3)),
    },
    {
      uses: '.padding input',
      effect: '.maps .card >> nth=3',
      act: inTurn(async (page) => {
        await page.locator('.padding input').focus();
        await page.keyboard.press('ArrowRight');
      }, drawn),
    },
    {
      uses: chip(11),
      effect: '.polarity .exhibit-stage >> nth=2',
      act: click(chip(11)),
      almost: click(chip(3)),
    },
    { uses: chip(4), effect: '.empty-row .exhibit-stage', act: click(chip(4)) },
  ],
  roles: [
    {
      uses: chip(5),
      effect: '.maps .card >> nth=2',
      act: click(chip(5)),
      almost: click(chip(2)),
    },
    {
      uses: '.models button >> nth=0',
      effect: '.maps .card >> nth=1',
      act: click('.models button >> nth=0'),
    },
    {
      uses: '.layers button >> nth=0',
      effect: '.roles table',
      act: click('.layers button >> nth=0'),
    },
    {
      uses: choice('3'),
      effect: '.proof',
      act: inTurn(...['1', '2', '4', '3'].map((head) => click(choice(head)))),
      almost: click(choice('3')),
    },
    {
      uses: '.training-play',
      effect: '.training-layer >> nth=1',
      async act(page) {
        await page.locator('.training-speed input').focus();
        await page.keyboard.press('End');
        await page.locator('.training-play').click();
        await page.locator('.lesson-try[data-tried]').waitFor({ timeout: 180_000 });
        await page.locator('.training-play').click();
      },
      async almost(page) {
        await page.locator('.training-settings input[type=number]').first().fill('7');
        await page.keyboard.press('Enter');
        await drawn(page);
      },
    },
  ],
  long: [
    { uses: '.long-stage canvas', effect: FACTS, act: click('.long-stage canvas') },
    {
      uses: CLOSER,
      effect: FACTS,
      act: inTurn(click(CLOSER), click(CLOSER)),
      almost: click(CLOSER),
    },
    {
      uses: '.long-stage canvas',
      effect: '.long-stage canvas',
      act: press('ArrowRight'),
    },
    {
      uses: '.exhibit .segments button >> nth=3',
      effect: FACTS,
      act: click('.exhibit .segments button >> nth=3'),
      almost: click('.exhibit .segments button >> nth=1'),
    },
  ],
});
