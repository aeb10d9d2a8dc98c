// The contribution of each head of a layer, through its own columns of W_O.

import { Tensor } from '../arguments/tensor-class.ts';
import type { Numbers } from './saved-attention.ts';
import type { ModelEngine, Weights } from './model-engine.ts';

/**
 * z_i W_O^i of each head, (H, L, D).
 *
 * @param output (D, H E)
 * @param heads (H, L, E)
 */
export function contributionsOf(
  engine: ModelEngine,
  { weight }: { weight: Weights },
  heads: Numbers,
): Numbers {
  const [count, length, width] = heads.shape;
  const all = engine.unpack(weight);
  const data = new Float32Array(count * length * weight.rows);
  const own = new Float32Array(weight.rows * width);
  for (let head = 0; head < count; head++) {
    for (let row = 0; row < weight.rows; row++) {
      const from = row * weight.columns + head * width;
      own.set(all.subarray(from, from + width), row * width);
    }
    const z = heads.data.subarray(head * length * width, (head + 1) * length * width);
    const { data: added } = engine.attention.linear(
      { data: z, shape: [length, width] },
      { data: own, shape: [weight.rows, width] },
    );
    data.set(added, head * length * weight.rows);
  }
  return new Tensor(data, [count, length, weight.rows]);
}
