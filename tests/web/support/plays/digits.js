// How a learner plays the lesson about numbers that are not exact.

import { chip, choice, click, drawn, FACTS, inTurn } from './parts.js';

const SLIDER = '.online input';
const format = (/** @type {number} */ at) => `.rounded .segments button >> nth=${at}`;

/** @type {readonly import('./parts.js').Play[]} */
export const digits = [
  {
    uses: choice('100'),
    effect: `.softmaxes ${FACTS} >> nth=0`,
    act: click(choice('100')),
    almost: click(choice('40')),
  },
  {
    uses: choice('40'),
    effect: `.softmaxes ${FACTS} >> nth=1`,
    act: inTurn(click(choice('40')), click(choice('100'))),
    almost: click(choice('100')),
  },
  {
    uses: SLIDER,
    effect: FACTS,
    async act(page) {
      await page.locator(SLIDER).focus();
      await page.keyboard.press('End');
      await drawn(page);
    },
    async almost(page) {
      await page.locator(SLIDER).focus();
      await page.keyboard.press('ArrowRight');
      await drawn(page);
    },
  },
  {
    uses: format(2),
    effect: '.rounded .exhibit-stage',
    act: inTurn(click(format(1)), click(format(2)), click(format(3))),
    almost: click(format(3)),
  },
  { uses: chip(4), effect: '.rounded table >> nth=-1', act: click(chip(4)) },
];
