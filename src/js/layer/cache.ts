// The public handle of a layer's KV cache. Its keys and values are in the core until it is disposed.

import { pastIsMissing, wrongKind } from '../arguments/errors.ts';
import { INTEGER, MAX_SIZE, integer, option, recordOf, toInteger } from '../arguments/options.ts';
import { Handle, expectReady, run, stateOf } from '../runtime/handle.ts';
import { emptyQueue } from './cache-queue.ts';
import { LAYER, extraKeys } from './config.ts';
import { fieldsOf } from '../runtime/fields.ts';
import { atCaller, atCore } from '../runtime/sides.ts';
import type { CheckedOf } from '../arguments/options.ts';
import type { CacheHandle } from '../runtime/core-module.ts';
import type { Core } from '../runtime/core.ts';
import type { State } from '../runtime/handle.ts';
import type { Operation } from '../runtime/operation.ts';

/**
 * The size of a cache.
 *
 * ```js
 * const cache = layer.createCache({ capacity: 4096 });
 * ```
 */
export const CACHE = atCaller({
  /** B of its calls; default 1 */
  batch: integer(1, MAX_SIZE, INTEGER),
  /** the maximum number of keys of a sequence */
  capacity: option({ ...integer(0, MAX_SIZE, INTEGER), required: true }),
});

/** The core's fields of a cache: its options, and the sizes of its layer. */
export const CACHE_FIELDS = atCaller({
  batch: CACHE.batch,
  numKvHeads: LAYER.numKvHeads,
  headDim: LAYER.headDim,
  valueHeadDim: LAYER.valueHeadDim,
  capacity: CACHE.capacity,
  /** the number of keys that the layer appends in each call, for this call only */
  extraLen: integer(0, MAX_SIZE, INTEGER),
});

const readCache = atCaller(recordOf(CACHE));

export type CheckedCache = CheckedOf<typeof CACHE>;

/** the facts about a cache that a call needs */
export type OpenCache = CheckedCache & { length: number };

export class Cache extends Handle {
  /** @param layer the layer of the cache */
  constructor(layer: State, slot: any, size: CheckedCache) {
    super(layer.runtime, 'cache', slot, { layer, ...size, ...emptyQueue() });
  }

  get length() {
    const state = stateOf(this);
    expectReady(state);
    return state.about.length;
  }

  truncate(length: unknown) {
    return run(this, truncate, [length]);
  }
}

export const createCache: Operation = {
  name: 'createCache',
  check: atCaller(({ about: { config } }, [options]) => {
    const extraLen = extraKeys(config);
    return fieldsOf(CACHE_FIELDS, { ...config, ...checkCache(options), extraLen });
  }),
  work: atCore(function* (core, fields) {
    return core.create(
      ({ Cache: CoreCache }, engine) => new CoreCache(engine, core.describe('CacheConfig', fields)),
    );
  }),
};

/**
 * Shortens the cache by its count alone: before the next call that needs the cache, the core drops the other keys.
 */
const truncate: Operation = {
  name: 'truncate',
  check: atCaller(({ about: { lengthToBe } }, [length]) => {
    return { pastLen: lengthToBe, keyLen: checkTruncation(length, lengthToBe) - lengthToBe };
  }),
  beside: (cache) => cache,
  work: null,
};

export function checkCache(options: unknown): CheckedCache {
  if (options === undefined) throw wrongKind('options', 'an object with capacity', options);
  return readCache(options, 'options');
}

/** @param length of the cache */
function checkTruncation(value: unknown, length: number) {
  return toInteger(value, 'length', 0, length);
}

/** Checks that a value is a ready cache of the layer, and returns the facts that a call needs. */
export function openCache(value: unknown, layer: State) {
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
 */
export function cacheAt(core: Core, cache: CacheHandle, length: number) {
  if (cache.length < length) throw pastIsMissing(length);
  if (cache.length > length) core.call(() => cache.truncate(length));
  return cache;
}
