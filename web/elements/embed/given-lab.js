// Store and actions of a lab without an engine, for given maps.
// The state has no history, and the actions compute nothing.

import { createActions } from '../lab/actions.js';
import { untrained } from '../lab/answer/source.js';
import { DEFAULT_STATE } from '../lab/state/state.js';
import { chooseScale } from '../../views/scale.js';

/**
 * @typedef {import('../lab/state/state.js').LabState} LabState
 * @typedef {import('../lab/frame.js').Preview} Preview
 */

const VIEWS = ['heads', 'head', 'table', 'lines'];

/**
 * Keeps no history, and takes any number of heads.
 *
 * @param {Partial<LabState>} first
 * @param {() => void} schedule
 * @param {((selection: LabState['selection']) => void) | undefined} onChange
 */
export function createGivenStore(first, schedule, onChange) {
  const view = VIEWS.includes(first.view ?? '') ? first.view : 'heads';
  let state = /** @type {LabState} */ ({ ...DEFAULT_STATE, ...first, view });
  return /** @type {import('../lab/state/history.js').Store} */ ({
    get: () => state,
    at: () => 0,
    /** @param {Partial<LabState>} part */
    change(part) {
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
    /** @param {LabState} next */
    restore(next) {
      state = next;
      schedule();
    },
  });
}

/**
 * @param {Pick<import('../lab/actions.js').Surroundings,
 *   'store' | 'messages' | 'frame' | 'schedule' | 'say' | 'preview' | 'setPreview' | 'settle'>} lab
 */
export function createGivenActions(lab) {
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

/**
 * Given maps in the form of an engine's answer, and the parts of a frame that follow from it.
 *
 * @param {import('./read-maps.js').Maps} maps
 */
export function frameOf({ attention, heads, rows, columns, rowTokens, columnTokens }) {
  const asTokens = (/** @type {readonly string[]} */ pieces) =>
    pieces.map((piece) => ({ id: 0, piece, start: 0, end: 0 }));
  const queries = asTokens(rowTokens);
  const keys = asTokens(columnTokens);
  const answer = /** @type {import('../lab/answer/answer.js').Answer} */ ({
    question: {
      ...{ queries, keys, heads, width: heads, causal: false, padding: 0, scaled: true, seed: 0 },
      ...{ source: untrained, layer: 0, edits: {}, byHand: {}, detailed: false },
    },
    ...{ attention, rows, columns },
    ...{ trace: null, before: null, milliseconds: 0, backend: null },
  });
  return framePartsOf(answer);
}

/**
 * The parts of a frame that follow from an answer alone.
 *
 * @param {import('../lab/answer/answer.js').Answer} answer
 */
export function framePartsOf(answer) {
  const { source, queries, keys } = answer.question;
  return {
    ...{ source, model: source, sources: [source], unknown: [] },
    ...{ offered: [], awaited: '', arrived: null, missing: null },
    first: { tokens: [...queries], truncated: false },
    second: keys && { tokens: [...keys], truncated: false },
    answer,
    scale: chooseScale(answer.attention),
    ...{ blend: null, blendProblem: null, stale: false, error: null },
    ...{ waiting: false, restarted: false },
    ...{ learned: false, withheld: false },
  };
}
