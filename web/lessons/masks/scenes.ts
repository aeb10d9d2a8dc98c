// Scenes of the lesson about masks.

import { FRESH, lastWord, otherWord, SENTENCE } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

export const masks: Lesson = {
  id: 'masks',
  scenes: [
    {
      state: { ...FRESH, causal: true },
      shows: ['causal'],
      target: { use: ['words'], see: ['maps'] },
      done: ({ state }) => state.selection.query === 0,
    },
    {
      asks: 'row-count',
      state: { causal: true, selection: { head: 0, query: 4, key: null } },
      exhibit: 'masked-row',
      shows: [],
      target: { use: ['words'], see: ['sums'] },
      done: lastWord,
    },
    {
      asks: 'last-share',
      state: {
        text: 'The animal was too tired ∅ ∅ ∅',
        causal: false,
        padding: 3,
        selection: { head: 0, query: 4, key: null },
      },
      exhibit: 'padding',
      shows: [],
      target: { use: ['fillers'], see: ['maps'] },
      done: ({ state, start }) => state.padding !== start.padding,
    },
    {
      asks: 'first-hidden',
      state: { text: SENTENCE, padding: 0, selection: { head: 0, query: 4, key: null } },
      exhibit: 'polarity',
      shows: [],
      target: { use: ['words'], see: ['bothMaps'] },
      done: lastWord,
    },
    {
      asks: 'empty-cells',
      state: { selection: { head: 0, query: 8, key: null } },
      exhibit: 'empty-row',
      shows: [],
      target: { use: ['words'], see: ['smallMap'] },
      done: otherWord,
    },
  ],
};
