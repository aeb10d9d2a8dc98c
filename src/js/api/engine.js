// The engine as a user holds it: checks the arguments, runs the core, waits for the answer.

import { planAttention } from '../arguments/attention.js';
import { differentiableAttention } from '../arguments/backward.js';
import { finish, startAttention } from '../operations/calls.js';
import { withKept } from './kept.js';
import { planLayer } from '../arguments/layer.js';
import { MultiHeadAttention } from './layer.js';
import {
  startAddAndNorm,
  startEmbed,
  startLinear,
  startSoftmax,
  startSoftmaxSteps,
} from '../operations/small-calls.js';
import {
  planAddAndNorm,
  planEmbed,
  planLinear,
  planSoftmax,
  planSoftmaxSteps,
} from '../arguments/small.js';
import { planTransformer } from '../arguments/transformer.js';
import { Transformer } from './transformer.js';
import { mapSizes } from '../arguments/window.js';

/** @import { Core } from '../host/core.js' */
/** @import { AttentionResult, Backend } from '../types/index.js' */

export class Headwise {
  #core;

  /**
   * @param {Core} core
   * @param {Backend} backend
   */
  constructor(core, backend) {
    this.#core = core;
    /** @readonly */
    this.backend = backend;
  }

  /**
   * @param {unknown} query
   * @param {unknown} key
   * @param {unknown} value
   * @param {unknown} [options]
   * @returns {any} an AttentionResult: which parts of it are there is in the type of the options, see Attend
   */
  scaledDotProductAttention(query, key, value, options) {
    this.#core.expectReady();
    const plan = planAttention(query, key, value, options);
    const result = finish(startAttention(this.#core, plan));
    if (!plan.keep) return /** @type {any} */ (result);
    const of = differentiableAttention(plan);
    return withKept(this.#core, mapSizes(plan, 0), of, null, result);
  }

  /** @param {unknown} config */
  createMultiHeadAttention(config) {
    this.#core.expectReady();
    return new MultiHeadAttention(this.#core, planLayer(config));
  }

  /** @param {unknown} config */
  createTransformer(config) {
    this.#core.expectReady();
    return new Transformer(this.#core, planTransformer(config));
  }

  /**
   * @param {unknown} x
   * @param {unknown} weight
   * @param {unknown} [bias]
   */
  linear(x, weight, bias) {
    this.#core.expectReady();
    return finish(startLinear(this.#core, planLinear(x, weight, bias)));
  }

  /** @param {unknown} x */
  softmax(x) {
    this.#core.expectReady();
    return finish(startSoftmax(this.#core, planSoftmax(x)));
  }

  /** @param {unknown} x */
  softmaxSteps(x) {
    this.#core.expectReady();
    return finish(startSoftmaxSteps(this.#core, planSoftmaxSteps(x)));
  }

  /**
   * @param {unknown} x
   * @param {unknown} sublayer
   * @param {unknown} [options]
   */
  addAndNorm(x, sublayer, options) {
    this.#core.expectReady();
    return finish(startAddAndNorm(this.#core, planAddAndNorm(x, sublayer, options)));
  }

  /**
   * @param {unknown} ids
   * @param {unknown} options
   */
  embed(ids, options) {
    this.#core.expectReady();
    return finish(startEmbed(this.#core, planEmbed(ids, options)));
  }

  dispose() {
    this.#core.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}
