// What a call in a worker kept, as a user holds it. The numbers are at the other end of remote.js.

import { disposed, unsupported } from './errors.js';
import { planWindow } from './window-plan.js';

/** @import { Lease } from './async-headwise.js' */
/** @import { Remote } from './remote.js' */
/** @import { FloatTensor } from './types.js' */
/** @import { MapSizes } from './window-plan.js' */

/** @type {FinalizationRegistry<{ remote: Remote, kept: number }>} a safety net only */
const forgotten = new FinalizationRegistry(({ remote, kept }) => {
  remote.ask('disposeKept', undefined, { kept }).catch(() => {});
});

export class AsyncKept {
  #lease;
  #kept;
  #maps;
  #disposed = false;

  /**
   * @param {Lease} lease
   * @param {number} kept the server's number for it
   * @param {MapSizes} maps
   */
  constructor(lease, kept, maps) {
    this.#lease = lease;
    this.#kept = kept;
    this.#maps = maps;
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
   * @param {unknown} _gradOutput
   * @returns {Promise<never>}
   */
  async backward(_gradOutput) {
    this.#expectReady();
    throw unsupported('backward');
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
