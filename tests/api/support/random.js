// Draws seeded random numbers, tensors and choices, so that a seed repeats a failure.

/** @import { PlainMask, PlainTensor } from '../../../src/js/types/index.ts' */

export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). */
  next() {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let x = this.#state;
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 4294967296;
  }

  /**
   * @param {number} low
   * @param {number} high both included
   */
  integer(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** @param {number} probability */
  chance(probability) {
    return this.next() < probability;
  }

  /**
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  pick(list) {
    return list[this.integer(0, list.length - 1)];
  }

  /**
   * @param {readonly number[]} shape
   * @param {number} [bound] the values lie in [-bound, bound)
   * @returns {PlainTensor}
   */
  tensor(shape, bound = 1) {
    return { data: Float32Array.from(count(shape), () => (2 * this.next() - 1) * bound), shape };
  }

  /**
   * @param {readonly number[]} shape
   * @param {number} probability of true
   * @returns {PlainMask}
   */
  booleans(shape, probability) {
    return { data: Uint8Array.from(count(shape), () => Number(this.chance(probability))), shape };
  }
}

/** @param {readonly number[]} shape */
function count(shape) {
  return { length: shape.reduce((product, size) => product * size, 1) };
}
