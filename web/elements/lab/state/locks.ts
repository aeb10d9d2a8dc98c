// Locks of a teacher: hidden controls, see locks.css, whose state learners cannot change.
// Changes by a program or a lesson still count.

import type { Store } from './history.ts';
import type { LabState } from './state.ts';

/** Each lock, and the fields of the state that it locks. */
export const LOCKS: Readonly<Record<string, readonly (keyof LabState)[]>> = Object.freeze({
  text: ['text'],
  second: ['second'],
  heads: ['heads', 'width'],
  mask: ['causal', 'padding', 'scaled'],
  view: ['view'],
  weights: ['seed', 'model'],
  edits: ['edits', 'off'],
  blend: ['mix', 'compare'],
  lessons: [], // scenes set the state; only the way out of the lesson is closed
});

/**
 * @param names separated by spaces or commas; `all` means every lock, and so does an unknown name: a mistake must not open
 *   a locked lab
 */
export function readLocks(names: string | null | undefined): ReadonlySet<string> {
  const wanted = (names ?? '').split(/[\s,]+/);
  const known = wanted.filter((name) => Object.hasOwn(LOCKS, name));
  const isAll = wanted.filter((name) => name !== '').length > known.length;
  return new Set(isAll ? Object.keys(LOCKS) : known);
}

/** A store that ignores the learner's changes to locked parts. */
export function lockStore(store: Store, locks: ReadonlySet<string>): Store {
  const held = new Set([...locks].flatMap((name) => LOCKS[name]));
  return {
    ...store,
    change(part, kind) {
      if (kind === 'set' || held.size === 0) return store.change(part, kind);
      const free = Object.entries(part).filter(([name]) => !held.has(name as keyof LabState));
      store.change(Object.fromEntries(free), kind);
    },
  };
}
