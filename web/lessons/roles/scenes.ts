// Scenes of the lesson about roles of heads.

import { FRESH, met } from '../scene-parts.ts';
import { IN_ROLES, IT, WRONG } from './sentences.ts';
import type { Lesson, Moment } from '../lessons.ts';

/** The shortest training in which a head takes on a role: the task repeats its symbols. */
const LEARNING = {
  task: 'induction',
  heads: 4,
  seed: null,
  rate: null,
  speed: null,
  versus: false,
  off: [],
  to: null,
  ...{ text: '', unit: 'letters', pairs: '' },
};

const VERB = /^(sleep|run|sing|wait|see|like|follow|hear)s?$/i;
const DETERMINER = /^(the|a|this|every|one|these|those|many|two|my|our|your)$/i;
/** Whether a verb is selected, or a noun after its determiner. */
const verbOrNoun = ({ state, frame }: Moment) => {
  const { query } = state.selection;
  const piece = (at: number) => frame.first.tokens[at]?.piece ?? '';
  return query !== null && (VERB.test(piece(query)) || DETERMINER.test(piece(query - 1)));
};

export const roles: Lesson = {
  id: 'roles',
  scenes: [
    {
      state: { ...FRESH, text: IN_ROLES, model: 'grammar', layer: 1, selection: IT },
      shows: [],
      target: { use: ['words'], see: ['maps'] },
      done: verbOrNoun,
    },
    {
      asks: 'find-head',
      state: { model: 'untrained', layer: 0, width: 32, causal: true, selection: IT },
      shows: ['models'],
      target: { use: ['models'], see: ['maps'] },
      done: ({ state }) => state.model === 'grammar',
    },
    {
      asks: 'untrained-share',
      state: { model: 'grammar', layer: 1 },
      exhibit: 'roles',
      shows: ['layers'],
      target: { use: ['layers'], see: ['scores'] },
      done: ({ state }) => state.layer === 0,
    },
    {
      asks: 'find-word',
      state: { text: WRONG, layer: 1, selection: { head: 2, query: 5, key: null } },
      fixedText: true,
      exhibit: 'without',
      values: { without: 0 },
      shows: [],
      target: { use: ['removed'], see: ['proof'] },
      done: ({ values, seen }) => met(seen, values.without, [1, 2, 3, 4]),
    },
    {
      asks: 'product-shape',
      state: { view: 'training', training: LEARNING },
      shows: [],
      target: { use: ['start'], see: ['says'] },
      done: ({ frame }) => frame.learned,
    },
  ],
};
