// The base of the engine, layers, caches, kept calls and transformers: a host runs their operations, and they are disposed.

import { version } from 'headwise:package';
import { forgotten } from '../host/forgotten.js';

/** @import { Host, Kind, State, Wrap } from '../host/state.js' */
/** @import { Operation } from '../operations/operation.js' */

/**
 * The method of an engine that makes a handle in it. Other entries of the package are bundled apart, each with a copy of this
 * file: that makes one name for all of them, and another for those of another version.
 */
export const MAKE = Symbol.for(`headwise.make ${version}`);

/**
 * The state of a handle; undefined for anything else. Users cannot reach it.
 *
 * @type {{ (handle: Handle): State, (value: unknown): State | undefined }}
 */
export let stateOf;

export class Handle {
  /** @type {State} */
  #state;

  /**
   * @param {Host} host
   * @param {Kind} kind
   * @param {any} slot null for the engine itself
   * @param {any} about
   */
  constructor(host, kind, slot, about) {
    this.#state = { owner: this, host, kind, slot, about, disposed: false, changes: 0 };
    if (slot !== null) forgotten.register(this, host.freeing(slot), this);
  }

  /** @returns {any} a promise in a worker */
  dispose() {
    const { host, slot, disposed } = this.#state;
    if (disposed) return host.done();
    this.#state.disposed = true;
    forgotten.unregister(this);
    return host.freeing(slot)();
  }

  /** @returns {() => any} undefined in a worker, where `using` could not wait */
  get [Symbol.dispose]() {
    return /** @type {() => any} */ (this.#state.host.isAsync ? undefined : this.dispose);
  }

  /** @returns {() => Promise<void>} undefined in this thread */
  get [Symbol.asyncDispose]() {
    return /** @type {() => any} */ (this.#state.host.isAsync ? this.dispose : undefined);
  }

  static {
    stateOf = /** @type {any} */ (
      (/** @type {unknown} */ value) =>
        typeof value === 'object' && value !== null && #state in value ? value.#state : undefined
    );
  }
}

/**
 * Runs an operation of a handle.
 *
 * @param {Handle} handle
 * @param {Operation} operation
 * @param {readonly unknown[]} [given]
 * @param {Wrap} [wrap]
 * @returns {any} what the operation returns; in a worker a promise of it
 */
export function run(handle, operation, given = [], wrap) {
  const state = stateOf(handle);
  return state.host.run(operation, state, given, wrap);
}
