// What a call kept, as a user holds it. The numbers live in the core until it is disposed.

import { finish, startWindow } from './calls.js';
import { disposed, unsupported } from './errors.js';
import { mapSizes, planWindow } from './window-plan.js';

/** @import { Sizes } from './attention-options.js' */
/** @import { Core, Slot } from './core.js' */
/** @import { FloatTensor } from './types.js' */
/** @import { MapSizes } from './window-plan.js' */

/** Frees what was never disposed, some time after nobody holds it any more. A safety net only. */
const forgotten = new FinalizationRegistry(
  (/** @type {{ core: Core, slot: Slot }} */ { core, slot }) => core.deleteSlot(slot),
);

export class Kept {
  #core;
  #slot;
  #maps;
  #disposed = false;

  /**
   * @param {Core} core
   * @param {Slot} slot
   * @param {MapSizes} maps
   */
  constructor(core, slot, maps) {
    this.#core = core;
    this.#slot = slot;
    this.#maps = maps;
    forgotten.register(this, { core, slot }, this);
  }

  /**
   * @param {unknown} window
   * @returns {FloatTensor}
   */
  attentionWindow(window) {
    this.#expectReady();
    const plan = planWindow(this.#maps, window);
    this.#expectReady(); // a getter among the options may have disposed
    return finish(startWindow(this.#core, this.#slot.handle, plan));
  }

  /**
   * @param {unknown} _gradOutput
   * @returns {never}
   */
  backward(_gradOutput) {
    this.#expectReady();
    throw unsupported('backward');
  }

  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    this.#core.deleteSlot(this.#slot);
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  #expectReady() {
    if (this.#disposed) throw disposed('kept call');
    this.#core.expectReady();
  }
}

/**
 * A result with a Kept in place of the slot, if there is one.
 *
 * @template {{ kept?: Slot }} Result
 * @param {Core} core
 * @param {Sizes} plan
 * @param {number} extraLen keys that the layer adds at the end
 * @param {Result} result
 * @returns {Omit<Result, 'kept'> & { kept?: Kept }}
 */
export function withKept(core, plan, extraLen, result) {
  const kept = result.kept && new Kept(core, result.kept, mapSizes(plan, extraLen));
  return /** @type {any} */ (kept ? { ...result, kept } : result);
}
