// A layer's cache as a user holds it. Its keys and values live in the core until it is disposed.

import { expectReady } from '../host/state.js';
import { emptyTurns } from '../host/turns.js';
import { operations } from '../operations/index.js';
import { Handle, run, stateOf } from './handle.js';

/** @import { CheckedCache } from '../arguments/layer.js' */
/** @import { State } from '../host/state.js' */

export class Cache extends Handle {
  /**
   * @param {State} layer that it is of
   * @param {any} slot
   * @param {CheckedCache} size
   */
  constructor(layer, slot, size) {
    super(layer.host, 'cache', slot, { layer, ...size, ...emptyTurns() });
  }

  get length() {
    const state = stateOf(this);
    expectReady(state);
    return state.about.length;
  }

  /** @param {unknown} length */
  truncate(length) {
    return run(this, operations.truncate, [length]);
  }
}
