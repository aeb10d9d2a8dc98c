// Scenes of the lesson about attention sinks: the first word, and effects that a map does not show.

import { FRESH, met, otherText, otherWord } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

/** A sentence of whole words to the model of English; its first word gets much attention. */
const DOG = 'The little dog followed the old man because it was alone.';
/** The head with the most attention on it. */
const LAST = { model: 'english', layer: 3, causal: true };
const OF_DOG = { head: 1, query: 2, key: null };

export const sinks: Lesson = {
  id: 'sinks',
  further: true,
  needs: 'english',
  scenes: [
    {
      asks: 'map-cells',
      state: { ...FRESH, ...LAST, text: DOG, selection: OF_DOG },
      shows: ['layers'],
      target: { use: ['layers'], see: ['maps'] },
      done: ({ state }) => state.layer === 0,
    },
    {
      asks: 'find-sink',
      state: { layer: 3 },
      exhibit: 'first-share',
      shows: [],
      target: { use: ['text'], see: ['firstShares'] },
      done: otherText,
    },
    {
      asks: 'arrives',
      state: { layer: 3, selection: { head: 1, query: 4, key: null } },
      exhibit: 'weighted',
      shows: [],
      target: { use: ['words'], see: ['arrives'] },
      // the first word attends to no other
      done: (moment) => otherWord(moment) && moment.state.selection.query !== 0,
    },
    {
      asks: 'removed-head',
      state: { layer: 3 },
      exhibit: 'missed',
      values: { way: 3, without: 0 },
      shows: [],
      target: { use: ['removedHead'], see: ['said'] },
      // the sink of a layer, then another head of the same layer
      done: ({ values: { way, without }, seen }) =>
        met(seen, `${way} ${without}`, ['3 2']) &&
        [1, 3, 4].some((other) => seen.has(`3 ${other}`)),
    },
  ],
};
