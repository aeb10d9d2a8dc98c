// Scenes of the lesson about long texts and the cache.

import { FRESH } from '../scene-parts.ts';
import type { Lesson, Moment } from '../lessons.ts';

/** Whether a number of words are written, or all words of the sentence. */
const written =
  (count: number): ((moment: Moment) => boolean) =>
  ({ values, frame }) =>
    values.count >= Math.min(count, frame.first.tokens.length);

const WHOLE = { words: 4096, row: 0, column: 0, size: 4096 };

export const longTexts: Lesson = {
  id: 'long-texts',
  scenes: [
    {
      asks: 'map-cells',
      state: FRESH,
      exhibit: 'long',
      values: WHOLE,
      shows: [],
      target: { use: ['zoom'], see: ['longMap'] },
      done: ({ values }) => values.size <= 64,
    },
    {
      asks: 'kept',
      state: {},
      exhibit: 'long',
      values: WHOLE,
      shows: [],
      target: { use: ['length'], see: ['facts'] },
      done: ({ values }) => values.words === 8192,
    },
    {
      asks: 'times-as-long',
      state: { causal: true },
      exhibit: 'cache-written',
      values: { count: 4 },
      shows: [],
      target: { use: ['nextWord'], see: ['writtenMap'] },
      done: written(6),
    },
    {
      asks: 'keys-again',
      state: {},
      exhibit: 'cache-step',
      values: { count: 5 },
      shows: [],
      target: { use: ['nextWord'], see: ['stepShapes'] },
      done: written(6),
    },
    {
      asks: 'kept-what',
      state: {},
      exhibit: 'cache-same',
      shows: [],
      target: { use: ['switch'], see: ['sameMaps'] },
      done: ({ state }) => !state.causal,
    },
    {
      asks: 'cached-map',
      state: { causal: true },
      exhibit: 'cache-shared',
      values: { count: 8 },
      shows: [],
      target: { use: ['choice'], see: ['facts'] },
      done: ({ values }) => values.count === 2,
    },
  ],
};
