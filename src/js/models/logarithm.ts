// The natural logarithm by additions, multiplications and divisions alone: the same bits in every engine, and no call into the
// core for every cell of a map.

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);
const HIGH = 1; // little-endian, as WebAssembly

const { LN2 } = Math;
/** 1/3, 1/5 ... 1/19 */
const C = Float64Array.from({ length: 9 }, (_, n) => 1 / (2 * n + 3));
const HALF_ROOT = 0x3fe6a09e; // high word of √½

/** @param x a normal number above 0; the error is below 1e-15 of the result, and 1e-16 near 1 */
export function logarithm(x: number): number {
  float[0] = x;
  const exponent = (words[HIGH] - HALF_ROOT) >> 20;
  words[HIGH] -= exponent << 20; // √½ <= m < √2
  const m = float[0];
  const s = (m - 1) / (m + 1);
  const z = s * s;
  // 2 artanh(s) = 2 (s + s³ / 3 + s⁵ / 5 + ...), s² < 0.03
  let sum = C[8];
  for (let n = 7; n >= 0; n--) sum = sum * z + C[n];
  return exponent * LN2 + 2 * s * (sum * z + 1);
}

const STEPS = 128;
/** Middles of the steps from 1 to 2: both are one, so that numbers near 1 lose no digits. */
const MIDDLES = Float64Array.from({ length: STEPS + 1 }, (_, k) => 1 + k / STEPS);
const INVERSES = MIDDLES.map((middle) => 1 / middle);
const LOGARITHMS = MIDDLES.map(logarithm);

/** The sum of w ln(w) over the positive numbers. A number's bits choose a step; five terms of a series do the rest. */
export function sumOfLogarithms(weights: Float32Array): number {
  const bits = new Uint32Array(weights.buffer, weights.byteOffset, weights.length);
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    const own = bits[i];
    const weight = weights[i];
    if (own < 0x00800000 || own >= 0x7f800000) {
      if (weight > 0) sum += weight * logarithm(weight); // subnormal or infinite
      continue;
    }
    const fraction = own & 0x7fffff;
    const step = (fraction + 0x8000) >> 16;
    const r = (1 + fraction / 0x800000) * INVERSES[step] - 1; // |r| <= 1 / 256
    const series = r * (1 - r * (1 / 2 - r * (1 / 3 - r * (1 / 4 - r / 5))));
    sum += weight * (((own >> 23) - 127) * LN2 + LOGARITHMS[step] + series);
  }
  return sum;
}
