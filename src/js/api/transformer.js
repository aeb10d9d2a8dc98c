// A transformer as a user holds it. Its parameters, and the moments of its optimiser, live in the core until it is disposed.

import { operations } from '../operations/transformers.js';
import { Handle, run } from './handle.js';

/** @import { Host } from '../host/state.js' */
/** @import { ResolvedTransformerConfig } from '../types/training.js' */

export class Transformer extends Handle {
  /**
   * @param {Host} host
   * @param {any} slot
   * @param {ResolvedTransformerConfig} config
   */
  constructor(host, slot, config) {
    super(host, 'transformer', slot, { config });
    /** @readonly */
    this.config = config;
  }

  /**
   * @param {unknown} tokens
   * @param {unknown} [options]
   */
  forward(tokens, options) {
    return run(this, operations.transformerForward, [tokens, options]);
  }

  /**
   * @param {unknown} batch
   * @param {unknown} [options]
   */
  evaluate(batch, options) {
    return run(this, operations.evaluate, [batch, options]);
  }

  /**
   * @param {unknown} batch
   * @param {unknown} [options]
   */
  trainStep(batch, options) {
    return run(this, operations.trainStep, [batch, options]);
  }

  stateDict() {
    return run(this, operations.transformerState);
  }

  /** @param {unknown} state */
  loadStateDict(state) {
    return run(this, operations.loadTransformerState, [state]);
  }

  optimizerState() {
    return run(this, operations.optimizerState);
  }

  /** @param {unknown} state */
  loadOptimizerState(state) {
    return run(this, operations.loadOptimizerState, [state]);
  }
}
