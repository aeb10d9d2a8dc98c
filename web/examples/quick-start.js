// The README's program: a layer, its maps, its weights.

import { load, tensor } from 'headwise';

const headwise = await load();
const layer = headwise.createMultiHeadAttention({ embedDim: 4, numHeads: 2, seed: 1 });
// 3 tokens, 4 numbers each
const x = tensor([
  [1, 0, 0, 1],
  [0, 1, 1, 0],
  [1, 1, 0, 0],
]);
const { output, attention } = layer.forward(x, { causal: true, attention: true });
console.log(output.shape, attention.shape); // [ 3, 4 ] [ 2, 3, 3 ]
// the names and layouts of torch.nn.MultiheadAttention
layer.loadStateDict(layer.stateDict());
