// The layer as a user of the reference holds it: parameters, and the methods that the engine's layer has.

import { differentiableForward, parametersChanged } from '../attention/gradients.ts';
import { disposed } from '../arguments/errors.ts';
import { checkCache } from '../layer/cache.ts';
import { checkForward } from '../layer/forward.ts';
import { checkLayer, extraKeys } from '../layer/config.ts';
import { checkStateDict } from '../layer/parameters.ts';
import { mapSizes } from '../attention/window.ts';
import { forwardBackward } from './backward.ts';
import { ReferenceCache } from './cache.ts';
import { ReferenceKept } from './kept.ts';
import { boundForward } from './layer-bounds.ts';
import { forward } from './layer.ts';
import { fromStateDict, initialParameters, toStateDict } from './parameters.ts';
import { forwardResult } from './results.ts';
import type { CheckedForward } from '../layer/forward.ts';
import type { ResolvedConfig } from '../types/index.ts';
import type { LayerActivations } from './layer.ts';
import type { DoubleTensor, ReferenceForwardResult } from './types.ts';

export class ReferenceLayer {
  #parameters;
  #expectReady;
  #engineReady; // a kept call outlives its layer

  declare config: ResolvedConfig;

  /** @param expectReady throws if the layer's engine was disposed */
  constructor(config: unknown, expectReady: () => void) {
    this.config = checkLayer(config);
    this.#parameters = initialParameters(this.config);
    this.#expectReady = this.#engineReady = expectReady;
  }

  /**
   * @param given one to three inputs, then options
   * @returns a ReferenceForwardResult, see ReferenceForward
   */
  forward(...given: unknown[]): any {
    this.#expectReady();
    const open = (cache: unknown) => ReferenceCache.open(cache, this.config);
    const checked = checkForward(this.config, given, open, 'float64');
    this.#expectReady(); // a getter among the arguments may have disposed
    const placed =
      checked.cache === null
        ? checked
        : { ...checked, ...checked.cache.cache.past(checked.pastLen) };
    const activations = forward(this.config, this.#parameters, placed);
    const result: ReferenceForwardResult = forwardResult(
      this.config,
      checked,
      activations,
      checked.out,
    );
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

  #keep(checked: CheckedForward, activations: LayerActivations) {
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

  stateDict(): Record<string, DoubleTensor> {
    this.#expectReady();
    return toStateDict(this.config, this.#parameters);
  }

  loadStateDict(state: Record<string, unknown>) {
    this.#expectReady();
    const checked = checkStateDict(this.config, state, 'float64');
    this.#expectReady(); // a getter among them may have disposed
    this.#parameters = fromStateDict(this.config, checked);
  }

  createCache(options: unknown): ReferenceCache {
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
