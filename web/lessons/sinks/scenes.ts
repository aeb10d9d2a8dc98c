// Scenes of the lesson about attention sinks: the first word, and effects that a map does not show.

import { FRESH, met, otherText, otherWord } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

/** A sentence of whole words to the model of English; its first word gets much attention. */
const DOG = 'The little dog followed the old man because it was alone.';
/** The head with the most attention on it. */
const SINK = { model: 'english', layer: 2, causal: true };
const OF_DOG = { head: 3, query: 2, key: null };

export const sinks: Lesson = {
  id: 'sinks',
  further: true,
  needs: 'english',
  scenes: [
    {
      asks: 'map-cells',
      state: { ...FRESH, ...SINK, text: DOG, selection: OF_DOG },
      shows: ['layers'],
      target: { use: ['layers'], see: ['maps'] },
      done: ({ state }) => state.layer === 0,
    },
    {
      asks: 'find-sink',
      state: { layer: 2 },
      exhibit: 'first-share',
      shows: [],
      target: { use: ['text'], see: ['firstShares'] },
      done: otherText,
    },
    {
      asks: 'arrives',
      state: { layer: 2, selection: { head: 3, query: 4, key: null } },
      exhibit: 'weighted',
      shows: [],
      target: { use: ['words'], see: ['arrives'] },
      // the first word attends to no other
      done: (moment) => otherWord(moment) && moment.state.selection.query !== 0,
    },
    {
      asks: 'removed-head',
      state: { layer: 2 },
      exhibit: 'missed',
      values: { way: 2, without: 0 },
      shows: [],
      target: { use: ['removedHead'], see: ['said'] },
      // the sink of a layer, then another head of the same layer
      done: ({ values: { way, without }, seen }) =>
        met(seen, `${way} ${without}`, ['2 4']) &&
        [1, 2, 3].some((other) => seen.has(`2 ${other}`)),
    },
  ],
};
