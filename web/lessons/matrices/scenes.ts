// Scenes of the lesson about the three matrices.

import { FRESH, otherWord } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

/** A head in which the two words' scores for each other differ much. */
const TWO = { head: 1, query: 8, key: 1 };

export const matrices: Lesson = {
  id: 'matrices',
  scenes: [
    {
      asks: 'average-share',
      state: { ...FRESH, selection: TWO },
      exhibit: 'one-matrix',
      values: { show: 1, on: 0 },
      shows: [],
      target: { use: ['switch'], see: ['facts'] },
      done: ({ values }) => values.on === 1,
    },
    {
      asks: 'mirror-score',
      state: { selection: TWO },
      exhibit: 'one-matrix',
      values: { show: 2, on: 1 },
      shows: [],
      target: { use: ['words'], see: ['facts'] },
      done: otherWord,
    },
    {
      asks: 'order-steps',
      state: { selection: TWO },
      exhibit: 'one-form',
      shows: ['heads'],
      target: { use: ['headCount'], see: ['formProduct', 'facts'] },
      done: ({ state, start }) => state.heads !== start.heads,
    },
    {
      asks: 'form-shape',
      state: { heads: 4, selection: TWO },
      exhibit: 'exchange',
      values: { count: 0 },
      shows: [],
      target: { use: ['choice'], see: ['facts', 'exchanged'] },
      done: ({ values }) => values.count === 2,
    },
    {
      asks: 'exchange-values',
      state: {},
      exhibit: 'handed',
      values: { on: 0 },
      shows: [],
      target: { use: ['choice'], see: ['facts'] },
      done: ({ values }) => values.on === 1,
    },
    {
      state: { selection: FRESH.selection },
      exhibit: 'inputs',
      shows: [],
      target: { use: ['second'], see: ['inputs'] },
      done: ({ state }) => state.second !== null,
    },
  ],
};
