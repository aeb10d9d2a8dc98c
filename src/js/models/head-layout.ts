// Numbers of heads in the layouts that a model needs: (L, H E) where heads are columns, (H, L, E) where they are apart.

import type { Numbers } from './forward.ts';

export function transposed(rows: Float32Array, count: number, width: number) {
  const out = new Float32Array(count * width);
  for (let i = 0; i < count; i++)
    for (let j = 0; j < width; j++) out[j * count + i] = rows[i * width + j];
  return out;
}

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
  return { data, shape: [heads, length, width] };
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

/**
 * Keys one after the other.
 * @param a (H, P, E)
 * @param b (H, L, E)
 */
export function joined(a: Numbers, b: Numbers): Numbers {
  const [heads, before, width] = a.shape;
  const after = b.shape[1];
  const data = new Float32Array(heads * (before + after) * width);
  for (let head = 0; head < heads; head++) {
    const at = head * (before + after) * width;
    data.set(a.data.subarray(head * before * width, (head + 1) * before * width), at);
    data.set(
      b.data.subarray(head * after * width, (head + 1) * after * width),
      at + before * width,
    );
  }
  return { data, shape: [heads, before + after, width] };
}
