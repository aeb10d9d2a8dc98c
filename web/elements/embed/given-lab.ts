// Store and actions of a lab without an engine, for given maps.
// The state has no history, and the actions compute nothing.

import { createActions } from '../lab/actions.ts';
import { untrained } from '../lab/answer/source.ts';
import { DEFAULT_STATE } from '../lab/state/state.ts';
import { chooseScale } from '../../views/scale.ts';
import type { Store } from '../lab/state/history.ts';
import type { Surroundings } from '../lab/actions.ts';
import type { Maps } from './read-maps.ts';
import type { Answer } from '../lab/answer/answer.ts';
import type { LabState } from '../lab/state/state.ts';

const VIEWS = ['heads', 'head', 'table', 'lines'];

/** Keeps no history, and takes any number of heads. */
export function createGivenStore(
  first: Partial<LabState>,
  schedule: () => void,
  onChange: ((selection: LabState['selection']) => void) | undefined,
) {
  const view = VIEWS.includes(first.view ?? '') ? first.view : 'heads';
  let state = { ...DEFAULT_STATE, ...first, view } as LabState;
  return {
    get: () => state,
    at: () => 0,
    change(part: Partial<LabState>) {
      state = { ...state, ...part };
      schedule();
      if (part.selection) onChange?.(state.selection);
    },
    lend() {},
    giveBack() {},
    isLent: () => false,
    undo() {},
    redo() {},
    canUndo: () => false,
    canRedo: () => false,
    restore(next: LabState) {
      state = next;
      schedule();
    },
  } as Store;
}

export function createGivenActions(
  lab: Pick<
    Surroundings,
    'store' | 'messages' | 'frame' | 'schedule' | 'say' | 'preview' | 'setPreview' | 'settle'
  >,
) {
  const compute = () => Promise.reject(new Error('given maps are not computed'));
  return createActions({
    ...lab,
    travel: () => false,
    learned() {},
    retry() {},
    compute,
    engine: compute,
    type() {},
    inserted: () => '',
  });
}

/** Given maps in the form of an engine's answer, and the parts of a frame that follow from it. */
export function frameOf({ attention, heads, rows, columns, rowTokens, columnTokens }: Maps) {
  const asTokens = (pieces: readonly string[]) =>
    pieces.map((piece) => ({ id: 0, piece, start: 0, end: 0 }));
  const queries = asTokens(rowTokens);
  const keys = asTokens(columnTokens);
  const answer = {
    question: {
      queries,
      keys,
      heads,
      width: heads,
      causal: false,
      padding: 0,
      scaled: true,
      seed: 0,
      source: untrained,
      layer: 0,
      edits: {},
      byHand: {},
      detailed: false,
    },
    attention,
    rows,
    columns,
    trace: null,
    before: null,
    milliseconds: 0,
    backend: null,
  } as Answer;
  return framePartsOf(answer);
}

/** The parts of a frame that follow from an answer alone. */
export function framePartsOf(answer: Answer) {
  const { source, queries, keys } = answer.question;
  return {
    source,
    model: source,
    sources: [source],
    unknown: [],
    offered: [],
    awaited: '',
    arrived: null,
    missing: null,
    first: { tokens: [...queries], truncated: false },
    second: keys && { tokens: [...keys], truncated: false },
    answer,
    scale: chooseScale(answer.attention),
    blend: null,
    blendProblem: null,
    stale: false,
    error: null,
    waiting: false,
    restarted: false,
    learned: false,
    withheld: false,
  };
}
