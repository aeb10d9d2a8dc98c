// The public handle of a kept call. Its saved activations are in the core until it is disposed.

import { Handle, run } from '../runtime/handle.js';
import { backward } from './gradients.js';
import { attentionWindow } from './window.js';

/** @import { Runtime, State } from '../runtime/handle.js' */
/** @import { Differentiable } from './gradients.js' */
/** @import { MapSizes } from './window.js' */

/**
 * @typedef {object} AboutKept
 * @property {MapSizes} maps
 * @property {Differentiable} of
 * @property {State | null} layer the layer, if it was a layer's call
 * @property {number} changes the layer's count of parameter changes at the time of the call
 */

export class Kept extends Handle {
  /**
   * @param {Runtime} runtime
   * @param {any} slot
   * @param {AboutKept} about
   */
  constructor(runtime, slot, about) {
    super(runtime, 'kept call', slot, about);
  }

  /** @param {unknown} window */
  attentionWindow(window) {
    return run(this, attentionWindow, [window]);
  }

  /**
   * @param {unknown} gradOutput
   * @param {unknown} [options]
   */
  backward(gradOutput, options) {
    return run(this, backward, [gradOutput, options]);
  }
}
