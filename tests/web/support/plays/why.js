// How a learner plays the lesson about the reason for attention.

import { click, type } from './parts.js';

const WAY = '.exhibit .segments button >> nth=';

/** @type {readonly import('./parts.js').Play[]} */
export const why = [
  {
    uses: '.field textarea >> nth=0',
    effect: '.word-alone .exhibit-stage',
    act: type('The boys near this garden follow my dog because they will see it.'),
    almost: type('The girls near this garden follow my dog because he will see it.'),
  },
  { uses: `${WAY}1`, effect: '.look-around .exhibit-stage >> nth=1', act: click(`${WAY}1`) },
  {
    uses: `${WAY}2`,
    effect: '.look-around .exhibit-stage >> nth=1',
    act: click(`${WAY}2`),
    almost: click(`${WAY}0`),
  },
  { uses: `${WAY}1`, effect: '.proof', act: click(`${WAY}1`) },
];
