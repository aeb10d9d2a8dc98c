// The public handle of the engine, in this thread or in a worker, whose methods return promises.

import { attention } from './attention/attention.js';
import { differentiableAttention } from './attention/gradients.js';
import { Kept } from './attention/kept.js';
import { mapSizes } from './attention/window.js';
import { createLayer, MultiHeadAttention } from './layer/layer.js';
import { addAndNorm } from './small/add-and-norm.js';
import { embed } from './small/embed.js';
import { linear } from './small/linear.js';
import { softmax, softmaxSteps } from './small/softmax.js';
import { Handle, run, stateOf } from './runtime/handle.js';
import { MAKE } from './runtime/make.js';

/** @import { Runtime } from './runtime/handle.js' */
/** @import { Operation } from './runtime/operation.js' */
/** @import { Backend } from './types/index.js' */

export class Headwise extends Handle {
  /**
   * @param {Runtime} runtime
   * @param {Backend} backend
   */
  constructor(runtime, backend) {
    super(runtime, 'engine', null, null);
    /** @readonly */
    this.backend = backend;
  }

  /**
   * @param {unknown} query
   * @param {unknown} key
   * @param {unknown} value
   * @param {unknown} [options]
   */
  scaledDotProductAttention(query, key, value, options) {
    return run(this, attention, [query, key, value, options], (result, checked) => {
      if (!checked.keep) return result;
      const of = differentiableAttention(checked);
      const about = { maps: mapSizes(checked, 0), of, layer: null, changes: 0 };
      result.kept = new Kept(stateOf(this).runtime, result.kept, about);
      return result;
    });
  }

  /** @param {unknown} config */
  createMultiHeadAttention(config) {
    return this[MAKE](createLayer, MultiHeadAttention, config);
  }

  /**
   * @param {Operation} operation
   * @param {new (runtime: Runtime, slot: any, resolved: any) => Handle} Kind
   * @param {unknown} config
   */
  [MAKE](operation, Kind, config) {
    const { runtime } = stateOf(this);
    return run(this, operation, [config], (slot, resolved) => new Kind(runtime, slot, resolved));
  }

  /**
   * @param {unknown} x
   * @param {unknown} weight
   * @param {unknown} [bias]
   */
  linear(x, weight, bias) {
    return run(this, linear, [x, weight, bias]);
  }

  /** @param {unknown} x */
  softmax(x) {
    return run(this, softmax, [x]);
  }

  /** @param {unknown} x */
  softmaxSteps(x) {
    return run(this, softmaxSteps, [x]);
  }

  /**
   * @param {unknown} x
   * @param {unknown} sublayer
   * @param {unknown} [options]
   */
  addAndNorm(x, sublayer, options) {
    return run(this, addAndNorm, [x, sublayer, options]);
  }

  /**
   * @param {unknown} ids
   * @param {unknown} options
   */
  embed(ids, options) {
    return run(this, embed, [ids, options]);
  }

  /** @override */
  dispose() {
    return stateOf(this).runtime.dispose();
  }
}
