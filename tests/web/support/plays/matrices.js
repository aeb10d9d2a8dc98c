// How a learner plays the lesson about why there are three matrices.

import { chip, click, FACTS, heads } from './parts.js';

const SWITCH = '.exhibit-controls .switch';
const SECOND = '.exhibit .segments button >> nth=1';
const THIRD = '.exhibit .segments button >> nth=2';

/** @type {readonly import('./parts.js').Play[]} */
export const matrices = [
  { uses: SWITCH, effect: FACTS, act: click(SWITCH) },
  { uses: chip(4), effect: FACTS, act: click(chip(4)), almost: click(SWITCH) },
  { uses: heads('8'), effect: '.one-form .matrix-products', act: click(heads('8')) },
  { uses: THIRD, effect: FACTS, act: click(THIRD), almost: click(SECOND) },
  { uses: SECOND, effect: FACTS, act: click(SECOND) },
  {
    uses: '.field-side button >> nth=0',
    effect: '.flow-inputs',
    act: click('.field-side button >> nth=0'),
  },
];
