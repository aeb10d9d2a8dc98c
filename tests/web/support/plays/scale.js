// How a learner plays the lesson about the scale of scores.

import { chip, choice, click, FACTS, inTurn } from './parts.js';

const shownFacts = `.scale-side:not([hidden]) ${FACTS}`;

/** @type {readonly import('./parts.js').Play[]} */
export const scale = [
  {
    uses: choice('256'),
    effect: `.growth ${FACTS}`,
    act: inTurn(click(choice('64')), click(choice('256'))),
    almost: click(choice('256')),
  },
  {
    uses: chip(6),
    effect: shownFacts,
    act: inTurn(click(chip(6)), click(chip(3))),
    almost: click(chip(6)),
  },
  {
    uses: '.exhibit-controls .switch',
    effect: `.scale-side >> nth=1 >> ${FACTS}`,
    appears: true,
    act: click('.exhibit-controls .switch'),
  },
  {
    uses: choice('16'),
    effect: `.scale-side >> nth=1 >> ${FACTS}`,
    act: click(choice('16')),
    almost: inTurn(click('.exhibit-controls .switch'), click(choice('16'))),
  },
  {
    uses: '.exhibit-controls .switch',
    effect: `.scale-side >> nth=0 >> ${FACTS}`,
    appears: true,
    act: click('.exhibit-controls .switch'),
  },
];
