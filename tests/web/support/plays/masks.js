// How a learner plays the lesson about masks.

import { chip, click, drawn, FACTS, inTurn } from './parts.js';

/** @type {readonly import('./parts.js').Play[]} */
export const masks = [
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
];
