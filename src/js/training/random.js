// Random choices with the same results on every machine, from counter-based streams of Philox.

import { philox } from '../reference/random.js';

/** The stream of the tasks; the core uses the streams 0 to 7. */
const STREAM = 8;

/** A sequence of random numbers, determined by the seed and the two indices alone. */
export class Random {
  #key;
  #first;
  #second;
  #drawn = 0;
  /** @type {number[]} */
  #words = [];

  /**
   * @param {number} seed up to 2^53 - 1
   * @param {number} first index of the sequence
   * @param {number} [second] second index
   */
  constructor(seed, first, second = 0) {
    this.#key = [seed % 0x100000000, Math.floor(seed / 0x100000000)];
    this.#first = first;
    this.#second = second;
  }

  /**
   * A random integer from 0 to below `count`, uniform up to a relative error of count / 2^32.
   *
   * @param {number} count up to 2^16
   */
  below(count) {
    if (this.#drawn % 4 === 0) {
      this.#words = philox([this.#drawn / 4, this.#second, STREAM, this.#first], this.#key);
    }
    const word = this.#words[this.#drawn++ % 4];
    return Math.floor((word * count) / 0x100000000); // below 2^48: exact
  }

  /**
   * @param {number} low
   * @param {number} high both included
   */
  between(low, high) {
    return low + this.below(high - low + 1);
  }

  /**
   * @template T
   * @param {readonly T[]} items
   * @returns {T}
   */
  of(items) {
    return items[this.below(items.length)];
  }

  /**
   * A shuffled sample of `count` of the integers from 0 to below `size`.
   *
   * @param {number} size
   * @param {number} [count]
   */
  shuffled(size, count = size) {
    const numbers = Array.from({ length: size }, (_, i) => i);
    for (let i = 0; i < count; i++) {
      const j = i + this.below(size - i);
      [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
    }
    return numbers.slice(0, count);
  }
}
