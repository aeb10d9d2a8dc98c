// Scenes of the lesson about the layer.

import { FRESH, otherWord, SENTENCE } from '../scene-parts.ts';
import { RIGHT, THEY } from '../roles/sentences.ts';
import type { Lesson } from '../lessons.ts';

export const layer: Lesson = {
  id: 'layer',
  scenes: [
    {
      asks: 'head-width',
      state: { ...FRESH, text: RIGHT, model: 'grammar', layer: 1, selection: THEY },
      exhibit: 'concat',
      shows: [],
      target: { use: ['choice'], see: ['joined'] },
      done: ({ state }) => state.off.length > 0,
    },
    {
      asks: 'joined-shape',
      state: { off: [], selection: THEY },
      exhibit: 'head-sum',
      shows: [],
      target: { use: ['words'], see: ['headSum'] },
      done: otherWord,
    },
    {
      state: { off: [], selection: THEY },
      exhibit: 'add-norm',
      shows: [],
      target: { use: ['words'], see: ['addNorm', 'facts'] },
      done: otherWord,
    },
    {
      asks: 'residual-sum',
      state: { ...FRESH },
      exhibit: 'blocks',
      values: { count: 1, way: 2 },
      shows: [],
      target: { use: ['counts'], see: ['blocks'] },
      done: ({ values: { count, way } }) => count === 4 && way === 3,
    },
    {
      asks: 'which-maps',
      state: {
        // few words and heads, so that whole maps are in view on a phone
        ...{ text: 'The animal was too tired to cross', heads: 2 },
        second: 'El animal estaba cansado',
        selection: { head: 0, query: 4, key: null },
      },
      shows: [],
      target: { use: ['words'], see: ['maps'] },
      done: otherWord,
    },
    {
      asks: 'cross-shape',
      state: { text: SENTENCE, second: null, heads: 4 },
      exhibit: 'layer-cost',
      values: { count: 1 },
      shows: [],
      target: { use: ['choice'], see: ['costs'] },
      done: ({ values }) => values.count === 2,
    },
  ],
};
