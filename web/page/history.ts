// Synchronises the lab's state with the address and the browser's history.
// Reloading and sharing restore it, back and forward undo and redo.

import { decodeAddress, encodeAddress, readableAddress } from '../elements/lab/state/address.ts';
import { isIndex } from '../elements/lab/state/limits.ts';
import { changeState, DEFAULT_STATE } from '../elements/lab/state/state.ts';
import type { Lab } from '../elements/lab/lab.ts';
import type { Change } from '../elements/lab/state/history.ts';
import type { Problem } from '../elements/lab/state/address.ts';
import type { LabState } from '../elements/lab/state/state.ts';

/** entry of the browser's history for each step */
type Entry = { headwise: { at: number; state: LabState } };

/** Some browsers allow 100 changes of the address in 30 seconds. */
const LEAST_PAUSE = 350;

/**
 * The index of this step in the history; 0 if unknown.
 *
 * @param kept state of the history entry
 */
export function stepIn(kept: unknown) {
  const at = Object(Object(kept).headwise).at;
  return isIndex(at) ? at : 0;
}

/** The state of this step of the history, or else that of the address. */
export async function readAddress() {
  const known = stateOf(history.state);
  return known ? { state: known, problem: null } : decodeAddress(location.hash);
}

/** The entry of a step of the history, if headwise made it. */
function stateOf(kept: unknown) {
  const { headwise } = Object(kept) as Partial<Entry>;
  return headwise ? changeState(DEFAULT_STATE, Object(headwise.state)) : null;
}

/**
 * @param options.onComplete whether the whole state fits into the address
 * @param options.onProblem reports a problem of an address
 */
export function followAddress(
  lab: Lab,
  {
    onComplete,
    onProblem,
  }: {
    onComplete: (complete: boolean) => void;
    onProblem: (problem: Problem | null) => void;
  },
) {
  let timer = 0;
  let complete = true;
  let written = 0;
  let works = true;
  let at = stepIn(history.state);
  let newest = lab.getState();

  function put(how: 'push' | 'replace', state: LabState, hash: string) {
    try {
      const entry = { headwise: { at, state } };
      if (how === 'push') history.pushState(entry, '', hash);
      else history.replaceState(entry, '', hash);
    } catch {
      // a page in a sandboxed frame may have no address of its own; the rest still works
      works = false;
    }
  }

  function write(how: 'push' | 'replace') {
    clearTimeout(timer);
    timer = 0;
    const state = newest;
    const mine = ++written;
    // long states are compressed, which takes a moment; the step is recorded at once
    const readable = readableAddress(state);
    put(how, state, readable ?? location.hash);
    if (readable !== null) return say(true);
    void encodeAddress(state).then(({ hash, complete: whole }) => {
      if (mine !== written) return;
      put('replace', state, hash);
      say(whole);
    });
  }

  function say(whole: boolean) {
    if (whole !== complete) onComplete(whole);
    complete = whole;
  }

  addEventListener('popstate', async (event) => {
    clearTimeout(timer);
    timer = 0;
    written++;
    const known = stateOf(event.state);
    if (known) {
      at = stepIn(event.state);
      lab.store.restore(known, at);
      onProblem(null);
    } else {
      // an address edited by hand
      const { state, problem } = await decodeAddress(location.hash);
      lab.store.restore(state, null);
      at = lab.store.at();
      put('replace', state, location.hash);
      onProblem(problem);
    }
    complete = true;
  });
  addEventListener('pagehide', () => {
    if (timer !== 0) write('replace');
  });

  return {
    changed(change: Change) {
      newest = change.state;
      if (change.kind === 'restore') return;
      at = change.at;
      if (change.kind === 'undo' || change.kind === 'redo') write('replace');
      else if (change.step) write('push');
      else timer ||= window.setTimeout(() => write('replace'), LEAST_PAUSE);
    },
    /**
     * Moves along the browser's history.
     *
     * @returns false where the page has no history
     */
    travel(steps: -1 | 1): boolean {
      if (works) history.go(steps);
      return works;
    },
  };
}
