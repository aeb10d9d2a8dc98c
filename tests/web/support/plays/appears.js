// How a learner plays the lesson about the layer where the answer appears.

import { chip, click, FIELD, inTurn, type } from './parts.js';

/** @type {readonly import('./parts.js').Play[]} */
export const appears = [
  { uses: chip(6), effect: '.lens table', act: click(chip(6)) },
  { uses: FIELD, effect: '.lens table', act: type('The man was old, but she loved the') },
  {
    uses: FIELD,
    effect: '.lens table',
    act: inTurn(type('He lives in the United'), click(chip(4))),
    almost: inTurn(type('My friend went to the'), click(chip(4))),
  },
];
