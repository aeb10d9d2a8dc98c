// Scenes of the lesson about the pairs of rotary positions.

import { FRESH, NARROW } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

export const pairs: Lesson = {
  id: 'pairs',
  further: true,
  scenes: [
    {
      asks: 'arrow-count',
      state: { ...FRESH, ...NARROW },
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
      asks: 'untrained-share',
      state: {},
      exhibit: 'rotary-dials',
      values: { show: 3, theta: 10_000 },
      shows: [],
      target: { use: ['choice'], see: ['dials', 'facts'] },
      done: ({ values }) => values.theta === 500_000,
    },
  ],
};
