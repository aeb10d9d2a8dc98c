// The multi-head attention layer as a user holds it. Its parameters live in the core until it is disposed.

import { differentiableForward } from '../arguments/backward.js';
import { finish, startForward } from '../operations/calls.js';
import { Cache, openCache } from './cache.js';
import { disposed } from '../arguments/errors.js';
import { withKept } from './kept.js';
import { extraKeys, planCache, planForward } from '../arguments/layer.js';
import { readStateDict, writeParameters } from '../operations/parameters.js';
import { checkStateDict } from '../arguments/state-dict.js';
import { mapSizes } from '../arguments/window.js';

/** @import { Core, LayerSlot } from '../host/core.js' */
/** @import { LayerState } from './kept.js' */
/** @import { FloatTensor, ResolvedConfig } from '../types/index.js' */

/** Frees what was never disposed, some time after nobody holds it any more. A safety net only. */
const forgotten = new FinalizationRegistry(
  (/** @type {{ core: Core, slot: LayerSlot }} */ { core, slot }) => core.deleteSlot(slot),
);

export class MultiHeadAttention {
  #core;
  #slot;
  #state;
  #disposed = false;

  /**
   * @param {Core} core
   * @param {ResolvedConfig} config
   */
  constructor(core, config) {
    this.#core = core;
    /** @readonly */
    this.config = config;
    this.#slot = core.createLayer(config);
    /** @type {LayerState} */
    this.#state = { owner: this, slot: this.#slot, gone: false, changes: 0 };
    forgotten.register(this, { core, slot: this.#slot }, this);
  }

  /**
   * @param {...unknown} given query, key, value and options, or query and options
   * @returns {any} a MultiHeadAttentionResult: which parts of it are there is in the type of the options, see Forward
   */
  forward(...given) {
    this.#expectReady();
    const plan = planForward(this.config, given, (cache) => openCache(cache, this));
    this.#expectReady(); // a getter among the options may have disposed
    const result = finish(startForward(this.#core, this.#slot.handle, this.config, plan));
    if (!plan.keep) return /** @type {any} */ (result);
    const of = differentiableForward(this.config, plan);
    const maps = mapSizes(plan, extraKeys(this.config));
    return withKept(this.#core, maps, of, this.#state, result);
  }

  /** @returns {Record<string, FloatTensor>} */
  stateDict() {
    this.#expectReady();
    return readStateDict(this.#core, this.#slot.handle, this.config);
  }

  /** @param {Record<string, unknown>} state */
  loadStateDict(state) {
    this.#expectReady();
    const parameters = checkStateDict(this.config, state);
    this.#expectReady(); // a getter among them may have disposed
    this.#state.changes++;
    writeParameters(this.#core, this.#slot.handle, this.config, parameters);
  }

  /**
   * @param {unknown} options
   * @returns {Cache}
   */
  createCache(options) {
    this.#expectReady();
    const plan = planCache(options);
    const { numKvHeads, headDim, valueHeadDim } = this.config;
    const extraLen = extraKeys(this.config);
    const fields = { ...plan, numKvHeads, headDim, valueHeadDim, extraLen };
    this.#expectReady(); // a getter among the options may have disposed
    return new Cache(this.#core, this.#core.createCache(fields), this, plan);
  }

  dispose() {
    if (this.#disposed) return;
    this.#disposed = this.#state.gone = true;
    forgotten.unregister(this);
    this.#core.deleteSlot(this.#slot);
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  #expectReady() {
    if (this.#disposed) throw disposed('layer');
    this.#core.expectReady();
  }
}
