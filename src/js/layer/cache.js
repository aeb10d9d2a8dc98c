// The public handle of a layer's KV cache. Its keys and values are in the core until it is disposed.

import { pastIsMissing, wrongKind } from '../arguments/errors.js';
import { MAX_SIZE, optionNames, readOptions, toInteger } from '../arguments/options.js';
import { Handle, expectReady, run, stateOf } from '../runtime/handle.js';
import { emptyTurns } from './cache-queue.js';
import { extraKeys } from './config.js';
import { atCaller, atCore } from '../runtime/sides.js';

/** @import { CacheHandle } from '../runtime/core-module.js' */
/** @import { Core } from '../runtime/core.js' */
/** @import { State } from '../runtime/handle.js' */
/** @import { Operation } from '../runtime/operation.js' */

/**
 * @typedef {{ batch: number, capacity: number }} CheckedCache
 *
 * @typedef {CheckedCache & { length: number }} OpenCache the facts about a cache that a call needs
 */

const CACHE = optionNames('batch', 'capacity');

export class Cache extends Handle {
  /**
   * @param {State} layer the layer of the cache
   * @param {any} slot
   * @param {CheckedCache} size
   */
  constructor(layer, slot, size) {
    super(layer.runtime, 'cache', slot, { layer, ...size, ...emptyTurns() });
  }

  get length() {
    const state = stateOf(this);
    expectReady(state);
    return state.about.length;
  }

  /** @param {unknown} length */
  truncate(length) {
    return run(this, truncate, [length]);
  }
}

/** @type {Operation} */
export const createCache = {
  name: 'createCache',
  check: atCaller(({ about: { config } }, [options]) => {
    const { numKvHeads, headDim, valueHeadDim } = config;
    const extraLen = extraKeys(config);
    return { ...checkCache(options), numKvHeads, headDim, valueHeadDim, extraLen };
  }),
  work: atCore(function* (core, fields) {
    return core.create(
      ({ Cache: CoreCache }, engine) => new CoreCache(engine, core.describe('CacheConfig', fields)),
    );
  }),
};

/**
 * Shortens the cache by its count alone: before the next call that needs the cache, the core drops the other keys.
 *
 * @type {Operation}
 */
const truncate = {
  name: 'truncate',
  check: atCaller(({ about: { lengthToBe } }, [length]) => {
    return { pastLen: lengthToBe, keyLen: checkTruncation(length, lengthToBe) - lengthToBe };
  }),
  beside: (cache) => cache,
  work: null,
};

/**
 * @param {unknown} options
 * @returns {CheckedCache}
 */
export function checkCache(options) {
  if (options === undefined) throw wrongKind('options', 'an object with capacity', options);
  const { batch = 1, capacity } = readOptions(options, 'options', CACHE);
  return {
    batch: toInteger(batch, 'batch', 0, MAX_SIZE),
    capacity: toInteger(capacity, 'capacity', 0, MAX_SIZE),
  };
}

/**
 * @param {unknown} value
 * @param {number} length of the cache
 */
export function checkTruncation(value, length) {
  return toInteger(value, 'length', 0, length);
}

/**
 * Checks that a value is a ready cache of the layer, and returns the facts that a call needs.
 *
 * @param {unknown} value
 * @param {State} layer
 */
export function openCache(value, layer) {
  const cache = stateOf(value);
  if (cache?.kind !== 'cache') throw wrongKind('cache', 'a cache from createCache', value);
  if (cache.about.layer !== layer) throw wrongKind('cache', "a cache of this layer's", value);
  expectReady(cache);
  const { batch, capacity, lengthToBe } = cache.about;
  return { batch, capacity, length: lengthToBe, state: cache };
}

/**
 * The core's cache with exactly `length` keys. It holds more after a truncation or a call that was stopped too late, and
 * fewer after a call that failed.
 *
 * @param {Core} core
 * @param {CacheHandle} cache
 * @param {number} length
 */
export function cacheAt(core, cache, length) {
  if (cache.length < length) throw pastIsMissing(length);
  if (cache.length > length) core.call(() => cache.truncate(length));
  return cache;
}
