// Maps weighed by what their values write: a[i][j] |v_j| or a[i][j] |v_j W_O|; or without the first token. Rows add up to 1 again.

import type { Buffer, ModelEngine, Weights } from '../model-engine.ts';
import type { Numbers } from '../saved-attention.ts';

/**
 * Changes a map.
 *
 * @param map (H, L, S)
 * @param value (Hkv, S, E)
 * @param how.weigh by the lengths of values, or of their outputs through W_O
 * @param through W_O (D, heads E), and the first of its heads that is in the map
 */
export function weighed(
  engine: ModelEngine,
  { data, shape: [heads, rows, columns] }: Numbers,
  value: Numbers,
  { weigh, without }: { weigh: 'none' | 'values' | 'output'; without: unknown },
  through: { output: { weight: Weights; bias: Buffer | null }; first: number } | null,
) {
  const [kvHeads, , width] = value.shape;
  const weight = through && engine.unpack(through.output.weight);
  for (let head = 0; head < heads; head++) {
    const kv = Math.floor(head / (heads / kvHeads));
    const values = value.data.subarray(kv * columns * width, (kv + 1) * columns * width);
    const written =
      weight && through
        ? outputOf(engine, values, weight, through.output.weight, through.first + head, width)
        : values;
    const lengths = weigh === 'none' ? null : lengthsOf(written, columns);
    for (let i = 0; i < rows; i++) {
      const at = (head * rows + i) * columns;
      const row = data.subarray(at, at + columns);
      if (without === 'first') row[0] = 0;
      let sum = 0;
      for (let j = 0; j < columns; j++) if (row[j] !== 0) sum += row[j] * (lengths?.[j] ?? 1);
      for (let j = 0; j < columns; j++) {
        // a masked key may hold anything
        row[j] = row[j] === 0 || !(sum > 0) ? 0 : (row[j] * (lengths?.[j] ?? 1)) / sum;
      }
    }
  }
}

/** v W_O of one head, (S, D). */
function outputOf(
  engine: ModelEngine,
  values: Float32Array,
  all: Float32Array,
  { rows, columns }: Weights,
  head: number,
  width: number,
) {
  const own = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const from = row * columns + head * width;
    own.set(all.subarray(from, from + width), row * width);
  }
  const shape = [values.length / width, width];
  return engine.attention.linear({ data: values, shape }, { data: own, shape: [rows, width] }).data;
}

function lengthsOf(rows: ArrayLike<number>, count: number) {
  const width = rows.length / count;
  return Float64Array.from({ length: count }, (_, i) => {
    let square = 0;
    for (let j = 0; j < width; j++) square += rows[i * width + j] * rows[i * width + j];
    return Math.sqrt(square);
  });
}
