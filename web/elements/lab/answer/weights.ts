// Offsets of a layer's weights in its state dict.

import type { Cell } from './cells.ts';
import type { PlainTensor } from './source.ts';

/** Row offsets of each matrix under torch's names: rows of W_Q, W_K and W_V follow one another. */
export const LAYOUT = Object.freeze({
  W_Q: { name: 'in_proj_weight', part: 0 },
  W_K: { name: 'in_proj_weight', part: 1 },
  W_V: { name: 'in_proj_weight', part: 2 },
  b_Q: { name: 'in_proj_bias', part: 0 },
  b_K: { name: 'in_proj_bias', part: 1 },
  b_V: { name: 'in_proj_bias', part: 2 },
  W_O: { name: 'out_proj.weight', part: 0 },
  b_O: { name: 'out_proj.bias', part: 0 },
});

/**
 * The offset of a weight in the state dict. The lab's weights are as in x W, torch's are
 * transposed. Keys and values may have fewer rows than queries, which have as many as W_O has
 * columns.
 */
export function placeOfWeight({ matrix, row, column }: Cell, weights: Record<string, PlainTensor>) {
  const { name: joined, part } = LAYOUT[matrix as keyof typeof LAYOUT];
  const alone = joined === 'in_proj_bias' ? `${'qkv'[part]}_proj.bias` : joined;
  const name = Object.hasOwn(weights, alone) ? alone : joined;
  if (!Object.hasOwn(weights, name)) return { name, index: Infinity, outputs: 0 };
  const { shape } = weights[name];
  const isJoined = name.startsWith('in_proj');
  const queries = isJoined ? weights['out_proj.weight'].shape[1] : shape[0];
  const others = (shape[0] - queries) / 2;
  const outputs = isJoined && part > 0 ? others : queries;
  const first = part === 0 || !isJoined ? 0 : queries + (part - 1) * others;
  const inputs = shape[1] ?? 1;
  const inside = row < inputs && column < outputs;
  return { name, index: inside ? (first + column) * inputs + row : Infinity, outputs };
}
