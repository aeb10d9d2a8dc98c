// The places of what lives in the core until it is deleted: layers, caches, kept calls, transformers.

/** @import { Gate } from './core-gate.js' */

export class Slot {
  /** @param {any} handle null once it was deleted, or the core was: a handle leads to all of the memory */
  constructor(handle) {
    this.handle = handle;
  }
}

export class Slots {
  /** @type {any} null once the core is gone: it leads to all of the memory */
  #gate;
  /** @type {Set<Slot>} */
  #held = new Set();
  /** @type {Slot[]} */
  #leaving = [];

  /** @param {Gate} gate */
  constructor(gate) {
    this.#gate = gate;
  }

  /** @param {() => { delete(): void }} make */
  hold(make) {
    const slot = new Slot(this.#gate.call(make));
    this.#held.add(slot);
    return slot;
  }

  /** @param {Slot} slot */
  delete(slot) {
    const { handle } = slot;
    slot.handle = null;
    if (!this.#gate.isBroken) this.#gate.call(() => handle.delete());
    this.#held.delete(slot);
  }

  /** Of a slot that a call may be using. @param {Slot} slot to be deleted after the call */
  leave(slot) {
    this.#leaving.push(slot);
  }

  /** Takes out the ones to delete now. */
  left() {
    return this.#leaving.splice(0);
  }

  /** The core is gone: a reference to a slot must not keep its memory alive. */
  clear() {
    for (const slot of this.#held) slot.handle = null;
    this.#held.clear();
    this.#leaving = [];
    this.#gate = null;
  }
}
