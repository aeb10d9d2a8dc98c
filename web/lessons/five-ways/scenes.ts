// Scenes of the lesson about the sources of the matrices.

import { FRESH } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

/** The place of PyTorch's notation among the three. */
const PYTORCH = 2;

export const fiveWays: Lesson = {
  id: 'five-ways',
  scenes: [
    {
      state: FRESH,
      exhibit: 'two-drawings',
      values: { guess: 0 },
      shows: [],
      target: { use: ['choice'], see: ['drawing'] },
      done: ({ values }) => values.guess !== 0,
    },
    {
      asks: 'divide-by',
      state: {},
      exhibit: 'five-ways',
      values: { way: 1 },
      shows: ['heads'],
      target: { use: ['headCount'], see: ['secondWay'] },
      done: ({ state, start }) => state.heads !== start.heads,
    },
    {
      asks: 'whose-column',
      state: { heads: 4 },
      exhibit: 'five-ways',
      values: { way: 3, plain: 0 },
      shows: [],
      target: { use: ['choice'], see: ['difference'] },
      done: ({ values }) => values.plain === 1,
    },
    {
      asks: 'product-shape',
      state: { heads: 4 },
      exhibit: 'five-ways',
      values: { way: 4 },
      shows: ['heads'],
      target: { use: ['headCount'], see: ['difference'] },
      done: ({ state }) => state.heads === 1,
    },
    {
      asks: 'sees-all',
      state: { heads: 4 },
      exhibit: 'five-ways',
      values: { way: 5 },
      shows: [],
      target: { use: ['headNames'], see: ['drawing'] },
      done: ({ state, start }) => state.selection.head !== start.selection.head,
    },
    {
      asks: 'row-count',
      state: { heads: 4 },
      exhibit: 'writings',
      values: { way: 0 },
      shows: [],
      target: { use: ['choice'], see: ['notation', 'facts'] },
      done: ({ values }) => values.way === PYTORCH,
    },
  ],
};
