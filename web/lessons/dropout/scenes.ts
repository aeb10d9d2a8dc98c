// Scenes of the lesson about dropout, blocks and heads.

import { FRESH, met } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

export const dropout: Lesson = {
  id: 'dropout',
  further: true,
  scenes: [
    {
      asks: 'turn-partner',
      state: FRESH,
      exhibit: 'dropped',
      values: { way: 0 },
      shows: [],
      target: { use: ['choice'], see: ['facts'] },
      done: ({ values }) => values.way === 3,
    },
    {
      asks: 'drop-factor',
      state: {},
      exhibit: 'runs',
      values: { count: 1, on: 1 },
      shows: [],
      target: { use: ['again'], see: ['runs'] },
      done({ values: { count, on }, seen }) {
        if (on === 1) seen.add(count);
        return on === 0 && seen.size > 2;
      },
    },
    {
      asks: 'row-after',
      state: {},
      exhibit: 'gone',
      values: { way: 0 },
      shows: [],
      target: { use: ['choice'], see: ['facts'] },
      done: ({ values, seen }) => met(seen, values.way, [1, 2]),
    },
  ],
};
