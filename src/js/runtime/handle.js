// The base of public handles (engine, layer, cache, kept call, transformer), and the runtime of this thread. A worker's runtime
// is in worker-client.js.

import { disposed, pastHasChanged } from '../arguments/errors.js';
import { finalizer } from './finalizer.js';

/** @import { Core, Slot } from './core.js' */
/** @import { Operation } from './operation.js' */

/**
 * @typedef {'engine' | 'layer' | 'kept call' | 'cache' | 'transformer'} Kind
 *
 * @typedef {object} State a handle's state for its runtime
 * @property {object} owner the handle itself, which stays alive as long as its state
 * @property {Runtime} runtime
 * @property {Kind} kind
 * @property {any} slot in this thread a Slot of the core, for a worker the Slot's number
 * @property {any} about facts of its kind: a layer's config, a cache's length
 * @property {boolean} disposed
 * @property {number} changes how often its parameters have changed
 */

/**
 * Runs operations. In this thread it returns their results, for a worker it returns promises.
 *
 * @typedef {object} Runtime
 * @property {boolean} isAsync
 * @property {() => void} expectReady throws if the core was disposed or is computing a call
 * @property {(operation: Operation, on: State, given: readonly unknown[], wrap?: Wrap) => any} run
 * @property {(slot: any) => () => any} freeing
 *   returns a function that frees a slot. It holds no reference to the runtime, so that the runtime can be collected
 * @property {() => any} done the return value of a method without work
 * @property {() => any} dispose
 *
 * @typedef {(result: any, checked: any) => any} Wrap creates handles for the slots in a result
 */

/**
 * The state of a handle, hidden from users; undefined for any other value.
 *
 * @type {{ (handle: Handle): State, (value: unknown): State | undefined }}
 */
export let stateOf;

export class Handle {
  /** @type {State} */
  #state;

  /**
   * @param {Runtime} runtime
   * @param {Kind} kind
   * @param {any} slot null for the engine itself
   * @param {any} about
   */
  constructor(runtime, kind, slot, about) {
    this.#state = { owner: this, runtime, kind, slot, about, disposed: false, changes: 0 };
    if (slot !== null) finalizer.register(this, runtime.freeing(slot), this);
  }

  /** @returns {any} in a worker a promise */
  dispose() {
    const { runtime, slot, disposed } = this.#state;
    if (disposed) return runtime.done();
    this.#state.disposed = true;
    finalizer.unregister(this);
    return runtime.freeing(slot)();
  }

  /** @returns {() => any} undefined in a worker, as `using` does not await */
  get [Symbol.dispose]() {
    return /** @type {() => any} */ (this.#state.runtime.isAsync ? undefined : this.dispose);
  }

  /** @returns {() => Promise<void>} undefined in this thread */
  get [Symbol.asyncDispose]() {
    return /** @type {() => any} */ (this.#state.runtime.isAsync ? this.dispose : undefined);
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
 * @returns {any} the operation's result; in a worker a promise of it
 */
export function run(handle, operation, given = [], wrap) {
  const state = stateOf(handle);
  return state.runtime.run(operation, state, given, wrap);
}

/** @param {State} state */
export function expectReady({ kind, disposed: gone, runtime }) {
  if (gone) throw disposed(kind);
  runtime.expectReady();
}

/**
 * Checks the arguments of a call.
 *
 * @param {Operation} operation
 * @param {State} on
 * @param {readonly unknown[]} given
 */
export function checkArguments(operation, on, given) {
  expectReady(on);
  const checked = operation.check(on, given);
  expectReady(on); // a getter among the arguments may have disposed of the handle
  if (operation.changes) on.changes++;
  return checked;
}

/** The runtime of this thread: an operation is complete when its call returns. */
export class ThreadRuntime {
  #core;
  isAsync = false;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  expectReady() {
    this.#core.expectReady();
  }

  /**
   * @param {Operation} operation
   * @param {State} on
   * @param {readonly unknown[]} given
   * @param {Wrap} [wrap]
   */
  run(operation, on, given, wrap) {
    const checked = checkArguments(operation, on, given);
    const beside = operation.beside === undefined ? null : operation.beside(on, checked);
    const isCache = beside !== null && beside.kind === 'cache';
    if (isCache) expectPast(beside, checked);
    const result = this.#work(operation, checked, on, beside);
    if (isCache) beside.about.length = beside.about.lengthToBe = checked.pastLen + checked.keyLen;
    return wrap === undefined ? result : wrap(result, checked);
  }

  /**
   * @param {Operation} operation
   * @param {any} checked
   * @param {State} on
   * @param {State | null} beside
   */
  #work({ work }, checked, { slot }, beside) {
    if (work === null) return undefined;
    const core = this.#core;
    const onProgress = checked.onProgress ?? null;
    core.sliced = onProgress !== null;
    const working = work(
      core,
      checked,
      slot === null ? null : slot.handle,
      beside === null ? null : beside.slot.handle,
    );
    let next = working.next();
    try {
      while (!next.done) {
        onProgress(next.value);
        next = working.next();
      }
      return next.value;
    } finally {
      if (!next.done) working.return(undefined); // onProgress threw
    }
  }

  /** @param {Slot} slot */
  freeing(slot) {
    const core = this.#core;
    return () => core.deleteSlot(slot);
  }

  done() {}

  dispose() {
    this.#core.dispose();
  }
}

/**
 * Refuses a cache whose length has changed since the options of the call were read.
 *
 * @param {State} cache
 * @param {{ pastLen: number }} checked
 */
function expectPast(cache, { pastLen }) {
  expectReady(cache);
  const { length } = cache.about;
  if (pastLen !== length) throw pastHasChanged(pastLen, length);
}
