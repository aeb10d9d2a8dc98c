// A kept call as a user holds it. Its numbers live in the core until it is disposed.

import { operations } from '../operations/index.js';
import { Handle, run } from './handle.js';

/** @import { Differentiable } from '../arguments/backward.js' */
/** @import { MapSizes } from '../arguments/window.js' */
/** @import { Host, State } from '../host/state.js' */

/**
 * @typedef {object} AboutKept
 * @property {MapSizes} maps
 * @property {Differentiable} of
 * @property {State | null} layer whose call it was
 * @property {number} changes how often the parameters of the layer had been changed then
 */

export class Kept extends Handle {
  /**
   * @param {Host} host
   * @param {any} slot
   * @param {AboutKept} about
   */
  constructor(host, slot, about) {
    super(host, 'kept call', slot, about);
  }

  /** @param {unknown} window */
  attentionWindow(window) {
    return run(this, operations.attentionWindow, [window]);
  }

  /**
   * @param {unknown} gradOutput
   * @param {unknown} [options]
   */
  backward(gradOutput, options) {
    return run(this, operations.backward, [gradOutput, options]);
  }
}
