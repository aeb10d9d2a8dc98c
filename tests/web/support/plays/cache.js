// How a learner plays the lesson about writing with a cache.

import { choice, click, FACTS, inTurn } from './parts.js';

const NEXT = '.exhibit-controls .exhibit-actions button >> nth=0';
const SWITCH = '.exhibit-controls .switch';

/** @type {readonly import('./parts.js').Play[]} */
export const cache = [
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
