// What a call kept, as a user holds it. The numbers live in the core until it is disposed.

import { startBackward } from '../operations/backward-calls.js';
import { parametersChanged, planBackward } from '../arguments/backward.js';
import { finish, startWindow } from '../operations/calls.js';
import { disposed } from '../arguments/errors.js';
import { planWindow } from '../arguments/window.js';

/** @import { Differentiable } from '../arguments/backward.js' */
/** @import { Core, LayerSlot, Slot } from '../host/core.js' */
/** @import { FloatTensor, Gradients } from '../types/index.js' */
/** @import { MapSizes } from '../arguments/window.js' */

/**
 * A layer as what it kept sees it. The layer lives as long as somebody holds this.
 *
 * @typedef {object} LayerState
 * @property {unknown} owner the layer as its user holds it
 * @property {LayerSlot} slot
 * @property {boolean} gone whether it was disposed
 * @property {number} changes how often its parameters were changed
 */

/** Frees what was never disposed, some time after nobody holds it any more. A safety net only. */
const forgotten = new FinalizationRegistry(
  (/** @type {{ core: Core, slot: Slot }} */ { core, slot }) => core.deleteSlot(slot),
);

export class Kept {
  #core;
  #slot;
  #maps;
  #of;
  #layer;
  #changes;
  #disposed = false;

  /**
   * @param {Core} core
   * @param {Slot} slot
   * @param {MapSizes} maps
   * @param {Differentiable} of
   * @param {LayerState | null} layer whose call it was
   */
  constructor(core, slot, maps, of, layer) {
    this.#core = core;
    this.#slot = slot;
    this.#maps = maps;
    this.#of = of;
    this.#layer = layer;
    this.#changes = layer === null ? 0 : layer.changes;
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
   * @param {unknown} gradOutput
   * @param {unknown} [options]
   * @returns {Gradients}
   */
  backward(gradOutput, options) {
    this.#expectReady();
    const plan = planBackward(this.#of, gradOutput, options);
    this.#expectReady(); // a getter among the options may have disposed
    if (this.#layer?.gone) throw disposed('layer');
    if (this.#layer !== null && this.#layer.changes !== this.#changes) throw parametersChanged();
    const layer = this.#layer === null ? null : this.#layer.slot.handle;
    return finish(startBackward(this.#core, this.#slot.handle, layer, this.#of, plan));
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
 * A result with a Kept in place of the slot.
 *
 * @template {{ kept?: Slot }} Result
 * @param {Core} core
 * @param {MapSizes} maps
 * @param {Differentiable} of
 * @param {LayerState | null} layer whose call it was
 * @param {Result} result
 * @returns {Omit<Result, 'kept'> & { kept: Kept }}
 */
export function withKept(core, maps, of, layer, { kept, ...rest }) {
  return { ...rest, kept: new Kept(core, /** @type {Slot} */ (kept), maps, of, layer) };
}
