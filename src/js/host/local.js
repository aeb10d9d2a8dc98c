// The host in this thread: every operation is done when its call returns.

import { pastHasChanged } from '../arguments/errors.js';
import { begin } from '../operations/operation.js';
import { rows } from '../operations/rows.js';
import { checkArguments, expectReady } from './state.js';

/** @import { Operation } from '../operations/operation.js' */
/** @import { Slot } from './slots.js' */
/** @import { Core } from './core.js' */
/** @import { State, Wrap } from './state.js' */

export class LocalHost {
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
    const result =
      beside !== null && beside.kind === 'cache'
        ? this.#runWithCache(operation, on, checked, beside)
        : this.#compute(operation, checked, on.slot, beside === null ? null : beside.slot);
    return wrap === undefined ? result : wrap(result, checked);
  }

  /**
   * @param {Operation} operation
   * @param {State} on
   * @param {{ pastLen: number, keyLen: number }} checked
   * @param {State} cache
   */
  #runWithCache(operation, on, checked, cache) {
    expectReady(cache);
    const { about } = cache;
    const { pastLen, keyLen } = checked;
    if (pastLen !== about.length) throw pastHasChanged(pastLen, about.length);
    const result = operation.counts
      ? undefined
      : this.#compute(operation, checked, on.slot, cache.slot);
    about.length = about.lengthToBe = pastLen + keyLen;
    return result;
  }

  /**
   * @param {Operation} operation
   * @param {any} checked
   * @param {Slot | null} slot
   * @param {Slot | null} beside
   */
  #compute(operation, checked, slot, beside) {
    const core = this.#core;
    const row = operation.row ?? rows[operation.name];
    const { steps, collect } = begin(row, core, checked, slot, beside);
    if (!steps) return collect();
    const { onProgress } = checked;
    try {
      if (onProgress === null || onProgress === undefined) {
        while (!core.step(false));
      } else {
        while (!core.step(true)) onProgress(core.progress);
        onProgress(1);
      }
      return collect();
    } finally {
      core.release();
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
