// Where each weight of a layer stands in its state dict.

/** Where torch's names have each matrix: rows of W_Q, W_K and W_V follow one another. */
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
 * Where a weight is in the state dict. The lab's weights are as in x W, torch's are transposed.
 * @param {import('./cells.js').Cell} cell
 * @param {Record<string, import('./source.js').FloatTensor>} weights
 */
export function placeOfWeight({ matrix, row, column }, weights) {
  const { name, part } = LAYOUT[/** @type {keyof typeof LAYOUT} */ (matrix)];
  if (!Object.hasOwn(weights, name)) return { name, index: Infinity };
  const { shape } = weights[name];
  const parts = name.startsWith('in_proj') ? 3 : 1;
  const outputs = shape[0] / parts;
  const inputs = shape[1] ?? 1;
  const inside = row < inputs && column < outputs;
  return { name, index: inside ? (part * outputs + column) * inputs + row : Infinity };
}
