// The runtime in this thread: every operation is done when its call returns.

import { pastHasChanged } from '../arguments/errors.js';
import { checkArguments, expectReady } from './handle.js';

/** @import { Core, Slot } from './core.js' */
/** @import { State, Wrap } from './handle.js' */
/** @import { Operation } from './operation.js' */

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
 * Refuses a cache that has changed since the options of the call were read.
 *
 * @param {State} cache
 * @param {{ pastLen: number }} checked
 */
function expectPast(cache, { pastLen }) {
  expectReady(cache);
  const { length } = cache.about;
  if (pastLen !== length) throw pastHasChanged(pastLen, length);
}
