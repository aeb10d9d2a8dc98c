// How a learner plays the lesson about where the matrices come from.

import { click, heads } from './parts.js';

/** @type {readonly import('./parts.js').Play[]} */
export const fiveWays = [
  {
    uses: '.two-drawings .segments button >> nth=0',
    effect: '.lesson-try',
    act: click('.two-drawings .segments button >> nth=0'),
  },
  { uses: heads('8'), effect: '.five-ways canvas >> nth=1', act: click(heads('8')) },
  {
    uses: '.five-ways .segments button >> nth=1',
    effect: '.exhibit-table tbody tr >> nth=2',
    act: click('.five-ways .segments button >> nth=1'),
  },
  {
    uses: heads('1'),
    effect: '.exhibit-table tbody tr >> nth=3',
    act: click(heads('1')),
    almost: click(heads('2')),
  },
  {
    uses: '.exhibit .exhibit-heads button >> nth=2',
    effect: '.five-ways canvas >> nth=1',
    act: click('.exhibit .exhibit-heads button >> nth=2'),
  },
  {
    uses: '.writings .segments button >> nth=2',
    effect: '.writings .matrix-line',
    act: click('.writings .segments button >> nth=2'),
    almost: click('.writings .segments button >> nth=1'),
  },
];
