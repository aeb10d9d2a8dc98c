// What the engine is asked for a state: which tokens, which layer, and whether every step is wanted.

/**
 * @typedef {import('./answer.js').Question} Question
 * @typedef {import('../state/state.js').LabState} LabState
 */

/** Up to this many cells in all maps, every step is asked for at once; beyond, when a view shows it. */
const SMALL = 2 ** 16;
/** @type {readonly import('../state/state.js').View[]} */
const TRACED = ['steps', 'contributions'];

/**
 * @param {LabState} state
 * @param {import('./reading.js').Reading} reading
 * @returns {Question | null} null: there is nothing to ask
 */
export function questionOf(state, { first, second, source, model }) {
  const queries = first.tokens;
  const keys = second?.tokens ?? null;
  if (queries.length === 0 || keys?.length === 0) return null;
  const { padding, scaled, seed, edits } = state;
  const { heads, width } = source.fixed ?? state;
  // what comes before what, only one sentence says; words that a model does not know leave its mask as it is
  const causal = keys ? state.causal : (model.fixed?.causal ?? state.causal);
  const layer = Math.min(state.layer, source.layers - 1);
  const cells = heads * queries.length * (keys ?? queries).length;
  const detailed =
    cells <= SMALL ||
    TRACED.includes(state.view) ||
    state.trail.length > 0 ||
    state.lesson !== null;
  return {
    ...{ queries, keys, heads, width, causal, padding, scaled, seed },
    ...{ source, layer, edits, detailed },
  };
}
