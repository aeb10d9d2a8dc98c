// The attention maps and the output of a small layer.

import { load, tensor } from 'headwise';

const headwise = await load();
const layer = headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2, seed: 1 });
const x = tensor([
  [1, 0, 2, -1],
  [0, 1, 1, 0.5],
  [2, -1, 0, 1],
]);
const { output, attention } = layer.forward(x, { attention: true });
console.log(output.shape); // [ 3, 4 ]
console.log(attention.shape); // [ 2, 3, 3 ]

// head 1, from token 2 to all three: a row adds up to 1
const row = attention.row(1, 2);
console.log(row.reduce((sum, share) => sum + share).toFixed(4)); // 1.0000

layer.dispose();
headwise.dispose();
