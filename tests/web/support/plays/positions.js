// How a learner plays the lesson about positions.

import { choice, click, drawn, FACTS, inTurn } from './parts.js';

/** @typedef {import('playwright-core').Page} Page */

const SWITCH = '.exhibit-controls .switch';
const SLIDER = '.rotary-dials .slider input';

/** @param {number} position */
const slideTo = (position) => async (/** @type {Page} */ page) => {
  await page.locator(SLIDER).focus();
  for (let at = 0; at < position; at++) await page.keyboard.press('ArrowRight');
  await drawn(page);
};

/** @type {readonly import('./parts.js').Play[]} */
export const positions = [
  { uses: SWITCH, effect: '.rotary-order .exhibit-stage', act: click(SWITCH) },
  { uses: SLIDER, effect: '.rotary-dials .dials', act: slideTo(3), almost: slideTo(2) },
  {
    uses: choice('50'),
    effect: FACTS,
    act: click(choice('50')),
    almost: inTurn(click(choice('10')), click(choice('1'))),
  },
  {
    uses: '.exhibit .segments button >> nth=1',
    effect: '.added-positions .exhibit-stage',
    act: click('.exhibit .segments button >> nth=1'),
  },
];
