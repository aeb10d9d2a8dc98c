// The layer as a user of the reference holds it: parameters, and the methods that the engine's layer has.

import { differentiableForward, parametersChanged } from '../attention/gradients.js';
import { disposed } from '../arguments/errors.js';
import { checkCache } from '../layer/cache.js';
import { checkForward } from '../layer/forward.js';
import { checkLayer, extraKeys } from '../layer/config.js';
import { checkStateDict } from '../layer/parameters.js';
import { mapSizes } from '../attention/window.js';
import { forwardBackward } from './backward.js';
import { ReferenceCache } from './cache.js';
import { ReferenceKept } from './kept.js';
import { boundForward } from './layer-bounds.js';
import { forward } from './layer.js';
import { fromStateDict, initialParameters, toStateDict } from './parameters.js';
import { forwardResult } from './results.js';

/** @import { CheckedForward } from '../layer/forward.js' */
/** @import { ResolvedConfig } from '../types/index.js' */
/** @import { LayerActivations } from './layer.js' */
/** @import { DoubleTensor, ReferenceForwardResult } from './types.js' */

export class ReferenceLayer {
  #parameters;
  #expectReady;
  #engineReady; // a kept call outlives its layer

  /**
   * @param {unknown} config
   * @param {() => void} expectReady throws if the layer's engine was disposed
   */
  constructor(config, expectReady) {
    /** @type {ResolvedConfig} */
    this.config = checkLayer(config);
    this.#parameters = initialParameters(this.config);
    this.#expectReady = this.#engineReady = expectReady;
  }

  /**
   * @param {...unknown} given one to three inputs, then options
   * @returns {any} a ReferenceForwardResult, see ReferenceForward
   */
  forward(...given) {
    this.#expectReady();
    const open = (/** @type {unknown} */ cache) => ReferenceCache.open(cache, this.config);
    const checked = checkForward(this.config, given, open, 'float64');
    this.#expectReady(); // a getter among the arguments may have disposed
    const placed =
      checked.cache === null
        ? checked
        : { ...checked, ...checked.cache.cache.past(checked.pastLen) };
    const activations = forward(this.config, this.#parameters, placed);
    /** @type {ReferenceForwardResult} */
    const result = forwardResult(this.config, checked, activations, checked.out);
    if (checked.bounds) {
      const bounds = boundForward(this.config, this.#parameters, placed, activations);
      result.bounds = forwardResult(this.config, checked, bounds);
    }
    if (checked.keep) {
      result.kept = this.#keep(placed, activations);
    }
    if (checked.cache !== null) {
      const { key, value } = activations;
      checked.cache.cache.grow(key, value, checked.pastLen + checked.keyLen);
    }
    return result;
  }

  /**
   * @param {CheckedForward} checked
   * @param {LayerActivations} activations
   */
  #keep(checked, activations) {
    const maps = mapSizes(checked, extraKeys(this.config));
    const parameters = this.#parameters;
    const call = differentiableForward(this.config, checked);
    return new ReferenceKept(
      maps,
      activations.attended.attention,
      this.#engineReady,
      call,
      (gradOutput, wanted) => {
        this.#expectReady();
        if (this.#parameters !== parameters) throw parametersChanged();
        const { config } = this;
        return forwardBackward(config, parameters, checked, activations, call, gradOutput, wanted);
      },
    );
  }

  /** @returns {Record<string, DoubleTensor>} */
  stateDict() {
    this.#expectReady();
    return toStateDict(this.config, this.#parameters);
  }

  /** @param {Record<string, unknown>} state */
  loadStateDict(state) {
    this.#expectReady();
    const checked = checkStateDict(this.config, state, 'float64');
    this.#expectReady(); // a getter among them may have disposed
    this.#parameters = fromStateDict(this.config, checked);
  }

  /**
   * @param {unknown} options
   * @returns {ReferenceCache}
   */
  createCache(options) {
    this.#expectReady();
    const checked = checkCache(options);
    this.#expectReady(); // a getter among the options may have disposed
    return new ReferenceCache(this.config, checked, this.#engineReady);
  }

  dispose() {
    this.#expectReady = () => {
      throw disposed('layer');
    };
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}
