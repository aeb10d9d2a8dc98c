// A transformer as a user holds it. Its parameters, and what its optimiser remembers, live in the core until it is
// disposed.

import { finish } from '../operations/calls.js';
import { disposed } from '../arguments/errors.js';
import {
  createTransformer,
  startEvaluation,
  startTrainStep,
  startTransformerForward,
} from '../operations/transformer-calls.js';
import { planEvaluation, planTrainStep, planTransformerForward } from '../arguments/transformer.js';
import {
  checkTransformerState,
  readTransformerState,
  writeTransformerState,
} from '../operations/transformer-state.js';

/** @import { Core, Slot } from '../host/core.js' */
/** @import { Evaluation, ResolvedTransformerConfig, TrainStep, TransformerResult } from '../types/training.js' */
/** @import { FloatTensor } from '../types/index.js' */

/** Frees what was never disposed, some time after nobody holds it any more. A safety net only. */
const forgotten = new FinalizationRegistry(
  (/** @type {{ core: Core, slot: Slot }} */ { core, slot }) => core.deleteSlot(slot),
);

export class Transformer {
  #core;
  #slot;
  #disposed = false;

  /**
   * @param {Core} core
   * @param {ResolvedTransformerConfig} config
   */
  constructor(core, config) {
    this.#core = core;
    /** @readonly */
    this.config = config;
    this.#slot = createTransformer(core, config);
    forgotten.register(this, { core, slot: this.#slot }, this);
  }

  /**
   * @param {unknown} tokens
   * @param {unknown} [options]
   * @returns {TransformerResult}
   */
  forward(tokens, options) {
    this.#expectReady();
    const plan = planTransformerForward(this.config, tokens, options);
    this.#expectReady(); // a getter among the options may have disposed
    return finish(startTransformerForward(this.#core, this.#slot.handle, this.config, plan));
  }

  /**
   * @param {unknown} batch
   * @param {unknown} [options]
   * @returns {Evaluation}
   */
  evaluate(batch, options) {
    this.#expectReady();
    const plan = planEvaluation(this.config, batch, options);
    this.#expectReady();
    return finish(startEvaluation(this.#core, this.#slot.handle, plan));
  }

  /**
   * @param {unknown} batch
   * @param {unknown} [options]
   * @returns {TrainStep}
   */
  trainStep(batch, options) {
    this.#expectReady();
    const plan = planTrainStep(this.config, batch, options);
    this.#expectReady();
    return finish(startTrainStep(this.#core, this.#slot.handle, plan));
  }

  /** @returns {Record<string, FloatTensor>} */
  stateDict() {
    this.#expectReady();
    return readTransformerState(this.#core, this.#slot.handle, this.config);
  }

  /** @param {unknown} state */
  loadStateDict(state) {
    this.#expectReady();
    const parameters = checkTransformerState(this.config, state);
    this.#expectReady();
    writeTransformerState(this.#core, this.#slot.handle, this.config, parameters);
  }

  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    this.#core.deleteSlot(this.#slot);
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  #expectReady() {
    if (this.#disposed) throw disposed('transformer');
    this.#core.expectReady();
  }
}
