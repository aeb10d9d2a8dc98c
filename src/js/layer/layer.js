// The public handle of a multi-head attention layer, with its operations except forward. The parameters are in the core until
// it is disposed.

import { differentiableForward } from '../attention/gradients.js';
import { Kept } from '../attention/kept.js';
import { mapSizes } from '../attention/window.js';
import { Handle, run, stateOf } from '../runtime/handle.js';
import { bytesOf, readResults } from '../runtime/results.js';
import { Cache, createCache } from './cache.js';
import { checkLayer, extraKeys } from './config.js';
import { forward } from './forward.js';
import { checkStateDict, describeLayer, parametersOf, writeParameters } from './parameters.js';
import { atCaller, atCore } from '../runtime/sides.js';

/** @import { Runtime } from '../runtime/handle.js' */
/** @import { Operation } from '../runtime/operation.js' */
/** @import { ResolvedConfig } from '../types/index.js' */

export class MultiHeadAttention extends Handle {
  /**
   * @param {Runtime} runtime
   * @param {any} slot
   * @param {ResolvedConfig} config
   */
  constructor(runtime, slot, config) {
    super(runtime, 'layer', slot, { config });
    /** @readonly */
    this.config = config;
  }

  /** @param {...unknown} given one to three inputs, then options */
  forward(...given) {
    return run(this, forward, given, (result, checked) => {
      if (!checked.keep) return result;
      const { config, changes } = checked;
      const layer = stateOf(this);
      const of = differentiableForward(config, checked);
      const about = { maps: mapSizes(checked, extraKeys(config)), of, layer, changes };
      result.kept = new Kept(layer.runtime, result.kept, about);
      return result;
    });
  }

  stateDict() {
    return run(this, stateDict);
  }

  /** @param {unknown} state */
  loadStateDict(state) {
    return run(this, loadStateDict, [state]);
  }

  /** @param {unknown} options */
  createCache(options) {
    const layer = stateOf(this);
    return run(
      this,
      createCache,
      [options],
      (slot, { batch, capacity }) => new Cache(layer, slot, { batch, capacity }),
    );
  }
}

/** @type {Operation} */
export const createLayer = {
  name: 'createLayer',
  check: atCaller((_, [config]) => checkLayer(config)),
  work: atCore(function* (core, config) {
    return core.create(
      ({ Layer }, engine) => new Layer(engine, describeLayer(core, config), config.seed),
    );
  }),
};

/** @type {Operation} */
export const stateDict = {
  name: 'stateDict',
  check: atCaller(({ about: { config } }) => ({ config })),
  work: atCore(function* (core, { config }, layer) {
    const results = parametersOf(config, (_, buffer) => core.addressIn(layer, buffer));
    core.expectRoom(bytesOf(results));
    return readResults(core, results);
  }),
};

/** @type {Operation} */
export const loadStateDict = {
  name: 'loadStateDict',
  check: atCaller(({ about: { config } }, [state]) => ({
    config,
    parameters: checkStateDict(config, state),
  })),
  changes: true,
  work: atCore(function* (core, { config, parameters }, layer) {
    writeParameters(core, layer, config, parameters);
  }),
};
