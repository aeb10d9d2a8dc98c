// Random numbers with the same bits everywhere: Philox4x32-10 (Salmon et al. 2011), and the initial values drawn from it, with
// the core's bits.

/**
 * Ten rounds over a counter. Equal counters and keys give equal words, in any order and on any machine.
 *
 * @param counter four words of 32 bits
 * @param key two words
 * @returns four words
 */
export function philox(counter: readonly number[], key: readonly number[]): number[] {
  let [a, b, c, d] = counter;
  let [left, right] = key;
  for (let round = 0; round < 10; round++) {
    const [highA, lowA] = multiply(a, 0xd2511f53);
    const [highC, lowC] = multiply(c, 0xcd9e8d57);
    [a, b, c, d] = [(highC ^ b ^ left) >>> 0, lowC, (highA ^ d ^ right) >>> 0, lowA];
    left = (left + 0x9e3779b9) >>> 0;
    right = (right + 0xbb67ae85) >>> 0;
  }
  return [a, b, c, d];
}

/**
 * The full product of two 32-bit words, from halves of 16 bits, because the whole product is not exact in float64.
 *
 * @returns its high and low word
 */
function multiply(x: number, y: number): [number, number] {
  const [x1, x0, y1, y0] = [x >>> 16, x & 0xffff, y >>> 16, y & 0xffff];
  const middle = x1 * y0 + x0 * y1; // below 2^33
  const low = x0 * y0 + (middle % 0x10000) * 0x10000; // below 2^33
  const high = x1 * y1 + Math.floor(middle / 0x10000) + Math.floor(low / 0x100000000);
  return [high, low >>> 0];
}

/** The stream of random numbers for each kind of value. */
export const STREAMS = { W_Q: 0, W_K: 1, W_V: 2, W_O: 3, bias_k: 4, bias_v: 5, tokens: 6 };

/**
 * Uniform in [-bound, bound), in float32 as the core computes it.
 *
 * @param seed up to 2^53 - 1
 * @param id the sequence in the stream
 * @returns (count)
 */
export function uniform(
  count: number,
  seed: number,
  stream: number,
  id: number = 0,
  bound: number = 1,
): Float64Array {
  const key = [seed % 0x100000000, Math.floor(seed / 0x100000000)];
  const values = new Float64Array(count);
  for (let n = 0; n < count; n += 4) {
    const words = philox([n / 4, 0, stream, id], key);
    for (let w = 0; w < 4 && n + w < count; w++) {
      const unit = (words[w] >>> 8) * 2 ** -24; // in [0, 1), exact
      values[n + w] = Math.fround(Math.fround(2 * unit - 1) * Math.fround(bound));
    }
  }
  return values;
}

/**
 * Xavier's uniform initial values (Glorot and Bengio 2010, equation 16): they keep the variance of activations from layer to layer.
 *
 * @param rows out features
 * @param columns in features
 * @returns (rows, columns)
 */
export function xavier(rows: number, columns: number, seed: number, stream: number): Float64Array {
  return uniform(rows * columns, seed, stream, 0, Math.sqrt(6 / (rows + columns)));
}
