// How a learner plays the lesson about long texts.

import { click, drawn, FACTS, inTurn } from './parts.js';

/** @typedef {import('playwright-core').Page} Page */

const CLOSER = '.exhibit-controls .exhibit-actions button >> nth=0';
/** @param {string} key */
const press = (key) => async (/** @type {Page} */ page) => {
  await page.locator('.long-stage').focus();
  await page.keyboard.press(key);
  await drawn(page);
};

/** @type {readonly import('./parts.js').Play[]} */
export const long = [
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
];
