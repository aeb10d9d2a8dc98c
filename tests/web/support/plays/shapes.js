// How a learner plays the lesson about shapes.

import { choice, click, heads, inTurn } from './parts.js';

/** @type {readonly import('./parts.js').Play[]} */
export const shapes = [
  {
    uses: heads('4'),
    effect: '.exhibit-table tbody tr >> nth=2',
    act: click(heads('4')),
    almost: click(heads('2')),
  },
  {
    uses: heads('16'),
    effect: '.exhibit-table',
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
    uses: '.exhibit .segments >> nth=1 >> button >> nth=1',
    effect: '.exhibit-table tbody tr >> nth=6',
    act: inTurn(click('.exhibit .segments >> nth=1 >> button >> nth=1'), click(heads('16'))),
    almost: click(heads('16')),
  },
];
