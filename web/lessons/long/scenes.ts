// Scenes of the lesson about long texts.

import { FRESH } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

export const long: Lesson = {
  id: 'long',
  scenes: [
    {
      asks: 'untrained-share',
      state: FRESH,
      exhibit: 'long',
      values: { words: 4096, row: 0, column: 0, size: 4096 },
      shows: [],
      target: { use: ['window'], see: ['facts'] },
      done: ({ values }) => values.size < 4096,
    },
    {
      asks: 'map-cells',
      state: {},
      exhibit: 'long',
      values: { words: 4096, row: 1536, column: 1536, size: 1024 },
      shows: [],
      target: { use: ['zoom'], see: ['facts'] },
      done: ({ values }) => values.size <= 64,
    },
    {
      asks: 'kept',
      state: {},
      exhibit: 'long',
      values: { words: 4096, row: 0, column: 0, size: 4096 },
      shows: [],
      target: { use: ['length'], see: ['facts'] },
      done: ({ values }) => values.words === 8192,
    },
  ],
};
