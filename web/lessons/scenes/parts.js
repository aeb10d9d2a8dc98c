// Parts of several scenes: start states, and checks of tasks.

/** @typedef {import('../lessons.js').Moment} Moment */

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

/** @param {Moment} moment */
export const lastWord = ({ state, frame }) =>
  state.selection.query === frame.first.tokens.length - 1;
/**
 * Whether all of these were met, in whatever order.
 * @param {Set<unknown>} seen
 * @param {unknown} now
 * @param {readonly unknown[]} wanted
 */
export const met = (seen, now, wanted) => {
  seen.add(now);
  return wanted.every((one) => seen.has(one));
};
/** @param {Moment} moment */
export const otherWord = ({ state, start }) =>
  state.selection.query !== null && state.selection.query !== start.selection.query;

/** @param {Moment} moment */
export const otherText = ({ state, start }) =>
  state.text !== start.text && state.text.trim() !== '';
