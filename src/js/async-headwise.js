// The engine in a worker, as a user holds it. Arguments are checked here, copied, and sent as plans; the core is at the
// other end of remote.js.

import { planAttention } from './attention-plan.js';
import { checkOut } from './calls.js';
import { disposed, unsupported } from './errors.js';
import { planForward, planLayer } from './layer-plan.js';
import { planAddAndNorm, planEmbed, planLinear, planSoftmax } from './small-plans.js';
import { checkStateDict } from './state-dict.js';
import { copyOf } from './typed-array.js';

/** @import { Out, PlannedOptions } from './attention-options.js' */
/** @import { Remote } from './remote.js' */
/** @import { AddAndNormResult, AttentionResult, Backend, Embedding, FloatTensor, MultiHeadAttentionResult, ResolvedConfig, SoftmaxSteps } from './types.js' */

/**
 * What an engine and its layers hold in common. When none of them is held any more, the worker ends.
 *
 * @typedef {{ readonly remote: Remote }} Lease
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
    abandoned.register(this.#lease, remote);
    /** @readonly */
    this.backend = backend;
  }

  /**
   * @param {unknown} query
   * @param {unknown} key
   * @param {unknown} value
   * @param {unknown} [options]
   * @returns {Promise<AttentionResult>}
   */
  async scaledDotProductAttention(query, key, value, options) {
    this.#expectReady();
    return askWith(this.#lease.remote, 'attention', planAttention(query, key, value, options));
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
    return this.#lease.remote.ask('softmaxSteps', copy(planSoftmax(x)));
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
  #disposed = false;

  /**
   * @param {Lease} lease
   * @param {number} layer the server's number for it
   * @param {ResolvedConfig} config
   */
  constructor(lease, layer, config) {
    this.#lease = lease;
    this.#layer = layer;
    /** @readonly */
    this.config = config;
    forgotten.register(this, { remote: lease.remote, layer }, this);
  }

  /**
   * @param {...unknown} given query, key, value and options, or query and options
   * @returns {Promise<MultiHeadAttentionResult>}
   */
  async forward(...given) {
    this.#expectReady();
    const plan = planForward(this.config, given);
    this.#expectReady(); // a getter among the options may have disposed
    return askWith(this.#lease.remote, 'forward', plan, this.#layer);
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
    return this.#lease.remote.ask('loadStateDict', copy(checkStateDict(this.config, state)), {
      layer: this.#layer,
    });
  }

  /**
   * @param {unknown} _options
   * @returns {Promise<never>}
   */
  async createCache(_options) {
    this.#expectReady();
    throw unsupported('createCache');
  }

  async dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    if (this.#lease.remote.isClosed) return;
    try {
      await this.#lease.remote.ask('disposeLayer', undefined, { layer: this.#layer });
    } catch (error) {
      if (!this.#lease.remote.isClosed) throw error; // the engine was disposed meanwhile, and its layers with it
    }
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
 * @template {PlannedOptions & { out: Out }} Plan
 * @param {Remote} remote
 * @param {string} method
 * @param {Plan} plan
 * @param {number} [layer]
 */
async function askWith(remote, method, { signal, onProgress, out, ...plan }, layer) {
  const sent = copy({ ...plan, progress: onProgress !== null });
  const result = await remote.ask(
    method,
    { ...sent, signal: null, onProgress: null, out: {} },
    { layer, signal, onProgress },
  );
  checkOut(out); // all of it before any of it is written: an array may have been detached meanwhile
  if (out.output) result.output = fill(out.output, result.output);
  if (out.attention) result.attention = fill(out.attention, result.attention);
  return result;
}

/**
 * @param {FloatTensor} target
 * @param {FloatTensor} source
 */
function fill(target, source) {
  target.data.set(source.data);
  return target;
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
