// How a learner plays the lesson about dropout.

import { click, FACTS, inTurn } from './parts.js';

const AGAIN = '.runs button';
const TRAINING = '.runs .switch';

/** @type {readonly import('./parts.js').Play[]} */
export const dropout = [
  {
    uses: '.dropped .segments button >> nth=3',
    effect: FACTS,
    act: click('.dropped .segments button >> nth=3'),
    almost: click('.dropped .segments button >> nth=1'),
  },
  {
    uses: AGAIN,
    effect: '.runs table',
    act: inTurn(click(AGAIN), click(AGAIN), click(TRAINING)),
    almost: click(TRAINING),
  },
  {
    uses: '.gone .segments button >> nth=2',
    effect: FACTS,
    act: inTurn(click('.gone .segments button >> nth=1'), click('.gone .segments button >> nth=2')),
    almost: click('.gone .segments button >> nth=2'),
  },
];
