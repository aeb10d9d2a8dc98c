// Draws inputs from a seed, with the same numbers as golden.py. Philox4x32-10 (Salmon et al. 2011).

/**
 * Uniform in [-bound, bound): number n is word n mod 4 of the block of counter (floor(n / 4), 0, stream, 0) under the key
 * (seed, 0). Bounds are powers of two, so that nothing is rounded.
 *
 * @param {number} count
 * @param {number} seed below 2^32
 * @param {number} stream
 * @param {number} bound
 * @returns {Float32Array}
 */
export function seeded(count, seed, stream, bound) {
  const numbers = new Float32Array(count);
  for (let n = 0; n < count; n += 4) {
    const words = philox([n / 4, 0, stream, 0], [seed, 0]);
    for (let w = 0; w < 4 && n + w < count; w++) {
      numbers[n + w] = (2 * ((words[w] >>> 8) * 2 ** -24) - 1) * bound;
    }
  }
  return numbers;
}

/**
 * Ten rounds over a counter.
 *
 * @param {readonly number[]} counter four words of 32 bits
 * @param {readonly number[]} key two
 * @returns {number[]} four
 */
export function philox([a, b, c, d], [left, right]) {
  for (let round = 0; round < 10; round++) {
    const x = Math.imul(a, 0xd2511f53);
    const y = Math.imul(c, 0xcd9e8d57);
    [a, c] = [high(c, 0xcd9e8d57) ^ b ^ left, high(a, 0xd2511f53) ^ d ^ right];
    [b, d] = [y, x];
    left += 0x9e3779b9;
    right += 0xbb67ae85;
  }
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0];
}

/**
 * The high word of a product of two words.
 *
 * @param {number} x
 * @param {number} y
 */
function high(x, y) {
  const product = BigInt(x >>> 0) * BigInt(y);
  return Number(product >> 32n);
}
