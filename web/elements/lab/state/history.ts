// The store of the state, with undo and redo.
// It does not use addresses; a page with an address synchronises it through `listen`.

import { changeState } from './state.ts';
import { sameValue } from './values.ts';
import type { LabState } from './state.ts';

/**
 * typed, selected, moved by a slider, switched, set by setState, undone, redone, set from outside
 * together with its index in the history, noted: how far a run has come, which changes the present
 * step, or lent: shown for a while outside the history
 */
export type ChangeKind =
  'text' | 'selection' | 'live' | 'change' | 'set' | 'undo' | 'redo' | 'restore' | 'noted' | 'lent';

export interface Change {
  state: LabState;
  before: LabState;
  kind: ChangeKind;
  /** whether it is a new step; otherwise it continues the previous one */
  step: boolean;
  /** index of this step */
  at: number;
}

type Listener = (change: Change) => void;

/** Letters typed within this many milliseconds are one undo step. */
const ONE_STEP = 1500;
const REMEMBERED = 200;
/** Changes that are always a new step. Typing and selecting continue the previous step. */
const STEPS = new Set(['change', 'set']);

/** @param start index of the first step */
export function createStore(initial: LabState, onChange: Listener, start: number = 0) {
  let steps: LabState[] = [initial];
  let at = 0;
  /** index of the first remembered step */
  let first = start;
  let lastKind: ChangeKind | null = null;
  let lastTime = -Infinity;
  /** state that is shown for a while, outside the history */
  let lent: LabState | null = null;

  const get = () => lent ?? steps[at];

  function go(state: LabState, kind: ChangeKind, step: boolean, keep: () => void) {
    const before = get();
    lent = null;
    keep();
    onChange({ state, before, kind, step, at: first + at });
  }

  function move(to: number, kind: 'undo' | 'redo') {
    if (!steps[to]) return;
    lastKind = null;
    go(steps[to], kind, false, () => {
      at = to;
    });
  }

  function show(state: LabState | null) {
    const before = get();
    lent = state;
    if (!sameValue(before, get())) {
      onChange({ state: get(), before, kind: 'lent', step: false, at: first + at });
    }
  }

  return {
    get,
    /**
     * Shows another state for a while, as a question does. Meanwhile changes belong to it, and are
     * no steps; a state set from outside, undo and redo end it.
     */
    lend: (part: Partial<LabState>) => show(changeState(steps[at], part)),
    /** Shows the state of the history again. */
    giveBack: () => show(null),
    isLent: () => lent !== null,
    at: () => first + at,
    change(part: Partial<LabState>, kind: ChangeKind) {
      if (lent && kind !== 'set') return show(changeState(lent, part));
      const state = changeState(steps[at], part);
      if (sameValue(state, steps[at])) return show(null);
      if (kind === 'noted') return go(state, kind, false, () => (steps[at] = state));
      const now = performance.now();
      const goesOn = kind === lastKind && !STEPS.has(kind) && now - lastTime < ONE_STEP;
      lastKind = kind;
      lastTime = now;
      go(state, kind, !goesOn, () => {
        steps = steps.slice(0, goesOn ? at : at + 1);
        steps.push(state);
        if (steps.length > REMEMBERED) {
          steps.shift();
          first++;
        }
        at = steps.length - 1;
      });
    },
    undo: () => move(at - 1, 'undo'),
    redo: () => move(at + 1, 'redo'),
    canUndo: () => at > 0,
    canRedo: () => at < steps.length - 1,
    /**
     * Restores the state of the address, after back, forward or an edit by hand.
     *
     * @param wanted index of its step; null: it was no step
     */
    restore(state: LabState, wanted: number | null) {
      lastKind = null;
      const index = wanted === null ? -1 : wanted - first;
      go(state, 'restore', false, () => {
        if (steps[index] && sameValue(steps[index], state)) at = index;
        else if (wanted === null) {
          steps = [...steps.slice(0, at + 1), state];
          at = steps.length - 1;
        } else {
          // a step from before this page was reloaded
          steps = [state];
          first = wanted;
          at = 0;
        }
      });
    },
  };
}

export type Store = ReturnType<typeof createStore>;
