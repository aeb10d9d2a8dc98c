// Scenes of the lesson about rotary positions.

import { RIGHT, THEY } from '../roles/sentences.ts';
import { FRESH } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

/** Four pairs of numbers in each head: few enough to see each. */
const NARROW = { width: 32, heads: 4, selection: { head: 0, query: 6, key: 1 } };

export const rotary: Lesson = {
  id: 'rotary',
  scenes: [
    {
      asks: 'residual-sum',
      state: { ...FRESH, ...NARROW },
      exhibit: 'rotary-order',
      values: { on: 0 },
      shows: [],
      target: { use: ['switch'], see: ['turnedMap'] },
      done: ({ values }) => values.on === 1,
    },
    {
      asks: 'even-share',
      state: {},
      exhibit: 'rotary-dials',
      values: { count: 0 },
      shows: [],
      target: { use: ['position'], see: ['dials'] },
      // where the first arrow is rotated about half a circle, and the others less
      done: ({ values }) => values.count === 3,
    },
    {
      asks: 'turn-angle',
      state: {},
      exhibit: 'rotary-dials',
      values: { show: 2, count: 0 },
      shows: [],
      target: { use: ['choice'], see: ['dials', 'facts'] },
      done: ({ values }) => values.count === 50,
    },
    {
      asks: 'same-distance',
      state: {},
      exhibit: 'rotary-pairs',
      values: { on: 0 },
      shows: [],
      target: { use: ['choice'], see: ['pairs'] },
      done: ({ values }) => values.on === 1,
    },
    {
      asks: 'turn-partner',
      state: {},
      exhibit: 'rotary-pairings',
      values: { on: 0 },
      shows: [],
      target: { use: ['switch'], see: ['pairings'] },
      done: ({ values }) => values.on === 1,
    },
    {
      state: { ...FRESH, text: RIGHT, width: 32, selection: THEY },
      fixedText: true,
      exhibit: 'added-positions',
      shows: [],
      target: { use: ['choice'], see: ['addedMap'] },
      done: ({ state }) => state.model === 'grammar',
    },
  ],
};
