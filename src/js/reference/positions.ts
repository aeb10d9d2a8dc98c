// Positions of tokens, in three ways: sinusoids that are added to token vectors, rotations of queries and keys, and ALiBi's slopes,
// which bias the scores.

import type { CheckedRotary } from '../attention/positions.ts';
import type { DoubleTensor } from './types.ts';

/**
 * ALiBi's slope of head h (Press et al. 2022, section 3): a geometric sequence from 2^(-8 / H). If H is no power of two,
 * the slopes of the next lower power come first, then every other slope of the next higher power.
 *
 * @param numHeads H
 */
export function alibiSlope(h: number, numHeads: number) {
  const power = 2 ** Math.floor(Math.log2(numHeads));
  return h < power
    ? 2 ** ((-8 * (h + 1)) / power)
    : 2 ** ((-8 * (2 * (h - power) + 1)) / (2 * power));
}

/**
 * Rotary positions (Su et al. 2021, equation 34): rotates pair r of a vector's numbers by the angle
 * position * theta^(-2r / dims), or position * frequencies[r]. Then the dot product of a query and a key depends on their
 * distance.
 *
 * @param x (rows, len, width)
 * @param first the position of the first row
 * @param direction -1 rotates back
 * @returns (rows, len, width)
 */
export function rotateRows(
  x: ArrayLike<number>,
  rotary: CheckedRotary,
  len: number,
  width: number,
  first: number,
  direction: 1 | -1 = 1,
): Float64Array {
  const { theta, frequencies, factor, interleaved, dims } = rotary;
  const rotated = Float64Array.from(x);
  for (let row = 0; row * width < x.length; row++) {
    const position = first + (row % len);
    for (let r = 0; r < dims / 2; r++) {
      const a = row * width + (interleaved ? 2 * r : r);
      const b = row * width + (interleaved ? 2 * r + 1 : r + dims / 2);
      const angle = direction * position * (frequencies?.[r] ?? theta ** ((-2 * r) / dims));
      const [cos, sin] = [factor * Math.cos(angle), factor * Math.sin(angle)];
      rotated[a] = x[a] * cos - x[b] * sin;
      rotated[b] = x[a] * sin + x[b] * cos;
    }
  }
  return rotated;
}

/**
 * Rotates heads.
 *
 * @param heads (B, H, L, E)
 */
export function rotate(
  { data, shape }: DoubleTensor,
  rotary: CheckedRotary,
  first: number,
  direction: 1 | -1 = 1,
): DoubleTensor {
  const [len, width] = shape.slice(-2);
  return { data: rotateRows(data, rotary, len, width, first, direction), shape };
}

/**
 * Sinusoidal positions (Vaswani et al. 2017, section 3.5): even numbers are sines, odd ones cosines, of wavelengths from
 * 2 pi to 10000 * 2 pi.
 *
 * @param first the position of the first token
 * @returns (len, width)
 */
export function sinusoids(len: number, width: number, first: number): Float64Array {
  const waves = new Float64Array(len * width);
  for (let i = 0; i < len; i++) {
    for (let d = 0; d < width; d++) {
      const angle = (first + i) * 10000 ** (-(d - (d % 2)) / width);
      waves[i * width + d] = d % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }
  }
  return waves;
}
