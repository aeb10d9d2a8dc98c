// How a learner plays the lesson about shapes.

import { choice, click, heads, inTurn } from './parts.js';

/** @type {readonly import('./parts.js').Play[]} */
export const shapes = [
  {
    uses: heads('4'),
    effect: '.head-widths .matrix-products',
    act: click(heads('4')),
    almost: click(heads('2')),
  },
  {
    uses: heads('16'),
    effect: '.boxes-weights',
    act: click(heads('16')),
    almost: click(heads('8')),
  },
  {
    uses: choice('64'),
    effect: '.engine-says',
    act: click(choice('64')),
    almost: click(choice('128')),
  },
  {
    uses: '.exhibit .segments >> nth=0 >> button >> nth=1',
    effect: '.out-shapes .matrix-products',
    act: inTurn(click('.exhibit .segments >> nth=0 >> button >> nth=1'), click(heads('16'))),
    almost: click(heads('16')),
  },
];
