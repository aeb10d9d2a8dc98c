// Parts of several scenes: start states, and checks of tasks.

import type { Moment } from './lessons.ts';

export const SENTENCE = 'The animal did not cross the street because it was too tired';
/** The start state of a lesson, independent of the lab's state before. */
export const FRESH = {
  text: SENTENCE,
  second: null,
  heads: 4,
  width: 64,
  causal: false,
  padding: 0,
  scaled: true,
  seed: 0,
  model: 'untrained',
  layer: 0,
  view: 'heads',
  selection: { head: 0, query: 8, key: null },
  step: 'embedding',
  solo: null,
  allHeads: false,
  numbers: false,
  trail: [],
  edits: {},
  off: [],
  word: null,
  mix: null,
  compare: null,
};

/** Four pairs of numbers in each head: few enough to see each. */
export const NARROW = { width: 32, heads: 4, selection: { head: 0, query: 6, key: 1 } };

export const lastWord = ({ state, frame }: Moment) =>
  state.selection.query === frame.first.tokens.length - 1;
/** Whether all of these were met, in any order. */
export const met = (seen: Set<unknown>, now: unknown, wanted: readonly unknown[]) => {
  seen.add(now);
  return wanted.every((one) => seen.has(one));
};
export const otherWord = ({ state, start }: Moment) =>
  state.selection.query !== null && state.selection.query !== start.selection.query;

export const otherText = ({ state, start }: Moment) =>
  state.text !== start.text && state.text.trim() !== '';
