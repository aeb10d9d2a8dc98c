// The multi-head attention layer as a user holds it. Its parameters live in the core until it is disposed.

import { differentiableForward } from '../arguments/backward.js';
import { extraKeys } from '../arguments/layer-config.js';
import { mapSizes } from '../arguments/window.js';
import { operations } from '../operations/index.js';
import { Cache } from './cache.js';
import { Handle, run, stateOf } from './handle.js';
import { Kept } from './kept.js';

/** @import { Host } from '../host/state.js' */
/** @import { ResolvedConfig } from '../types/index.js' */

export class MultiHeadAttention extends Handle {
  /**
   * @param {Host} host
   * @param {any} slot
   * @param {ResolvedConfig} config
   */
  constructor(host, slot, config) {
    super(host, 'layer', slot, { config });
    /** @readonly */
    this.config = config;
  }

  /** @param {...unknown} given one to three inputs, then options */
  forward(...given) {
    return run(this, operations.forward, given, (result, checked) => {
      if (!checked.keep) return result;
      const { config, changes } = checked;
      const layer = stateOf(this);
      const of = differentiableForward(config, checked);
      const about = { maps: mapSizes(checked, extraKeys(config)), of, layer, changes };
      result.kept = new Kept(layer.host, result.kept, about);
      return result;
    });
  }

  stateDict() {
    return run(this, operations.stateDict);
  }

  /** @param {unknown} state */
  loadStateDict(state) {
    return run(this, operations.loadStateDict, [state]);
  }

  /** @param {unknown} options */
  createCache(options) {
    const layer = stateOf(this);
    return run(
      this,
      operations.createCache,
      [options],
      (slot, { batch, capacity }) => new Cache(layer, slot, { batch, capacity }),
    );
  }
}
