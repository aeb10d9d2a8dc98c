// The question to the engine for a state: the tokens, the layer, the edited numbers, and whether a trace is requested.
// An ablated head is an edit: its outputs are zeros.

import { nameCell } from './cells.ts';
import type { LabState, View } from '../state/state.ts';
import type { TokenizedState } from './tokenize-state.ts';
import type { Question } from './answer.ts';
import type { Edits } from '../state/edits.ts';

/**
 * Up to this number of cells in all maps, the trace is requested at once; beyond it, when a view
 * shows it.
 */
const SMALL = 2 ** 16;
const TRACED: readonly View[] = ['steps', 'contributions'];

/** @returns null: there is no question */
export function questionOf(
  state: LabState,
  { first, second, source, model }: TokenizedState,
): Question | null {
  const queries = first.tokens;
  const keys = second?.tokens ?? null;
  if (queries.length === 0 || keys?.length === 0) return null;
  const { padding, scaled, seed, edits: byHand } = state;
  const { heads, width } = source.fixed ?? state;
  const edits = withHeadsOff(state, heads, queries.length, width / heads);
  // only one sentence has an order of its tokens; unknown words leave their model's mask unchanged
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

/** caches one object for equal questions */
let last: { edits: Edits; off: readonly number[]; size: string; all: Edits } | null = null;

/** The edits, and zeros as the outputs of heads that are switched off. */
function withHeadsOff(
  { edits, off }: LabState,
  heads: number,
  rows: number,
  columns: number,
): Edits {
  if (off.length === 0) return edits;
  const size = `${heads} ${rows} ${columns}`;
  if (last?.edits === edits && last.off === off && last.size === size) return last.all;
  const all: Record<string, number> = { ...edits };
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

/** Whether the mask excludes this pair. */
export function isMasked(
  { causal, padding, keys, queries, edits, window }: Question,
  query: number,
  key: number,
) {
  const edited = edits[`mask.${query}.${key}`];
  if (edited !== undefined) return edited !== 0;
  const { left = Infinity, right = Infinity } = window ?? {};
  if (query - key > left || key - query > right) return true;
  return (causal && key > query) || key >= (keys ?? queries).length - padding;
}
