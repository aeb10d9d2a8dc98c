// The type of an operation: one object with the check of its arguments, its results and its work on a core.

import type { Core } from './core.ts';
import type { State } from './handle.ts';
import type { Outcome } from './results.ts';

/**
 * An operation of a handle. The calling thread checks its arguments. Its work is a generator: the calling thread drives it in
 * a loop, a worker handles its messages at each yield.
 */
export interface Operation {
  /** a worker finds it by this name */
  name: string;
  /**
   * Returns the checked arguments as one object. All of it can be sent to a worker except `signal`, `onProgress`, `out` and
   * `cache`, which stay with the caller.
   */
  check: (on: State, given: readonly unknown[]) => any;
  /** The names and shapes of the results; `handle` as for `work`. Absent: the operation returns no tensors */
  results?: (checked: any, handle?: any) => Outcome;
  /**
   * `handle` is the core's layer, kept call or transformer, or null; `other` is the handle from `beside`. Yields the progress,
   * 0 to 1, and returns the result. Null: the operation is done once its arguments are checked
   */
  work:
    ((core: Core, checked: any, handle: any, other: any) => Generator<number, any, void>) | null;
  /** returns the second handle that it needs: a cache, a layer */
  beside?: (on: State, checked: any) => State | null;
  /** whether it changes parameters that the gradients of earlier calls need */
  changes?: boolean;
}

export {};
