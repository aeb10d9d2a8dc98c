// Scenes of the lesson about rounding.

import { FRESH, met, otherWord } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

export const digits: Lesson = {
  id: 'digits',
  further: true,
  scenes: [
    {
      asks: 'arrives',
      state: FRESH,
      exhibit: 'softmaxes',
      values: { way: 0, show: 1 },
      shows: [],
      target: { use: ['choice'], see: ['softmaxFacts'] },
      done: ({ values }) => values.way === 3,
    },
    {
      asks: 'too-large',
      state: {},
      exhibit: 'softmaxes',
      values: { way: 0, show: 2 },
      shows: [],
      target: { use: ['choice'], see: ['softmaxFacts'] },
      done: ({ values, seen }) => met(seen, values.way, [1, 3]),
    },
    {
      asks: 'shifted-share',
      state: {},
      exhibit: 'online',
      values: { count: 1 },
      shows: [],
      target: { use: ['scoresRead'], see: ['facts'] },
      done: ({ values, frame }) => values.count === frame.first.tokens.length,
    },
    {
      asks: 'online-sum',
      state: {},
      exhibit: 'rounded',
      values: { way: 0, show: 1 },
      shows: [],
      target: { use: ['choice'], see: ['errorMap'] },
      done: ({ values, seen }) => met(seen, values.way, [1, 2, 3]),
    },
    {
      asks: 'same-distance',
      state: {},
      exhibit: 'rounded',
      values: { way: 0, show: 2 },
      shows: [],
      target: { use: ['words'], see: ['digits'] },
      done: otherWord,
    },
  ],
};
