// How a learner plays the lesson about long texts.

import { click, FACTS, inTurn } from './parts.js';

const CLOSER = '.exhibit-controls .exhibit-actions button >> nth=0';

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
    uses: '.exhibit .segments button >> nth=3',
    effect: FACTS,
    act: click('.exhibit .segments button >> nth=3'),
    almost: click('.exhibit .segments button >> nth=1'),
  },
];
