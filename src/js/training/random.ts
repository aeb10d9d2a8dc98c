// Random choices with the same results on every machine, from counter-based streams of Philox.

import { philox } from '../reference/random.ts';

/** The stream of the tasks; the core uses the streams 0 to 7. */
const STREAM = 8;

/**
 * A sequence of random numbers, determined by the seed and the two indices alone.
 *
 * @example
 * const random = new Random(7, 0, 0); // the same numbers everywhere
 */
export class Random {
  #key;
  #first;
  #second;
  #drawn = 0;
  #words: number[] = [];

  /**
   * @param seed up to 2^53 - 1
   * @param first index of the sequence
   * @param second second index
   */
  constructor(seed: number, first: number, second: number = 0) {
    this.#key = [seed % 0x100000000, Math.floor(seed / 0x100000000)];
    this.#first = first;
    this.#second = second;
  }

  /**
   * A random integer from 0 to below `count`, uniform up to a relative error of count / 2^32.
   *
   * @param count up to 2^16
   */
  below(count: number) {
    if (this.#drawn % 4 === 0) {
      this.#words = philox([this.#drawn / 4, this.#second, STREAM, this.#first], this.#key);
    }
    const word = this.#words[this.#drawn++ % 4];
    return Math.floor((word * count) / 0x100000000); // below 2^48: exact
  }

  /** @param high both included */
  between(low: number, high: number) {
    return low + this.below(high - low + 1);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }

  /** A shuffled sample of `count` of the integers from 0 to below `size`. */
  shuffled(size: number, count: number = size) {
    const numbers = Array.from({ length: size }, (_, i) => i);
    for (let i = 0; i < count; i++) {
      const j = i + this.below(size - i);
      [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
    }
    return numbers.slice(0, count);
  }
}
