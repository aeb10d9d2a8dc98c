// Thumbnails of a layer's maps that grow by a row per token.
// Each pixel has the largest number of a square of the map; when there are too many pixels, four
// become one.

import type { Small } from '../../views/thumbnails.ts';

/** Most pixels along a side. */
const SIDE = 48;

/** @param columns number of keys in maps that grow only by rows; null: they are square */
export function createGrowingThumbnails(heads: number, columns: number | null) {
  const across = columns === null ? SIDE : Math.min(SIDE, columns);
  const fields = new Float32Array(heads * SIDE * across);
  let step = 1; // rows per pixel
  let rows = 0;

  const at = (head: number, y: number, x: number) => (head * SIDE + y) * across + x;

  function halve() {
    const before = fields.slice();
    fields.fill(0);
    for (let head = 0; head < heads; head++) {
      for (let y = 0; y < SIDE; y++) {
        for (let x = 0; x < across; x++) {
          const place = at(head, y >> 1, columns === null ? x >> 1 : x);
          fields[place] = Math.max(fields[place], before[at(head, y, x)]);
        }
      }
    }
    step *= 2;
  }

  return {
    /** @param all the new row of each head, (heads, keys) */
    add(all: Float32Array) {
      if (rows === SIDE * step) halve();
      const keys = all.length / heads;
      const y = Math.floor(rows / step);
      for (let head = 0; head < heads; head++) {
        for (let j = 0; j < keys; j++) {
          const x = columns === null ? Math.floor(j / step) : Math.floor((j * across) / columns);
          const place = at(head, y, x);
          fields[place] = Math.max(fields[place], all[head * keys + j]);
        }
      }
      rows++;
    },
    picture(): Small {
      const height = Math.ceil(rows / step);
      const width = columns === null ? height : across;
      const data = new Float32Array(heads * height * width);
      for (let head = 0; head < heads; head++) {
        for (let y = 0; y < height; y++) {
          const from = at(head, y, 0);
          data.set(fields.subarray(from, from + width), (head * height + y) * width);
        }
      }
      return { data, height, width };
    },
  };
}
