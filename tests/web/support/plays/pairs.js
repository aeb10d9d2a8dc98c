// How a learner plays the lesson about the pairs of rotary positions.

import { click } from './parts.js';

const SWITCH = '.exhibit-controls .switch';

/** @type {readonly import('./parts.js').Play[]} */
export const pairs = [
  {
    uses: '.exhibit .segments button >> nth=1',
    effect: '.rotary-pairs figure',
    act: click('.exhibit .segments button >> nth=1'),
  },
  {
    uses: SWITCH,
    effect: '.rotary-pairings .exhibit-stage >> nth=2',
    act: click(SWITCH),
  },
  {
    uses: '.exhibit .segments button >> nth=2',
    effect: '.rotary-dials .dials',
    act: click('.exhibit .segments button >> nth=2'),
    almost: click('.exhibit .segments button >> nth=0'),
  },
];
