// The cache of a layer in a worker, as a user holds it. Its keys and values are at the other end of remote.js. This end says
// how many of them count: calls take their turns here, so that each finds the past it was made for.

import { disposed, HeadwiseError, wrongKind } from './errors.js';
import { planTruncation } from './layer-plan.js';

/** @import { Lease } from './async-headwise.js' */
/** @import { CachePlan, PlannedCache } from './layer-plan.js' */
/** @import { Remote } from './remote.js' */

/** @type {FinalizationRegistry<{ remote: Remote, cache: number }>} a safety net only */
const forgotten = new FinalizationRegistry(({ remote, cache }) => {
  remote.ask('disposeCache', undefined, { cache }).catch(() => {});
});

/**
 * A call's turn: what it does, once those before it are over, with the server's number for the cache.
 *
 * @typedef {<T>(keyLen: number, signal: AbortSignal | null, ask: (cache: number) => Promise<T>) => Promise<T>} TakeTurn
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
    await this.#takeTurn(shorter - this.#lengthToBe, null, async () => {});
  }

  async dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    await this.#last;
    await this.#lease.remote.drop('disposeCache', { cache: this.#cache });
  }

  async [Symbol.asyncDispose]() {
    await this.dispose();
  }

  /**
   * @template T
   * @param {number} keyLen
   * @param {AbortSignal | null} signal
   * @param {(cache: number) => Promise<T>} ask
   * @returns {Promise<T>}
   */
  #takeTurn(keyLen, signal, ask) {
    const [before, expected] = [this.#last, this.#lengthToBe];
    const turn = async () => {
      try {
        await unlessAborted(signal, before);
        if (this.#length !== expected) {
          throw new HeadwiseError(
            'unsupported',
            `cache: expected ${expected} keys, as when this was asked, got ${this.#length}: a call before it failed`,
          );
        }
        const result = await ask(this.#cache);
        this.#length = expected + keyLen;
        return result;
      } catch (error) {
        this.#lengthToBe = this.#length;
        throw error;
      }
    };
    this.#lengthToBe += keyLen;
    const result = turn();
    this.#last = Promise.allSettled([before, result]);
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

/**
 * @param {AbortSignal | null} signal
 * @param {Promise<unknown>} promise
 */
async function unlessAborted(signal, promise) {
  if (signal === null) return promise;
  let stop = () => {};
  const aborted = new Promise((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
