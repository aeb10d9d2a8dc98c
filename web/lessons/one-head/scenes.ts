// Scenes of the lesson about one head.

import { FRESH, otherText, otherWord } from '../scene-parts.ts';
import type { Lesson, Moment } from '../lessons.ts';

/** Small enough to see every matrix whole. */
const SMALL = { text: 'The cat sat because it was tired', width: 16, heads: 1 };
const IT = { head: 0, query: 4, key: null };

/** Whether a number of a matrix is followed. */
const followed =
  (matrix: string): ((moment: Moment) => boolean) =>
  ({ state }) =>
    Boolean(state.trail.at(-1)?.startsWith(`${matrix}.`));
const wordsOf = (text: string) => text.trim().split(/\s+/);
/** Whether one word has changed and all others are the same. */
const oneWord = ({ state, start }: Moment) => {
  const [now, before] = [wordsOf(state.text), wordsOf(start.text)];
  return now.length === before.length && now.filter((word, i) => word !== before[i]).length === 1;
};
export const oneHead: Lesson = {
  id: 'one-head',
  scenes: [
    {
      state: { ...FRESH, ...SMALL, view: 'steps', step: 'embedding', selection: IT },
      shows: [],
      target: { use: ['text'], see: ['x'] },
      marks: true,
      done: oneWord,
    },
    {
      state: { step: 'projection' },
      shows: ['panel'],
      target: { use: ['query'], see: ['panel'] },
      done: followed('query'),
    },
    {
      asks: 'query-shape',
      state: { step: 'dotProducts' },
      shows: ['panel'],
      target: { use: ['dotProducts'], see: ['panel'] },
      done: followed('dotProducts'),
    },
    {
      asks: 'dot-product',
      state: { step: 'attention' },
      shows: ['panel'],
      target: { use: ['words'], see: ['attention', 'panel'] },
      done: otherWord,
    },
    {
      asks: 'last-share',
      state: { step: 'heads' },
      shows: ['panel'],
      target: { use: ['attention'], see: ['heads'] },
      done: ({ state }) => Object.keys(state.edits).some((name) => name.startsWith('attention.')),
    },
    {
      asks: 'mixture',
      state: { view: 'heads', heads: 4, width: 64, step: 'embedding', trail: [], edits: {} },
      shows: ['tabs', 'heads'],
      target: { use: ['text'], see: ['maps'] },
      done: otherText,
    },
  ],
};
