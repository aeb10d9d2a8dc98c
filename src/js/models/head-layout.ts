// Converts between two layouts of heads: (L, H E), side by side in each row, and (H, L, E), a matrix for each head.

import { Tensor } from '../arguments/tensor-class.ts';
import type { Numbers } from './saved-attention.ts';

/** (L, H E) as (H, L, E). */
export function splitHeads(
  rows: Float32Array,
  heads: number,
  length: number,
  width: number,
): Numbers {
  const data = new Float32Array(rows.length);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < length; i++) {
      const from = (i * heads + head) * width;
      data.set(rows.subarray(from, from + width), (head * length + i) * width);
    }
  }
  return new Tensor(data, [heads, length, width]);
}

/** (H, L, E) as (L, H E). */
export function joinHeads({ data, shape: [heads, length, width] }: Numbers) {
  const rows = new Float32Array(data.length);
  for (let head = 0; head < heads; head++) {
    for (let i = 0; i < length; i++) {
      const from = (head * length + i) * width;
      rows.set(data.subarray(from, from + width), (i * heads + head) * width);
    }
  }
  return rows;
}
