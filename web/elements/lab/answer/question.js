// The question to the engine for a state.
// Which tokens, which layer, and whether every step is wanted.

import { nameCell } from './cells.js';

/**
 * @typedef {import('./answer.js').Question} Question
 * @typedef {import('../state/edits.js').Edits} Edits
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
  const { padding, scaled, seed, edits: byHand } = state;
  const { heads, width } = source.fixed ?? state;
  const edits = withHeadsOff(state, heads, queries.length, width / heads);
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
    ...{ source, layer, byHand, edits, detailed },
  };
}

/** @type {{ edits: Edits, off: readonly number[], size: string, all: Edits } | null} the same object for the same question */
let last = null;

/**
 * The numbers changed by hand, and zeros as the results of heads that are switched off.
 * @param {LabState} state
 * @param {number} heads
 * @param {number} rows
 * @param {number} columns
 * @returns {Edits}
 */
function withHeadsOff({ edits, off }, heads, rows, columns) {
  if (off.length === 0) return edits;
  const size = `${heads} ${rows} ${columns}`;
  if (last?.edits === edits && last.off === off && last.size === size) return last.all;
  /** @type {Record<string, number>} */
  const all = { ...edits };
  for (const head of off.filter((one) => one < heads)) {
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        all[nameCell({ matrix: 'heads', head, row, column })] = 0;
      }
    }
  }
  last = { edits, off, size, all };
  return all;
}

/**
 * Whether the mask keeps this pair apart.
 * @param {Question} question
 * @param {number} query
 * @param {number} key
 */
export function isMasked({ causal, padding, keys, queries, edits, window }, query, key) {
  const edited = edits[`mask.${query}.${key}`];
  if (edited !== undefined) return edited !== 0;
  const { left = Infinity, right = Infinity } = window ?? {};
  if (query - key > left || key - query > right) return true;
  return (causal && key > query) || key >= (keys ?? queries).length - padding;
}
