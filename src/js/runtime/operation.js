// What an operation is. Each is one object in a file of its own: the check of its arguments, and its work on a core.

/** @import { Core } from './core.js' */
/** @import { State } from './handle.js' */

/**
 * An operation of a handle. The calling thread checks its arguments. Its work is a generator: this thread drives it in a loop,
 * a worker looks at its messages wherever it yields.
 *
 * @typedef {object} Operation
 * @property {string} name a worker finds it by this name
 * @property {(on: State, given: readonly unknown[]) => any} check
 *   The arguments, checked, as one object. It can be sent to a worker, but for `signal`, `onProgress`, `out` and `cache`,
 *   which stay with the caller.
 * @property {((core: Core, checked: any, handle: any, other: any) => Generator<number, any, void>) | null} work
 *   `handle` is the core's layer, kept call or transformer, or null; `other` is that of `beside`. It yields the part that is
 *   done, 0 to 1, and returns the result. Null: the operation is done once its arguments are checked
 * @property {(on: State, checked: any) => State | null} [beside] the other handle that it needs: a cache, a layer
 * @property {boolean} [changes] whether it changes parameters, which the gradients of earlier calls need
 */

export {};
