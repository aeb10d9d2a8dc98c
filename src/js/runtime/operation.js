// The type of an operation: one object with the check of its arguments and its work on a core.

/** @import { Core } from './core.js' */
/** @import { State } from './handle.js' */

/**
 * An operation of a handle. The calling thread checks its arguments. Its work is a generator: the calling thread drives it in
 * a loop, a worker handles its messages at each yield.
 *
 * @typedef {object} Operation
 * @property {string} name a worker finds it by this name
 * @property {(on: State, given: readonly unknown[]) => any} check
 *   Returns the checked arguments as one object. All of it can be sent to a worker except `signal`, `onProgress`, `out` and
 *   `cache`, which stay with the caller.
 * @property {((core: Core, checked: any, handle: any, other: any) => Generator<number, any, void>) | null} work
 *   `handle` is the core's layer, kept call or transformer, or null; `other` is the handle from `beside`. Yields the progress,
 *   0 to 1, and returns the result. Null: the operation is done once its arguments are checked
 * @property {(on: State, checked: any) => State | null} [beside] returns the second handle that it needs: a cache, a layer
 * @property {boolean} [changes] whether it changes parameters that the gradients of earlier calls need
 */

export {};
