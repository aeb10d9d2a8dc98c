// A transformer in a worker, as a user holds it. Arguments are checked here and sent as plans.

import { disposed } from '../arguments/errors.js';
import { planEvaluation, planTrainStep, planTransformerForward } from '../arguments/transformer.js';
import { checkTransformerState } from '../operations/transformer-state.js';
import { copyOf } from '../arguments/typed-array.js';

/** @import { Lease } from './async-headwise.js' */
/** @import { Remote } from '../host/remote.js' */
/** @import { Evaluation, ResolvedTransformerConfig, TrainStep, TransformerResult } from '../types/training.js' */
/** @import { Watched } from '../arguments/transformer.js' */
/** @import { FloatTensor } from '../types/index.js' */

/** @type {FinalizationRegistry<{ remote: Remote, layer: number }>} a safety net only */
const forgotten = new FinalizationRegistry(({ remote, layer }) => {
  remote.ask('disposeTransformer', undefined, { layer }).catch(() => {});
});

export class AsyncTransformer {
  #lease;
  #layer;
  #disposed = false;

  /**
   * @param {Lease} lease
   * @param {number} layer the server's number for it
   * @param {ResolvedTransformerConfig} config
   */
  constructor(lease, layer, config) {
    this.#lease = lease;
    this.#layer = layer;
    /** @readonly */
    this.config = config;
    forgotten.register(this, { remote: lease.remote, layer }, this);
  }

  /**
   * @param {unknown} tokens
   * @param {unknown} [options]
   * @returns {Promise<TransformerResult>}
   */
  async forward(tokens, options) {
    this.#expectReady();
    const plan = planTransformerForward(this.config, tokens, options);
    this.#expectReady(); // a getter among the options may have disposed
    return this.#ask('transformerForward', plan);
  }

  /**
   * @param {unknown} batch
   * @param {unknown} [options]
   * @returns {Promise<Evaluation>}
   */
  async evaluate(batch, options) {
    this.#expectReady();
    const plan = planEvaluation(this.config, batch, options);
    this.#expectReady();
    return this.#ask('evaluate', plan);
  }

  /**
   * @param {unknown} batch
   * @param {unknown} [options]
   * @returns {Promise<TrainStep>}
   */
  async trainStep(batch, options) {
    this.#expectReady();
    const plan = planTrainStep(this.config, batch, options);
    this.#expectReady();
    return this.#ask('trainStep', plan);
  }

  /** @returns {Promise<Record<string, FloatTensor>>} */
  async stateDict() {
    this.#expectReady();
    return this.#lease.remote.ask('transformerState', undefined, { layer: this.#layer });
  }

  /**
   * @param {unknown} state
   * @returns {Promise<void>}
   */
  async loadStateDict(state) {
    this.#expectReady();
    const checked = checkTransformerState(this.config, state);
    this.#expectReady();
    const copies = Object.fromEntries(
      Object.entries(checked).map(([name, { data, shape }]) => [
        name,
        { data: copyOf(data), shape },
      ]),
    );
    return this.#lease.remote.ask('loadTransformerState', copies, { layer: this.#layer });
  }

  async dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    await this.#lease.remote.drop('disposeTransformer', { layer: this.#layer });
  }

  async [Symbol.asyncDispose]() {
    await this.dispose();
  }

  /**
   * Functions and signals stay here.
   *
   * @param {string} method
   * @param {Watched} plan its arrays are its own, so they are moved
   */
  #ask(method, { signal, onProgress, ...plan }) {
    const sent = { ...plan, signal: null, onProgress: null, progress: onProgress !== null };
    return this.#lease.remote.ask(method, sent, { layer: this.#layer, signal, onProgress });
  }

  #expectReady() {
    if (this.#disposed) throw disposed('transformer');
    this.#lease.remote.expectOpen();
  }
}
