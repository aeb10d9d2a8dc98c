// Scenes of the lesson about the three matrices.

import { FRESH, otherWord } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

/** A head in which the two words' scores for each other differ much. */
const TWO = { head: 1, query: 8, key: 1 };

export const matrices: Lesson = {
  id: 'matrices',
  further: true,
  scenes: [
    {
      asks: 'same-distance',
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
      asks: 'form-shape',
      state: { selection: TWO },
      exhibit: 'one-form',
      shows: ['heads'],
      target: { use: ['headCount'], see: ['formTable'] },
      done: ({ state, start }) => state.heads !== start.heads,
    },
    {
      asks: 'exchange-values',
      state: { heads: 4, selection: TWO },
      exhibit: 'exchange',
      values: { count: 0 },
      shows: [],
      target: { use: ['choice'], see: ['facts', 'exchanged'] },
      done: ({ values }) => values.count === 2,
    },
    {
      asks: 'mirror-score',
      state: {},
      exhibit: 'handed',
      values: { on: 0 },
      shows: [],
      target: { use: ['choice'], see: ['facts'] },
      done: ({ values }) => values.on === 1,
    },
  ],
};
