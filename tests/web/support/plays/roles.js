// How a learner plays the lesson about what heads learn.

import { chip, choice, click, drawn, inTurn } from './parts.js';

/** @type {readonly import('./parts.js').Play[]} */
export const roles = [
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
      await page.locator('.training-settings .segments button').first().click();
      await drawn(page);
    },
  },
];
