// headwise/reference: what headwise computes, in plain JavaScript and float64, written to be read. The oracle that the
// engine is tested against: it takes the same arguments, refuses the same mistakes, and returns Float64Array tensors.
//
// Begin with attention.js: the formula, in six steps. Then layer.js: what makes it multi-head. Both compose seams.js.

import { disposed } from '../arguments/errors.js';
import { ReferenceLayer } from './multi-head-attention.js';
import {
  addAndNorm,
  attentionOf,
  embed,
  linear,
  scaledDotProductAttention,
  softmax,
  softmaxSteps,
} from './operations.js';

/** @import { LoadOptions, MultiHeadAttentionConfig } from '../types/index.js' */
/** @import { Input, ReferenceAttentionOptions, ReferenceHeadwise, ReferenceMultiHeadAttention } from './types.js' */

export { HeadwiseError } from '../arguments/errors.js';
export { tensor } from '../arguments/tensor.js';
export { addAndNorm, embed, linear, scaledDotProductAttention, softmax, softmaxSteps };

/**
 * A layer in float64. Its initial values are those of the engine's, bit for bit.
 *
 * @param {MultiHeadAttentionConfig} config
 * @returns {ReferenceMultiHeadAttention}
 */
export function createMultiHeadAttention(config) {
  return new ReferenceLayer(config, () => {});
}

/**
 * The reference in the shape of the engine, to stand in for it anywhere.
 *
 * @param {LoadOptions} [_options] taken and not needed
 * @returns {Promise<ReferenceHeadwise>}
 *
 * @example
 * import { load } from 'headwise/reference';
 * const headwise = await load();
 * headwise.scaledDotProductAttention(query, key, value).output.data; // Float64Array
 */
export async function load(_options) {
  return new Reference();
}

/** Says in words what `backend` says of the engine. */
const BACKEND = Object.freeze({
  simd: /** @type {const} */ ('fixed'),
  threads: 1,
  reason: 'The reference is plain JavaScript in float64: one thread, no vector instructions.',
  version: 'reference',
  compiler: 'none',
});

class Reference {
  backend = BACKEND;
  #disposed = false;

  /**
   * @param {Input} query
   * @param {Input} key
   * @param {Input} value
   * @param {ReferenceAttentionOptions} [options]
   * @returns {any} as ReferenceHeadwise says
   */
  scaledDotProductAttention(query, key, value, options) {
    const expectReady = () => this.#expectReady();
    expectReady();
    return attentionOf(expectReady, query, key, value, options);
  }

  /** @type {typeof createMultiHeadAttention} */
  createMultiHeadAttention(config) {
    this.#expectReady();
    return new ReferenceLayer(config, () => this.#expectReady());
  }

  /** @type {typeof linear} */
  linear(x, weight, bias) {
    this.#expectReady();
    return linear(x, weight, bias);
  }

  /** @type {typeof softmax} */
  softmax(x) {
    this.#expectReady();
    return softmax(x);
  }

  /** @type {typeof softmaxSteps} */
  softmaxSteps(x) {
    this.#expectReady();
    return softmaxSteps(x);
  }

  /** @type {typeof addAndNorm} */
  addAndNorm(x, sublayer, options) {
    this.#expectReady();
    return addAndNorm(x, sublayer, options);
  }

  /** @type {typeof embed} */
  embed(ids, options) {
    this.#expectReady();
    return embed(ids, options);
  }

  dispose() {
    this.#disposed = true;
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  #expectReady() {
    if (this.#disposed) throw disposed('engine');
  }
}
