// How a learner plays the lesson about long texts and the cache.

import { choice, click, FACTS, inTurn } from './parts.js';

const CLOSER = '.exhibit-controls .exhibit-actions button >> nth=0';
const NEXT = '.exhibit-controls .exhibit-actions button >> nth=0';
const SWITCH = '.exhibit-controls .switch';

/** @type {readonly import('./parts.js').Play[]} */
export const longTexts = [
  {
    uses: CLOSER,
    effect: '.long-picture',
    act: inTurn(click(CLOSER), click('.long-stage canvas'), click(CLOSER)),
    almost: inTurn(click(CLOSER), click(CLOSER)),
  },
  {
    uses: '.exhibit .segments button >> nth=3',
    effect: FACTS,
    act: click('.exhibit .segments button >> nth=3'),
    almost: click('.exhibit .segments button >> nth=1'),
  },
  {
    uses: NEXT,
    effect: '.cache-written .exhibit-stage',
    act: inTurn(click(NEXT), click(NEXT)),
    almost: click(NEXT),
  },
  { uses: NEXT, effect: '.cache-step tbody', act: click(NEXT) },
  { uses: SWITCH, effect: '.cache-same .exhibit-stage >> nth=0', act: click(SWITCH) },
  { uses: choice('2'), effect: FACTS, act: click(choice('2')), almost: click(choice('4')) },
];
