// How a learner plays the lesson about the layer.

import { chip, click, inTurn } from './parts.js';

const CHOICE = '.exhibit .segments button >> nth=';
/** @param {number} control @param {string} text */
const count = (control, text) => `.blocks .segments >> nth=${control} >> button:text-is("${text}")`;

/** @type {readonly import('./parts.js').Play[]} */
export const layer = [
  {
    uses: `${CHOICE}2`,
    effect: '.concat > .exhibit-map .exhibit-stage',
    act: click(`${CHOICE}2`),
  },
  { uses: chip(1), effect: '.head-sum .exhibit-stage', act: click(chip(1)) },
  { uses: chip(1), effect: '.add-norm .exhibit-stage', act: click(chip(1)) },
  {
    uses: '.blocks .exhibit-controls',
    effect: '.blocks-drawing',
    act: inTurn(click(count(0, '4')), click(count(1, '6'))),
    almost: click(count(1, '6')),
  },
  { uses: chip(1), effect: '.maps .card >> nth=0', act: click(chip(1)) },
  {
    uses: `${CHOICE}2`,
    effect: '.layer-cost table',
    act: click(`${CHOICE}2`),
    almost: click(`${CHOICE}0`),
  },
];
