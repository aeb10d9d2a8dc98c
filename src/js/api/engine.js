// The engine as a user holds it, in this thread or in a worker: there every method returns a promise.

import { differentiableAttention } from '../arguments/backward.js';
import { mapSizes } from '../arguments/window.js';
import { operations } from '../operations/index.js';
import { Handle, MAKE, run, stateOf } from './handle.js';
import { Kept } from './kept.js';
import { MultiHeadAttention } from './layer.js';

/** @import { Host } from '../host/state.js' */
/** @import { Operation } from '../operations/operation.js' */
/** @import { Backend } from '../types/index.js' */

export class Headwise extends Handle {
  /**
   * @param {Host} host
   * @param {Backend} backend
   */
  constructor(host, backend) {
    super(host, 'engine', null, null);
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
    return run(this, operations.attention, [query, key, value, options], (result, checked) => {
      if (!checked.keep) return result;
      const of = differentiableAttention(checked);
      const about = { maps: mapSizes(checked, 0), of, layer: null, changes: 0 };
      result.kept = new Kept(stateOf(this).host, result.kept, about);
      return result;
    });
  }

  /** @param {unknown} config */
  createMultiHeadAttention(config) {
    return this[MAKE](operations.createLayer, MultiHeadAttention, config);
  }

  /**
   * @param {Operation} operation
   * @param {new (host: Host, slot: any, resolved: any) => Handle} Kind
   * @param {unknown} config
   */
  [MAKE](operation, Kind, config) {
    const { host } = stateOf(this);
    return run(this, operation, [config], (slot, resolved) => new Kind(host, slot, resolved));
  }

  /**
   * @param {unknown} x
   * @param {unknown} weight
   * @param {unknown} [bias]
   */
  linear(x, weight, bias) {
    return run(this, operations.linear, [x, weight, bias]);
  }

  /** @param {unknown} x */
  softmax(x) {
    return run(this, operations.softmax, [x]);
  }

  /** @param {unknown} x */
  softmaxSteps(x) {
    return run(this, operations.softmaxSteps, [x]);
  }

  /**
   * @param {unknown} x
   * @param {unknown} sublayer
   * @param {unknown} [options]
   */
  addAndNorm(x, sublayer, options) {
    return run(this, operations.addAndNorm, [x, sublayer, options]);
  }

  /**
   * @param {unknown} ids
   * @param {unknown} options
   */
  embed(ids, options) {
    return run(this, operations.embed, [ids, options]);
  }

  /** @override */
  dispose() {
    return stateOf(this).host.dispose();
  }
}
