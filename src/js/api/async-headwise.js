// The engine in a worker, as a user holds it. Arguments are checked here, copied, and sent as plans; the core is at the
// other end of remote.js.

import { planAttention } from '../arguments/attention.js';
import { differentiableAttention, differentiableForward } from '../arguments/backward.js';
import { AsyncCache, openAsyncCache } from './async-cache.js';
import { AsyncKept } from './async-kept.js';
import { AsyncTransformer } from './async-transformer.js';
import { disposed } from '../arguments/errors.js';
import { extraKeys, planCache, planForward, planLayer } from '../arguments/layer.js';
import {
  planAddAndNorm,
  planEmbed,
  planLinear,
  planSoftmax,
  planSoftmaxSteps,
} from '../arguments/small.js';
import { checkOut } from '../arguments/numbers.js';
import { checkStateDict } from '../arguments/state-dict.js';
import { planTransformer } from '../arguments/transformer.js';
import { copyOf, fill } from '../arguments/typed-array.js';
import { mapSizes } from '../arguments/window.js';

/** @import { AttentionPlan } from '../arguments/attention.js' */
/** @import { Differentiable } from '../arguments/backward.js' */
/** @import { ForwardPlan } from '../arguments/layer.js' */
/** @import { Remote } from '../host/remote.js' */
/** @import { MapSizes } from '../arguments/window.js' */
/** @import { AddAndNormResult, Backend, Embedding, FloatTensor, ResolvedConfig, SoftmaxSteps } from '../types/index.js' */

/**
 * What an engine and its layers hold in common. When none of them is held any more, the worker ends.
 *
 * @typedef {{ readonly remote: Remote }} Lease
 */

/**
 * A layer as what it kept sees it. The layer lives as long as somebody holds this.
 *
 * @typedef {object} AsyncLayerState
 * @property {unknown} owner the layer as its user holds it
 * @property {number} number the server's for it
 * @property {boolean} gone whether it was disposed
 * @property {number} changes how often its parameters were changed
 */

/** @type {FinalizationRegistry<Remote>} a safety net only */
const abandoned = new FinalizationRegistry((remote) => remote.abandon());

/** @type {FinalizationRegistry<{ remote: Remote, layer: number }>} */
const forgotten = new FinalizationRegistry(({ remote, layer }) => {
  remote.ask('disposeLayer', undefined, { layer }).catch(() => {});
});

export class AsyncHeadwise {
  #lease;

  /**
   * @param {Remote} remote
   * @param {Backend} backend
   */
  constructor(remote, backend) {
    this.#lease = { remote };
    abandoned.register(this.#lease, remote, this.#lease);
    /** @readonly */
    this.backend = backend;
  }

  /**
   * @param {unknown} query
   * @param {unknown} key
   * @param {unknown} value
   * @param {unknown} [options]
   * @returns {Promise<any>} an AttentionResult: which parts of it are there is in the type of the options, see AsyncAttend
   */
  async scaledDotProductAttention(query, key, value, options) {
    this.#expectReady();
    const plan = planAttention(query, key, value, options);
    return askWith(this.#lease, 'attention', plan, mapSizes(plan, 0), () =>
      differentiableAttention(plan),
    );
  }

  /**
   * @param {unknown} config
   * @returns {Promise<AsyncMultiHeadAttention>}
   */
  async createMultiHeadAttention(config) {
    this.#expectReady();
    const plan = planLayer(config);
    return new AsyncMultiHeadAttention(
      this.#lease,
      await this.#lease.remote.ask('createLayer', plan),
      plan,
    );
  }

  /**
   * @param {unknown} config
   * @returns {Promise<AsyncTransformer>}
   */
  async createTransformer(config) {
    this.#expectReady();
    const plan = planTransformer(config);
    const made = await this.#lease.remote.ask('createTransformer', plan);
    return new AsyncTransformer(this.#lease, made, plan);
  }

  /**
   * @param {unknown} x
   * @param {unknown} weight
   * @param {unknown} [bias]
   * @returns {Promise<FloatTensor>}
   */
  async linear(x, weight, bias) {
    this.#expectReady();
    return this.#lease.remote.ask('linear', copy(planLinear(x, weight, bias)));
  }

  /**
   * @param {unknown} x
   * @returns {Promise<FloatTensor>}
   */
  async softmax(x) {
    this.#expectReady();
    return this.#lease.remote.ask('softmax', copy(planSoftmax(x)));
  }

  /**
   * @param {unknown} x
   * @returns {Promise<SoftmaxSteps>}
   */
  async softmaxSteps(x) {
    this.#expectReady();
    return this.#lease.remote.ask('softmaxSteps', copy(planSoftmaxSteps(x)));
  }

  /**
   * @param {unknown} x
   * @param {unknown} sublayer
   * @param {unknown} [options]
   * @returns {Promise<AddAndNormResult>}
   */
  async addAndNorm(x, sublayer, options) {
    this.#expectReady();
    return this.#lease.remote.ask('addAndNorm', copy(planAddAndNorm(x, sublayer, options)));
  }

  /**
   * @param {unknown} ids
   * @param {unknown} options
   * @returns {Promise<Embedding>}
   */
  async embed(ids, options) {
    this.#expectReady();
    return this.#lease.remote.ask('embed', copy(planEmbed(ids, options)));
  }

  async dispose() {
    abandoned.unregister(this.#lease);
    if (!this.#lease.remote.isClosed) this.#lease.remote.close();
  }

  async [Symbol.asyncDispose]() {
    await this.dispose();
  }

  #expectReady() {
    this.#lease.remote.expectOpen();
  }
}

export class AsyncMultiHeadAttention {
  #lease;
  #layer;
  #state;
  #disposed = false;

  /**
   * @param {Lease} lease
   * @param {number} layer the server's number for it
   * @param {ResolvedConfig} config
   */
  constructor(lease, layer, config) {
    this.#lease = lease;
    this.#layer = layer;
    /** @type {AsyncLayerState} */
    this.#state = { owner: this, number: layer, gone: false, changes: 0 };
    /** @readonly */
    this.config = config;
    forgotten.register(this, { remote: lease.remote, layer }, this);
  }

  /**
   * @param {...unknown} given query, key, value and options, or query and options
   * @returns {Promise<any>} a MultiHeadAttentionResult, see AsyncForward
   */
  async forward(...given) {
    this.#expectReady();
    const plan = planForward(this.config, given, (cache) => openAsyncCache(cache, this));
    this.#expectReady(); // a getter among the options may have disposed
    const maps = mapSizes(plan, extraKeys(this.config));
    const of = () => differentiableForward(this.config, plan);
    return askWith(this.#lease, 'forward', plan, maps, of, this.#state);
  }

  /** @returns {Promise<Record<string, FloatTensor>>} */
  async stateDict() {
    this.#expectReady();
    return this.#lease.remote.ask('stateDict', undefined, { layer: this.#layer });
  }

  /**
   * @param {Record<string, unknown>} state
   * @returns {Promise<void>}
   */
  async loadStateDict(state) {
    this.#expectReady();
    const sent = copy(checkStateDict(this.config, state));
    this.#expectReady(); // a getter among them may have disposed
    this.#state.changes++;
    return this.#lease.remote.ask('loadStateDict', sent, { layer: this.#layer });
  }

  /**
   * @param {unknown} options
   * @returns {Promise<AsyncCache>}
   */
  async createCache(options) {
    this.#expectReady();
    const plan = planCache(options);
    const { numKvHeads, headDim, valueHeadDim } = this.config;
    const extraLen = extraKeys(this.config);
    const fields = { ...plan, numKvHeads, headDim, valueHeadDim, extraLen };
    this.#expectReady(); // a getter among the options may have disposed
    return new AsyncCache(
      this.#lease,
      await this.#lease.remote.ask('createCache', fields),
      this,
      plan,
    );
  }

  async dispose() {
    if (this.#disposed) return;
    this.#disposed = this.#state.gone = true;
    forgotten.unregister(this);
    await this.#lease.remote.drop('disposeLayer', { layer: this.#layer });
  }

  async [Symbol.asyncDispose]() {
    await this.dispose();
  }

  #expectReady() {
    if (this.#disposed) throw disposed('layer');
    this.#lease.remote.expectOpen();
  }
}

/**
 * Sends a plan of attention. Functions, signals and the caller's own arrays stay here.
 *
 * @param {Lease} lease
 * @param {string} method
 * @param {AttentionPlan | ForwardPlan} given
 * @param {MapSizes} maps
 * @param {() => Differentiable} of
 * @param {AsyncLayerState | null} [layer]
 */
async function askWith(lease, method, given, maps, of, layer = null) {
  const { signal, onProgress, out, cache, ...plan } = /** @type {ForwardPlan} */ (given);
  const changes = layer === null ? 0 : layer.changes;
  const copied = copy({ ...plan, progress: onProgress !== null });
  const sent = { ...copied, signal: null, onProgress: null, out: {}, cache: null };
  const number = layer?.number;
  const ask = (/** @type {number} */ id) =>
    lease.remote.ask(method, sent, { layer: number, cache: id, signal, onProgress });
  const result = cache ? await cache.takeTurn(plan.pastLen, plan.keyLen, ask) : await ask(0);
  if (plan.keep) result.kept = new AsyncKept(lease, result.kept, maps, of(), layer, changes);
  checkOut(out); // all of it before any of it is written: an array may have been detached meanwhile
  for (const name of /** @type {const} */ (['output', 'attention'])) {
    const target = out[name];
    if (target === undefined) continue;
    fill(target.data, result[name].data);
    result[name] = target.own;
  }
  return result;
}

/**
 * A copy of a plan and of its arrays, each array once, so that they can be moved to the worker and the caller's stay.
 *
 * @template T
 * @param {T} plan
 * @returns {T}
 */
function copy(plan) {
  /** @type {Map<unknown, unknown>} */
  const copies = new Map();
  /** @param {unknown} value @returns {unknown} */
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    let made;
    if (ArrayBuffer.isView(value)) made = copyOf(/** @type {Float32Array} */ (value));
    else if (Array.isArray(value)) made = value.map(visit);
    else
      made = Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, visit(member)]),
      );
    copies.set(value, made);
    return made;
  };
  return /** @type {T} */ (visit(plan));
}
