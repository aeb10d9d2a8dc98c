// The answers to common questions, one on each page: like scenes of a lesson, but without a question
// before them, without a task, and not in the list of lessons.

import { IN_ROLES } from '../roles/sentences.ts';
import { FRESH } from '../scene-parts.ts';
import type { Lesson } from '../lessons.ts';

/** A sentence whose words the trained model knows; each head of layer 2 does in it what its name says. */
const KNOWN = {
  ...{ text: IN_ROLES, width: 32 },
  selection: { head: 1, query: 9, key: null },
};

const page = { shows: [], target: { use: [], see: [] }, done: () => false };

export const answers: Lesson = {
  id: 'answers',
  scenes: [
    {
      ...page,
      says: 'askTwice',
      leads: ['five-ways', 2],
      state: FRESH,
      exhibit: 'answer-twice',
      values: { plain: 1 },
    },
    {
      ...page,
      says: 'askWhere',
      leads: ['five-ways', 1],
      state: { ...KNOWN, model: 'grammar', layer: 1 },
      exhibit: 'answer-where',
    },
    {
      ...page,
      says: 'askLinear',
      leads: ['shapes', 2],
      state: { ...FRESH, width: 512, heads: 8 },
      exhibit: 'answer-linear',
      values: { fixed: 0 },
    },
    {
      ...page,
      says: 'askOut',
      leads: ['shapes', 3],
      state: { ...FRESH, width: 512, heads: 8 },
      exhibit: 'answer-out',
      values: { fixed: 0 },
    },
    {
      ...page,
      says: 'askTrained',
      leads: ['roles', 0],
      state: { ...FRESH, ...KNOWN, model: 'grammar', layer: 1 },
      exhibit: 'answer-trained',
    },
  ],
};
