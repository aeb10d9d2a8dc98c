// Scenes of the lesson about positions.

import { RIGHT, THEY } from '../roles/sentences.ts';
import { FRESH, NARROW } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

export const positions: Lesson = {
  id: 'positions',
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
      // two words back, with a score that is not near zero
      state: { selection: { ...NARROW.selection, key: 4 } },
      exhibit: 'rotary-dials',
      values: { show: 2, count: 0 },
      shows: [],
      target: { use: ['choice'], see: ['dials', 'facts'] },
      done: ({ values }) => values.count === 50,
    },
    {
      asks: 'same-distance',
      state: { ...FRESH, text: RIGHT, width: 32, selection: THEY },
      fixedText: true,
      exhibit: 'added-positions',
      shows: [],
      target: { use: ['choice'], see: ['addedMap'] },
      done: ({ state }) => state.model === 'grammar',
    },
  ],
};
