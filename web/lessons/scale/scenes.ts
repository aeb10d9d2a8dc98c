// Scenes of the lesson about the scale of scores.

import { FRESH, met, otherWord } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

export const scale: Lesson = {
  id: 'scale',
  scenes: [
    {
      state: { ...FRESH, heads: 1, width: 16, scaled: false, seed: 1 },
      exhibit: 'growth',
      shows: [],
      target: { use: ['width'], see: ['facts'] },
      done: ({ state, seen }) => met(seen, state.width, [64, 256]),
    },
    {
      asks: 'score-growth',
      state: { width: 512, selection: { head: 0, query: 10, key: null } },
      exhibit: 'scale',
      values: { show: 2 },
      shows: [],
      target: { use: ['words'], see: ['facts'] },
      done: (moment) =>
        otherWord(moment) &&
        met(moment.seen, moment.state.selection.query, []) &&
        moment.seen.size > 1,
    },
    {
      asks: 'query-shape',
      state: { width: 512, scaled: false, selection: { head: 0, query: 10, key: null } },
      exhibit: 'scale',
      values: { show: 3 },
      shows: [],
      target: { use: ['switch'], see: ['facts'] },
      done: ({ state }) => state.scaled,
    },
    {
      asks: 'what-stays',
      state: { width: 512, scaled: true },
      exhibit: 'scale',
      values: { show: 5 },
      shows: [],
      target: { use: ['width'], see: ['facts'] },
      done: ({ state }) => state.width === 16 && state.scaled,
    },
    {
      asks: 'divide-by',
      state: { width: 512, scaled: true },
      exhibit: 'scale',
      values: { show: 4 },
      shows: [],
      target: { use: ['switch'], see: ['facts'] },
      done: ({ state }) => !state.scaled,
    },
  ],
};
