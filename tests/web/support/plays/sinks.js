// How a learner plays the lesson about the first word.

import { chip, click, FIELD, inTurn, type } from './parts.js';

/** @param {number} control @param {string} text */
const pick = (control, text) => `.missed .segments >> nth=${control} >> button:text-is("${text}")`;

/** @type {readonly import('./parts.js').Play[]} */
export const sinks = [
  {
    uses: '.layers button >> nth=0',
    effect: '.maps .card >> nth=3',
    act: click('.layers button >> nth=0'),
    almost: click('.layers button >> nth=1'),
  },
  {
    uses: FIELD,
    effect: '.first-share table',
    act: type('The old man went home because he was cold'),
  },
  { uses: chip(7), effect: '.weighted table', act: click(chip(7)) },
  {
    uses: pick(1, '4'),
    effect: '.missed .proof',
    act: inTurn(click(pick(1, '4')), click(pick(1, '3'))),
    almost: click(pick(1, '4')),
  },
];
