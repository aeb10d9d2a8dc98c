// The reference's cache: keys and values of a layer, all of them so far, in one array each.

import { disposed, pastHasChanged, wrongKind } from '../arguments/errors.ts';
import { checkTruncation } from '../layer/cache.ts';
import type { CheckedCache, OpenCache } from '../layer/cache.ts';
import type { ResolvedConfig } from '../types/index.ts';
import type { DoubleTensor } from './types.ts';

export class ReferenceCache {
  #config;
  #checked;
  #expectReady;
  #length = 0;
  #key: Float64Array = new Float64Array(0); //   (B, Hkv, length, E)
  #value: Float64Array = new Float64Array(0); // (B, Hkv, length, Ev)

  /**
   * @param config of the layer
   * @param expectReady throws if the engine was disposed
   */
  constructor(config: ResolvedConfig, checked: CheckedCache, expectReady: () => void) {
    this.#config = config;
    this.#checked = checked;
    this.#expectReady = expectReady;
  }

  get length() {
    this.#expectReady();
    return this.#length;
  }

  truncate(length: unknown) {
    this.#expectReady();
    const shorter = checkTruncation(length, this.#length);
    const first = (numbers: Float64Array, width: number) =>
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
   * @param config of the layer, which the cache is of if it has the very same
   */
  static open(value: unknown, config: ResolvedConfig): OpenCache & { cache: ReferenceCache } {
    if (!(value instanceof ReferenceCache)) {
      throw wrongKind('cache', 'a cache from createCache', value);
    }
    if (value.#config !== config) throw wrongKind('cache', "a cache of this layer's", value);
    return { ...value.#checked, length: value.length, cache: value };
  }

  /** @param length as it was when the arguments were checked */
  past(length: number): { pastKey: DoubleTensor; pastValue: DoubleTensor } {
    if (this.length !== length) throw pastHasChanged(length, this.length);
    const { numKvHeads, headDim, valueHeadDim } = this.#config;
    const shape = (width: number) => [this.#checked.batch, numKvHeads, this.#length, width];
    return {
      pastKey: { data: this.#key, shape: shape(headDim) },
      pastValue: { data: this.#value, shape: shape(valueHeadDim) },
    };
  }

  /**
   * @param key (B, Hkv, longer, E): the past and the new keys after it
   * @param length how many those are
   */
  grow(key: Float64Array, value: Float64Array, length: number) {
    this.#key = key;
    this.#value = value;
    this.#length = length;
  }
}
