// Scenes of the lesson about shapes.

import { FRESH } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

export const shapes: Lesson = {
  id: 'shapes',
  scenes: [
    {
      asks: 'form-shape',
      state: { ...FRESH, width: 512, heads: 8 },
      exhibit: 'head-widths',
      shows: ['heads'],
      target: { use: ['headCount'], see: ['headWidths'] },
      done: ({ state }) => state.heads === 4,
    },
    {
      asks: 'head-width',
      state: { width: 512, heads: 1 },
      exhibit: 'head-price',
      shows: ['heads'],
      target: { use: ['headCount'], see: ['weightBoxes', 'mapBoxes'] },
      done: ({ state }) => state.heads === 16,
    },
    {
      asks: 'set-head-width',
      state: { width: 512, heads: 8 },
      exhibit: 'wrong-width',
      shows: [],
      target: { use: ['width'], see: ['wrongProduct', 'engineSays'] },
      done: ({ state }) => state.width === 64 && state.heads === 8,
    },
    {
      asks: 'map-shape',
      state: { width: 512, heads: 4 },
      exhibit: 'out-shapes',
      values: { fixed: 0 },
      shows: ['heads'],
      target: { use: ['choice', 'headCount'], see: ['outProduct'] },
      done: ({ state, values }) => values.fixed === 1 && state.heads !== 4,
    },
  ],
};
