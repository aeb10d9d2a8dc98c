// Scenes of the lesson about the reason for attention, with trained heads.

import { FRESH } from '../scene-parts.ts';
import { RIGHT, THEY, WRONG } from '../roles/sentences.ts';
import { ALONE, ATTENTION, AVERAGE } from './experiment.ts';
import type { Lesson } from '../lessons.ts';

export const why: Lesson = {
  id: 'why',
  scenes: [
    {
      state: { ...FRESH, text: RIGHT, model: 'grammar', layer: 0, selection: THEY },
      exhibit: 'word-alone',
      shows: [],
      target: { use: ['text'], see: ['wordRows'] },
      done: ({ state, start }) =>
        state.text !== start.text && /\bthey\b/i.test(state.text) && state.model === 'grammar',
    },
    {
      // in layer 1 a value depends on its own word only
      state: { text: RIGHT, layer: 0, selection: THEY },
      fixedText: true,
      exhibit: 'look-around',
      values: { way: ALONE, show: AVERAGE },
      shows: [],
      target: { use: ['choice'], see: ['lookedMaps'] },
      done: ({ values }) => values.way === AVERAGE,
    },
    {
      asks: 'average-share',
      state: { text: RIGHT, layer: 1, selection: THEY },
      fixedText: true,
      exhibit: 'look-around',
      values: { way: AVERAGE, show: ATTENTION },
      shows: [],
      target: { use: ['choice'], see: ['lookedMaps'] },
      done: ({ values }) => values.way === ATTENTION,
    },
    {
      asks: 'look-around',
      state: { text: WRONG, selection: THEY },
      fixedText: true,
      exhibit: 'blind',
      values: { on: 1 },
      shows: [],
      target: { use: ['choice'], see: ['proof'] },
      done: ({ values }) => values.on === 0,
    },
  ],
};
