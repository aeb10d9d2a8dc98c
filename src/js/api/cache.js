// A layer's cache as a user holds it. Its keys and values live in the core until it is disposed.

import { disposed, wrongKind } from '../arguments/errors.js';
import { planTruncation } from '../arguments/layer.js';

/** @import { CacheHandle, Core, Slot } from '../host/core.js' */
/** @import { CachePlan, PlannedCache } from '../arguments/layer.js' */

/** Frees what was never disposed, some time after nobody holds it any more. A safety net only. */
const forgotten = new FinalizationRegistry(
  (/** @type {{ core: Core, slot: Slot }} */ { core, slot }) => core.deleteSlot(slot),
);

/**
 * What a call needs of a cache.
 *
 * @type {(value: unknown, layer: object) => PlannedCache & { slot: Slot }}
 */
export let openCache;

export class Cache {
  #core;
  #slot;
  #layer;
  #plan;
  #disposed = false;

  /**
   * @param {Core} core
   * @param {Slot} slot
   * @param {object} layer that it is of
   * @param {CachePlan} plan
   */
  constructor(core, slot, layer, plan) {
    this.#core = core;
    this.#slot = slot;
    this.#layer = layer;
    this.#plan = plan;
    forgotten.register(this, { core, slot }, this);
  }

  get length() {
    this.#expectReady();
    return this.#core.call(() => this.#slot.handle.length);
  }

  /** @param {unknown} length */
  truncate(length) {
    this.#expectReady();
    const kept = planTruncation(length, this.length);
    this.#core.call(() => this.#slot.handle.truncate(kept));
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
    if (this.#disposed) throw disposed('cache');
    this.#core.expectReady();
  }

  static {
    openCache = (value, layer) => {
      if (typeof value !== 'object' || value === null || !(#slot in value)) {
        throw wrongKind('cache', 'a cache from createCache', value);
      }
      if (value.#layer !== layer) throw wrongKind('cache', "a cache of this layer's", value);
      return { ...value.#plan, length: value.length, slot: value.#slot };
    };
  }
}
