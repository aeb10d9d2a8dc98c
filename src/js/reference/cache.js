// The reference's cache: keys and values of a layer, all of them so far, in one array each.

import { disposed, pastHasChanged, wrongKind } from '../arguments/errors.js';
import { checkTruncation } from '../layer/cache.js';

/** @import { CheckedCache, OpenCache } from '../layer/cache.js' */
/** @import { ResolvedConfig } from '../types/index.js' */
/** @import { DoubleTensor } from './types.js' */

export class ReferenceCache {
  #config;
  #checked;
  #expectReady;
  #length = 0;
  /** @type {Float64Array} */
  #key = new Float64Array(0); //   (B, Hkv, length, E)
  /** @type {Float64Array} */
  #value = new Float64Array(0); // (B, Hkv, length, Ev)

  /**
   * @param {ResolvedConfig} config of the layer
   * @param {CheckedCache} checked
   * @param {() => void} expectReady throws if the engine was disposed
   */
  constructor(config, checked, expectReady) {
    this.#config = config;
    this.#checked = checked;
    this.#expectReady = expectReady;
  }

  get length() {
    this.#expectReady();
    return this.#length;
  }

  /** @param {unknown} length */
  truncate(length) {
    this.#expectReady();
    const shorter = checkTruncation(length, this.#length);
    const first = (/** @type {Float64Array} */ numbers, /** @type {number} */ width) =>
      numbers.filter((_, at) => Math.floor(at / width) % this.#length < shorter);
    this.#key = first(this.#key, this.#config.headDim);
    this.#value = first(this.#value, this.#config.valueHeadDim);
    this.#length = shorter;
  }

  dispose() {
    this.#expectReady = () => {
      throw disposed('cache');
    };
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  /**
   * The parts of a cache that a call needs.
   *
   * @param {unknown} value
   * @param {ResolvedConfig} config of the layer, which the cache is of if it has the very same
   * @returns {OpenCache & { cache: ReferenceCache }}
   */
  static open(value, config) {
    if (!(value instanceof ReferenceCache)) {
      throw wrongKind('cache', 'a cache from createCache', value);
    }
    if (value.#config !== config) throw wrongKind('cache', "a cache of this layer's", value);
    return { ...value.#checked, length: value.length, cache: value };
  }

  /**
   * @param {number} length as it was when the arguments were checked
   * @returns {{ pastKey: DoubleTensor, pastValue: DoubleTensor }}
   */
  past(length) {
    if (this.length !== length) throw pastHasChanged(length, this.length);
    const { numKvHeads, headDim, valueHeadDim } = this.#config;
    const shape = (/** @type {number} */ width) => [
      this.#checked.batch,
      numKvHeads,
      this.#length,
      width,
    ];
    return {
      pastKey: { data: this.#key, shape: shape(headDim) },
      pastValue: { data: this.#value, shape: shape(valueHeadDim) },
    };
  }

  /**
   * @param {Float64Array} key (B, Hkv, longer, E): the past and the new keys after it
   * @param {Float64Array} value
   * @param {number} length how many those are
   */
  grow(key, value, length) {
    this.#key = key;
    this.#value = value;
    this.#length = length;
  }
}
