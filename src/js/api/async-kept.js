// What a call in a worker kept, as a user holds it. The numbers are at the other end of remote.js.

import {
  checkGradients,
  fillGradients,
  parametersChanged,
  planBackward,
} from '../arguments/backward.js';
import { disposed } from '../arguments/errors.js';
import { numbers } from '../arguments/numbers.js';
import { copyOf } from '../arguments/typed-array.js';
import { planWindow } from '../arguments/window.js';

/** @import { AsyncLayerState, Lease } from './async-headwise.js' */
/** @import { Differentiable } from '../arguments/backward.js' */
/** @import { Remote } from '../host/remote.js' */
/** @import { FloatTensor, Gradients } from '../types/index.js' */
/** @import { MapSizes } from '../arguments/window.js' */

/** @type {FinalizationRegistry<{ remote: Remote, kept: number }>} a safety net only */
const forgotten = new FinalizationRegistry(({ remote, kept }) => {
  remote.ask('disposeKept', undefined, { kept }).catch(() => {});
});

export class AsyncKept {
  #lease;
  #kept;
  #maps;
  #of;
  #layer;
  #changes;
  #disposed = false;

  /**
   * @param {Lease} lease
   * @param {number} kept the server's number for it
   * @param {MapSizes} maps
   * @param {Differentiable} of
   * @param {AsyncLayerState | null} layer whose call it was
   * @param {number} changes how often the layer's parameters had been changed then
   */
  constructor(lease, kept, maps, of, layer, changes) {
    this.#lease = lease;
    this.#kept = kept;
    this.#maps = maps;
    this.#of = of;
    this.#layer = layer;
    this.#changes = changes;
    forgotten.register(this, { remote: lease.remote, kept }, this);
  }

  /**
   * @param {unknown} window
   * @returns {Promise<FloatTensor>}
   */
  async attentionWindow(window) {
    this.#expectReady();
    const { signal, ...plan } = planWindow(this.#maps, window);
    this.#expectReady(); // a getter among the options may have disposed
    const sent = { ...plan, signal: null };
    return this.#lease.remote.ask('attentionWindow', sent, { kept: this.#kept, signal });
  }

  /**
   * @param {unknown} gradOutput
   * @param {unknown} [options]
   * @returns {Promise<Gradients>}
   */
  async backward(gradOutput, options) {
    this.#expectReady();
    const plan = planBackward(this.#of, gradOutput, options);
    const { out, signal, onProgress } = plan;
    this.#expectReady(); // a getter among the options may have disposed
    if (this.#layer?.gone) throw disposed('layer');
    if (this.#layer !== null && this.#layer.changes !== this.#changes) throw parametersChanged();
    const sent = {
      of: this.#of,
      gradOutput: {
        data: copyOf(numbers(plan.gradOutput, 'gradOutput')),
        shape: plan.gradOutput.shape,
      },
      out: { inputs: {}, parameters: {} },
      progress: onProgress !== null,
      signal: null,
      onProgress: null,
    };
    const handles = { kept: this.#kept, layer: this.#layer?.number };
    const gradients = await this.#lease.remote.ask('backward', sent, {
      ...handles,
      ...{ signal, onProgress },
    });
    checkGradients(out); // an array may have been detached meanwhile
    return fillGradients(out, gradients);
  }

  async dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    await this.#lease.remote.drop('disposeKept', { kept: this.#kept });
  }

  async [Symbol.asyncDispose]() {
    await this.dispose();
  }

  #expectReady() {
    if (this.#disposed) throw disposed('kept call');
    this.#lease.remote.expectOpen();
  }
}
