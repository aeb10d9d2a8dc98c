// How a learner plays the lesson about the effect of a head.

import { click, FIELD, type } from './parts.js';

/** @param {number} control @param {string} text */
const pick = (control, text) =>
  `.head-effect .segments >> nth=${control} >> button:text-is("${text}")`;

/** @type {readonly import('./parts.js').Play[]} */
export const headDid = [
  {
    uses: pick(1, '1'),
    effect: '.head-effect table >> nth=1',
    act: click(pick(1, '1')),
    almost: click(pick(0, '2')),
  },
  { uses: pick(1, '2'), effect: '.head-effect table >> nth=1', act: click(pick(1, '2')) },
  {
    uses: FIELD,
    effect: '.head-effect table >> nth=1',
    act: type('The man was old, but she loved the'),
  },
];
