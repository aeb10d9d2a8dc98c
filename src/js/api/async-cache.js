// The cache of a layer in a worker, as a user holds it. Its keys and values are at the other end of remote.js. This end says
// how many of them count: a call that was stopped here may have been done there.

import { disposed, pastHasChanged, pastIsMissing, wrongKind } from '../arguments/errors.js';
import { planTruncation } from '../arguments/layer.js';

/** @import { Lease } from './async-headwise.js' */
/** @import { CachePlan, PlannedCache } from '../arguments/layer.js' */
/** @import { Remote } from '../host/remote.js' */

/** @type {FinalizationRegistry<{ remote: Remote, cache: number }>} a safety net only */
const forgotten = new FinalizationRegistry(({ remote, cache }) => {
  remote.ask('disposeCache', undefined, { cache }).catch(() => {});
});

/**
 * Sends a call, by the server's number for the cache, and answers once those before it have been answered.
 *
 * @typedef {<T extends void | { kept?: number }>(pastLen: number, keyLen: number, ask: (cache: number) => Promise<T>) => Promise<T>} TakeTurn
 */

/**
 * What a call needs of a cache.
 *
 * @type {(value: unknown, layer: object) => PlannedCache & { takeTurn: TakeTurn }}
 */
export let openAsyncCache;

export class AsyncCache {
  #lease;
  #cache;
  #layer;
  #plan;
  #length = 0;
  #lengthToBe = 0; // once all calls that were made have succeeded
  /** @type {{ stale: boolean }[]} calls in their order; stale: one before it failed, whose keys it counted with */
  #pending = [];
  /** @type {Promise<unknown>} settles when they have ended */
  #last = Promise.resolve();
  #disposed = false;

  /**
   * @param {Lease} lease
   * @param {number} cache the server's number for it
   * @param {object} layer that it is of
   * @param {CachePlan} plan
   */
  constructor(lease, cache, layer, plan) {
    this.#lease = lease;
    this.#cache = cache;
    this.#layer = layer;
    this.#plan = plan;
    forgotten.register(this, { remote: lease.remote, cache }, this);
  }

  get length() {
    this.#expectReady();
    return this.#length;
  }

  /**
   * @param {unknown} length
   * @returns {Promise<void>}
   */
  async truncate(length) {
    this.#expectReady();
    const shorter = planTruncation(length, this.#lengthToBe);
    await this.#takeTurn(this.#lengthToBe, shorter - this.#lengthToBe, async () => {});
  }

  async dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    await this.#lease.remote.drop('disposeCache', { cache: this.#cache });
  }

  async [Symbol.asyncDispose]() {
    await this.dispose();
  }

  /**
   * @template {void | { kept?: number }} T
   * @param {number} pastLen as it was when the call was planned
   * @param {number} keyLen
   * @param {(cache: number) => Promise<T>} ask
   * @returns {Promise<T>}
   */
  #takeTurn(pastLen, keyLen, ask) {
    this.#expectReady(); // a getter among the arguments may have disposed of it, or used it
    const [before, expected] = [this.#last, this.#lengthToBe];
    if (pastLen !== expected) throw pastHasChanged(pastLen, expected);
    const call = { stale: false };
    this.#pending.push(call);
    this.#lengthToBe += keyLen;
    /** @type {(answer: Promise<T>) => void} */
    let send = () => {};
    /** @type {Promise<T>} */
    const answer = new Promise((resolve) => (send = resolve));
    const turn = async () => {
      try {
        const result = await answer;
        await before;
        if (call.stale) {
          const kept = result?.kept;
          if (kept) void this.#lease.remote.drop('disposeKept', { kept });
          throw pastIsMissing(expected);
        }
        this.#length = expected + keyLen;
        return result;
      } catch (error) {
        if (!call.stale) {
          this.#lengthToBe = expected;
          for (const later of this.#pending.slice(this.#pending.indexOf(call))) later.stale = true;
        }
        throw error;
      } finally {
        this.#pending.splice(this.#pending.indexOf(call), 1);
      }
    };
    const result = turn();
    this.#last = Promise.allSettled([before, result]);
    send(ask(this.#cache)); // in the order of the calls, so that the worker needs no other
    return result;
  }

  #expectReady() {
    if (this.#disposed) throw disposed('cache');
    this.#lease.remote.expectOpen();
  }

  static {
    openAsyncCache = (value, layer) => {
      if (typeof value !== 'object' || value === null || !(#cache in value)) {
        throw wrongKind('cache', 'a cache from createCache', value);
      }
      if (value.#layer !== layer) throw wrongKind('cache', "a cache of this layer's", value);
      value.#expectReady();
      const takeTurn = /** @type {TakeTurn} */ (value.#takeTurn.bind(value));
      return { ...value.#plan, length: value.#lengthToBe, takeTurn };
    };
  }
}
