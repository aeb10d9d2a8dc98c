// In the worker: attention of image tokens, per head and by attention rollout.
// Rollout goes through all layers up to one.

import type { PlainTensor } from 'headwise';

/** Most numbers of cached maps, 128 MB; maps of further layers are computed on request. */
const MOST_NUMBERS = 2 ** 25;

/** @param run run on an image, or the layers of one that is under way */
export function createImageAttention(run: {
  attention: (at: { layer: number }) => Promise<PlainTensor>;
}) {
  let room = MOST_NUMBERS;
  const kept: Map<number, PlainTensor> = new Map();
  /** Mean map of each layer's heads. */
  const means: Map<number, Float32Array> = new Map();

  /** @returns (heads, L, L) */
  async function mapsOf(layer: number): Promise<PlainTensor> {
    const known = kept.get(layer);
    if (known) return known;
    const maps = await run.attention({ layer });
    if (maps.data.length <= room && !kept.has(layer)) {
      room -= maps.data.length;
      kept.set(layer, maps);
    }
    return maps;
  }

  /** @returns (L, L) */
  async function meanOf(layer: number): Promise<Float32Array> {
    const known = means.get(layer);
    if (known) return known;
    const { data, shape } = await mapsOf(layer);
    const [heads, length] = shape;
    const mean = new Float32Array(length * length);
    for (let i = 0; i < data.length; i++) mean[i % mean.length] += data[i] / heads;
    means.set(layer, mean);
    return mean;
  }

  return {
    /**
     * The row of one token in the map of each head.
     *
     * @returns (heads, L)
     */
    async rows({
      layer,
      query,
    }: {
      layer: number;
      query: number;
    }): Promise<Float32Array<ArrayBuffer>> {
      const { data, shape } = await mapsOf(layer);
      const [heads, length] = shape;
      const rows = new Float32Array(heads * length);
      for (let head = 0; head < heads; head++) {
        const from = (head * length + query) * length;
        rows.set(data.subarray(from, from + length), head * length);
      }
      return rows;
    },
    /**
     * Attention rollout (Abnar and Zuidema 2020): the row of a token in the product of (A + I) / 2 of all layers up to one,
     * A the mean of the heads.
     *
     * @returns (L)
     */
    async rollout({
      layer,
      query,
    }: {
      layer: number;
      query: number;
    }): Promise<Float32Array<ArrayBuffer>> {
      let row: Float32Array<ArrayBuffer> | null = null;
      for (let at = layer; at >= 0; at--) {
        const mean = await meanOf(at);
        const length = Math.sqrt(mean.length);
        if (!row) {
          row = new Float32Array(length);
          row[query] = 1;
        }
        const next = row.map((share) => share / 2);
        for (let i = 0; i < length; i++) {
          for (let j = 0; j < length; j++) next[j] += (row[i] * mean[i * length + j]) / 2;
        }
        row = next;
      }
      return row as Float32Array<ArrayBuffer>;
    },
  };
}
